//! Damage is noticed, never swallowed: bits are flipped and files are cut off in a folder that was
//! left by a process that was killed, or by one that was stopped.
//!
//! Where one copy is damaged, everything that was acknowledged is there at the next start. Where
//! both are, either it is as well, or the start is refused and what is whole can be rescued.

mod folders;
mod hit;

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

use kradan_store::{SledStore, Store as _, StoreError, StoreErrorKind};
use kradan_table::TableId;

use self::folders::{Folder, LeftChannel};
use self::hit::{Copy, Hit, Kind};
use crate::power::verify::verify;

#[test]
fn damage_is_noticed() {
    suite(2, 48, 12);
}

#[test]
#[ignore = "slow"]
fn damage_is_noticed_every_time() {
    let tallies = suite(10, 500, 100);
    for left in [LeftChannel::Killed, LeftChannel::Stopped] {
        let tally = &tallies[&(true, left)];
        // What is refused is rescued. How often it is depends on when the process was killed.
        assert!(tally.refused > 0, "{left:?}: {tally:?}");
    }
}

/// What became of the variants.
#[derive(Debug, Default)]
struct Tally {
    repaired: u32,
    harmless: u32,
    refused: u32,
}

/// So many flips and cuts in folders of both kinds: two of three variants hit one copy, the others
/// both. Returns what became of the variants that hit both copies, and of the others.
fn suite(folders: u32, flips: u32, cuts: u32) -> BTreeMap<(bool, LeftChannel), Tally> {
    fastrand::seed(2_026);
    let all: Vec<Folder> = (0..folders).map(Folder::new).collect();
    let mut tallies: BTreeMap<(bool, LeftChannel), Tally> = BTreeMap::new();
    let mut failures = Vec::new();
    for variant in 0..flips + cuts {
        let kind = if variant < flips { Kind::Flip } else { Kind::Cut };
        let folder = &all[(variant % folders) as usize];
        let is_both = variant / folders % 3 == 2;
        let copies: &[Copy] = match (is_both, variant / folders % 2) {
            (true, _) => &[Copy::Journal, Copy::Database],
            (false, 0) => &[Copy::Journal],
            (false, _) => &[Copy::Database],
        };
        let tally = tallies.entry((is_both, folder.left)).or_default();
        if let Err(why) = check(folder, kind, copies, tally) {
            failures.push(format!("variant {variant}: {why}"));
        }
    }
    let _ = writeln!(io::stderr(), "{tallies:#?}");
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
    for ((is_both, left), tally) in &tallies {
        assert!(*is_both || tally.refused == 0, "{left:?}: {tally:?}");
        assert!(*is_both || tally.repaired > tally.harmless / 4, "{left:?}: {tally:?}");
    }
    tallies
}

/// Damages a copy of a folder, and starts on it.
fn check(folder: &Folder, kind: Kind, copies: &[Copy], tally: &mut Tally) -> Result<(), String> {
    let place = folder.copied();
    let hits: Vec<Hit> = copies.iter().map(|&copy| Hit::make(place.path(), copy, kind)).collect();
    let about = format!("{:?} {hits:?}", folder.left);
    match SledStore::open(place.path()) {
        Ok(store) => {
            let is_repaired = !store.repairs().is_empty();
            let repairs = store.repairs().join("; ");
            drop(store);
            let verified = std::panic::catch_unwind(|| verify(place.path(), &folder.acknowledged));
            verified.map_err(|why| {
                let why = why.downcast_ref::<String>().cloned().unwrap_or_default();
                format!("{about}: LOST: {why} (repairs: {repairs})")
            })?;
            let again =
                SledStore::open(place.path()).map_err(|error| format!("{about}: {error}"))?;
            if !again.repairs().is_empty() {
                return Err(format!("{about}: repaired again: {:?}", again.repairs()));
            }
            *if is_repaired { &mut tally.repaired } else { &mut tally.harmless } += 1;
            Ok(())
        }
        Err(error) if copies.len() == 2 => {
            tally.refused += 1;
            refused(place.path(), &error).map_err(|why| format!("{about}: {why}"))?;
            rescued(folder, place.path(), &hits).map_err(|why| format!("{about}: {why}"))
        }
        Err(error) => Err(format!("{about}: refused: {error:?}")),
    }
}

/// One line names the folder, what is wrong, and what to do.
fn refused(place: &Path, error: &StoreError) -> Result<(), String> {
    let says = error.to_string();
    let names = [&place.display().to_string(), "journal", "sled", "kradan rescue", "backup"];
    let is_clear = says.lines().count() == 1 && names.iter().all(|it| says.contains(it));
    if is_clear && error.kind() == StoreErrorKind::Damaged { Ok(()) } else { Err(says) }
}

/// What reads is copied, and what does not is named: of two hits, each of which makes no more than
/// one row or the end of a file unreadable, no table is touched by both without a word.
fn rescued(folder: &Folder, place: &Path, hits: &[Hit]) -> Result<(), String> {
    let before = folders::contents(place);
    let new = tempfile::tempdir().unwrap();
    let found = SledStore::rescue(place, new.path()).map_err(|error| format!("{error:?}"))?;
    if folders::contents(place) != before {
        return Err("the damaged folder was changed".to_owned());
    }
    if found.lost.is_empty() && found.damaged.is_empty() {
        return Err("nothing is damaged, and yet the start was refused".to_owned());
    }
    let store = SledStore::open(new.path()).map_err(|error| format!("{error:?}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mut whole = 0;
    let is_missing_changes = found.lost.iter().any(|line| line.starts_with("changes "));
    for (&id, &acknowledged) in &folder.acknowledged {
        let row = runtime.block_on(store.table(TableId(id))).map_err(|error| error.to_string())?;
        let is_named = found.lost.iter().any(|line| line.contains(&format!("table {id}:")));
        if row.is_none() && !is_named {
            return Err(format!("table {id} is gone without a word: {:?}", found.lost));
        }
        let revision = row.as_ref().map_or(0, |row| row.revision);
        if revision < acknowledged && !is_named && !is_missing_changes {
            let lost = &found.lost;
            return Err(format!(
                "table {id} has revision {revision} of {acknowledged} without a word: {lost:?}"
            ));
        }
        whole += u32::from(row.is_some());
    }
    // A cut takes whatever was behind it; a flip is of one row, or of one page of them.
    if hits.iter().all(|hit| hit.kind == Kind::Flip) && whole < 15 {
        return Err(format!("only {whole} tables were rescued: {:?}", found.lost));
    }
    drop(store);
    let verified = SledStore::verify(new.path()).map_err(|error| error.to_string())?;
    if verified.faults.is_empty() { Ok(()) } else { Err(format!("{:?}", verified.faults)) }
}
