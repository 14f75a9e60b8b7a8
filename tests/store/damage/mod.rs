//! Damage is noticed, never swallowed: bits are flipped, files are cut off or removed in a folder that was
//! left by a process that was killed, or by one that was stopped. Either everything that was acknowledged is
//! there at the next start, or the start is refused in one line and what is whole can be rescued.

mod folders;
mod hit;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

use kradan_store::{SledStore, StoreError, StoreErrorKind, TableStore as _};
use kradan_table::TableId;

use self::folders::{Folder, LeftChannel};
use self::hit::{Hit, Kind};
use crate::backup::rescue_to;
use crate::power::verify::verify;

#[test]
fn damage_is_noticed() {
    suite(2, 16, 6, 4);
}

#[test]
#[ignore = "slow"]
fn damage_is_noticed_every_time() {
    for (left, tally) in suite(10, 220, 60, 20) {
        assert!(tally.refused > 0 && tally.harmless > 0, "{left:?}: {tally:?}");
    }
}

/// What became of the variants.
#[derive(Debug, Default)]
struct Tally {
    harmless: u32,
    refused: u32,
}

/// So many flips, cuts and removals in folders of both kinds.
fn suite(folders: u32, flips: u32, cuts: u32, removals: u32) -> BTreeMap<LeftChannel, Tally> {
    fastrand::seed(2_026);
    let all: Vec<Folder> = (0..folders).map(Folder::new).collect();
    let mut tallies: BTreeMap<LeftChannel, Tally> = BTreeMap::new();
    let mut failures = Vec::new();
    for variant in 0..flips + cuts + removals {
        let kind = match variant {
            _ if variant < flips => Kind::Flip,
            _ if variant < flips + cuts => Kind::Cut,
            _ => Kind::Removal,
        };
        let folder = &all[(variant % folders) as usize];
        let tally = tallies.entry(folder.left).or_default();
        if let Err(why) = check(folder, kind, tally) {
            failures.push(format!("variant {variant}: {why}"));
        }
    }
    let _ = writeln!(io::stderr(), "{tallies:#?}");
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
    tallies
}

/// Damages a folder, and starts on it.
fn check(folder: &Folder, kind: Kind, tally: &mut Tally) -> Result<(), String> {
    let place = folder.copied();
    let hit = Hit::make(place.path(), kind);
    let about = format!("{:?} {hit:?}", folder.left);
    let before = folders::contents(place.path());
    match SledStore::open(place.path()) {
        Ok(store) => {
            drop(store);
            let verified = std::panic::catch_unwind(|| verify(place.path(), &folder.acknowledged));
            verified.map_err(|why| {
                let why = why.downcast_ref::<String>().cloned().unwrap_or_default();
                format!("{about}: LOST: {why}")
            })?;
            tally.harmless += 1;
            Ok(())
        }
        Err(error) => {
            tally.refused += 1;
            // Of a file that was cut off, sled cuts off the message that has no end.
            if folders::contents(place.path()) != before && kind != Kind::Cut {
                return Err(format!("{about}: a refused start changed something"));
            }
            refused(place.path(), &error).map_err(|why| format!("{about}: {why}"))?;
            rescued(folder, place.path(), &hit).map_err(|why| format!("{about}: {why}"))
        }
    }
}

/// One line names the folder, what is wrong, and what to do.
fn refused(place: &Path, error: &StoreError) -> Result<(), String> {
    let says = error.to_string();
    let names = [&place.display().to_string(), "kradan rescue", "backup"];
    let is_clear = says.lines().count() == 1 && names.iter().all(|it| says.contains(it));
    if is_clear && error.kind() == StoreErrorKind::Damaged { Ok(()) } else { Err(says) }
}

/// What reads is copied, and what does not is named: of a flip, which makes no more than one row or one
/// page of them unreadable, no table is touched without a word.
fn rescued(folder: &Folder, place: &Path, hit: &Hit) -> Result<(), String> {
    let before = folders::contents(place);
    let new = tempfile::tempdir().unwrap();
    let (found, store) = rescue_to(place, new.path());
    if folders::contents(place) != before {
        return Err("the damaged folder was changed".to_owned());
    }
    if found.total.unreadable.is_empty() && found.damaged.is_empty() {
        return Err("nothing is damaged, and yet the start was refused".to_owned());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut whole = 0;
    let is_missing_changes = found.total.unreadable.iter().any(|line| line.starts_with("changes "));
    for (&id, &acknowledged) in &folder.acknowledged {
        let row = runtime.block_on(store.table(TableId(id))).map_err(|error| error.to_string())?;
        let is_named =
            found.total.unreadable.iter().any(|line| line.contains(&format!("table {id}:")));
        let revision = row.as_ref().map_or(0, |row| row.revision);
        if revision < acknowledged && !is_named && !is_missing_changes && hit.kind == Kind::Flip {
            return Err(format!(
                "table {id} has revision {revision} of {acknowledged} without a word: {:?}",
                found.total.unreadable
            ));
        }
        whole += u32::from(row.is_some());
    }
    // A cut takes whatever was behind it; a flip is of one row, or of one page of them.
    if hit.kind == Kind::Flip && whole < 15 {
        return Err(format!("only {whole} tables were rescued: {:?}", found.total.unreadable));
    }
    drop(store);
    let verified = SledStore::verify(new.path()).map_err(|error| error.to_string())?;
    if verified.faults.is_empty() { Ok(()) } else { Err(format!("{:?}", verified.faults)) }
}
