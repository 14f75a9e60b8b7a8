//! Rebuilds the lists of a store that an earlier version wrote, which listed challenges among
//! running games.

use super::checksum::StateChecksum;
use super::codec::{IndexFields, ListsMarker, StoredTableRow, TableHeader};
use super::error::{SledError, error_line};
use super::keys::{RowKey, TreeId};
use super::trees::{Trees, Writes};
use crate::table::TableId;

/// The number of a store's first change.
const FIRST_CHANGE: u64 = 1;

/// The number of tables that are listed in one transaction.
const AT_ONCE: usize = 256;

/// Rebuilds the lists, unless that was done before. An interrupted run is repeated at the next
/// start. All of it is the first change of the journal that the store is about to get.
pub(super) fn rebuild_lists(trees: &Trees) -> Result<StateChecksum, SledError> {
    if trees.text(RowKey::Lists)?.is_some() {
        return Ok(trees.now());
    }
    let keys = trees.tree(TreeId::Tables).iter().keys();
    let keys = keys.collect::<Result<Vec<_>, _>>().map_err(trees.failed())?;
    for keys in keys.chunks(AT_ONCE) {
        let mut writes = Writes::default();
        for key in keys {
            let Ok(id) = <[u8; 8]>::try_from(&key[..]) else { continue };
            let id = TableId(u64::from_be_bytes(id));
            match rebuild_lists_of(trees, id, &mut writes) {
                Err(error) if error.is_of_one_value() => {
                    tracing::error!(table = id.0, error = %error_line(&error), "an unreadable table stays in its old lists");
                }
                other => other?,
            }
        }
        trees.apply(&writes, FIRST_CHANGE).map_err(trees.failed())?;
    }
    let mut done = Writes::default();
    done.put(RowKey::Lists, &ListsMarker {})?;
    trees.apply(&done, FIRST_CHANGE).map_err(trees.failed())
}

fn rebuild_lists_of(trees: &Trees, id: TableId, writes: &mut Writes) -> Result<(), SledError> {
    let Some(head) = trees.read::<TableHeader>(RowKey::Table(id))? else { return Ok(()) };
    let mut keys = head.keys;
    if keys.is_running()
        && let Some(stored) = trees.stored_table(id)?
    {
        // Only the table itself tells a challenge from a game.
        let renewed = IndexFields::of(&stored);
        if renewed != keys {
            keys.entries(id).into_iter().for_each(|index| writes.unlist(index));
            writes.put(RowKey::Table(id), &StoredTableRow::from(stored))?;
            keys = renewed;
        }
    }
    keys.entries(id).into_iter().for_each(|index| writes.list(index));
    Ok(())
}
