//! `kradan ratings`: all ratings are computed anew from the games that were counted.

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use kradan::service::recomputed;
use kradan_rules::Escaped;
use kradan_store::{Item, ItemKind, Profile, StoreError, TransferStore};
use kradan_table::{PlayerId, Table};
use tokio::runtime::Runtime;

use super::host::silence_sled;
use super::move_store::{MoveStoreError, Place};

/// How many rows are read at once.
const AT_ONCE: usize = 250;

/// The arguments of `kradan ratings`.
#[derive(Debug, Args)]
pub(crate) struct RatingsArgs {
    /// Where the games are: a folder, postgres://…, or env:NAME for a variable that holds one of both
    #[arg(value_name = "GAMES")]
    games: Place,
}

/// Stores the ratings that follow from the games, and lists them.
pub(super) fn run(args: &RatingsArgs, out: &mut impl Write) -> Result<(), MoveStoreError> {
    silence_sled();
    let runtime = Runtime::new().map_err(MoveStoreError::Start)?;
    runtime.block_on(recompute(&args.games, out))
}

async fn recompute(games: &Place, out: &mut impl Write) -> Result<(), MoveStoreError> {
    games.has_games()?;
    let failed = |error| MoveStoreError::Open(games.clone(), error);
    let store = games.open().await?;
    // Before the games: what ends meanwhile is in no profile that was read, and is left as it is.
    let mut profiles: BTreeMap<PlayerId, Profile> = BTreeMap::new();
    let mut unreadable = each(&*store, ItemKind::Profile, |item| {
        if let Item::Profile(player, profile) = item {
            profiles.insert(player, *profile);
        }
    })
    .await
    .map_err(failed)?;
    let mut tables: Vec<Table> = Vec::new();
    let read = each(&*store, ItemKind::Table, |item| {
        if let Item::Table(_, stored) = item
            && stored.table.rated().is_some()
        {
            tables.push(stored.table);
        }
    });
    unreadable.extend(read.await.map_err(failed)?);
    for line in &unreadable {
        writeln!(out, "{}", Escaped(line))?;
    }
    if !unreadable.is_empty() {
        return Err(MoveStoreError::Unreadable);
    }
    let mut ratings = recomputed(&tables);
    let (mut people, mut corrected) = (0, 0);
    for (player, profile) in profiles {
        let own = ratings.remove(&player).unwrap_or_default();
        for (kind, rating) in &own.of {
            let (name, shown) = (Escaped(&profile.name), rating.shown());
            let (deviation, games) = (rating.deviation.round(), rating.games);
            writeln!(out, "{kind:8} {shown:5} ± {deviation:3} {games:5}  {name} ({})", player.0)?;
        }
        people += usize::from(!own.of.is_empty());
        if profile.ratings != own {
            corrected += 1;
            let change = move |it: &mut Profile| {
                if it.ratings == profile.ratings {
                    it.ratings.clone_from(&own);
                }
            };
            store.update_profile(player, Box::new(change)).await.map_err(failed)?;
        }
    }
    store.close().await.map_err(failed)?;
    writeln!(out, "{games}: people with ratings {people}, profiles corrected {corrected}")?;
    out.flush()?;
    Ok(())
}

/// Reads all rows of a kind, and returns what could not be read.
async fn each(
    store: &dyn TransferStore,
    kind: ItemKind,
    mut take: impl FnMut(Item),
) -> Result<Vec<String>, StoreError> {
    let (mut after, mut unreadable) = (None, Vec::new());
    loop {
        let page = store.items(kind, after, AT_ONCE).await?;
        unreadable.extend(page.unreadable);
        page.items.into_iter().for_each(&mut take);
        after = page.last;
        if after.is_none() {
            return Ok(unreadable);
        }
    }
}
