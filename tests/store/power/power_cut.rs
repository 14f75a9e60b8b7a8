//! The end of the machine, at any moment: the folder lies on a file system in an image, and what
//! the image's device had received when the power went is copied and mounted again.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use kradan_store::{ErasureStore as _, Store as _, StoreErrorKind};
use kradan_table::TableId;

use crate::power::verify::verify;
use crate::power::writer::{Acknowledged, Writer, open, play, start};

const ROUNDS: u32 = 50;

#[test]
#[ignore = "slow, and only root can mount"]
fn what_was_acknowledged_outlives_a_power_cut() {
    let work = tempfile::tempdir().unwrap();
    if let Err(why) = try_mount(work.path()) {
        assert!(std::env::var_os("KRADAN_ALL").is_none(), "no power can be cut here: {why}");
        let _ = writeln!(io::stderr(), "skipped, no power can be cut here: {why}");
        return;
    }
    let mut acknowledged = 0;
    for round in 0..ROUNDS {
        acknowledged += cut(work.path(), round);
    }
    assert!(acknowledged > 0, "no writer came to write");
}

/// A rewriting needs room for a second copy, and touches nothing without it.
#[test]
#[ignore = "slow, and only root can mount"]
fn a_store_on_a_full_disk_is_not_rewritten_and_goes_on() {
    let work = tempfile::tempdir().unwrap();
    if let Err(why) = try_mount(work.path()) {
        assert!(std::env::var_os("KRADAN_ALL").is_none(), "nothing can be mounted here: {why}");
        let _ = writeln!(io::stderr(), "skipped, nothing can be mounted here: {why}");
        return;
    }
    let disk = Mount::new(&make_image(work.path()).unwrap(), &work.path().join("disk")).unwrap();
    let folder = disk.place.join("folder");
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let store = std::sync::Arc::new(open(&folder).unwrap());
    let play = |changes| play(std::sync::Arc::clone(&store), TableId(1), changes);
    runtime.block_on(async {
        play(20).await;
        store.rewrite().await.unwrap();
        let filling = disk.place.join("filling");
        run(Command::new("fallocate").args(["--length=130M"]).arg(&filling)).unwrap();
        let error = store.rewrite().await.unwrap_err();
        assert_eq!(error.kind(), StoreErrorKind::Inaccessible, "{error:?}");
        let why = std::error::Error::source(&error).unwrap().to_string();
        assert!(why.contains("MB of free space"), "{why}");
        play(20).await;
        fs::remove_file(filling).unwrap();
        store.rewrite().await.unwrap();
        play(20).await;
        store.close().await.unwrap();
    });
    drop(store);
    verify(&folder, &Acknowledged::from([(1, 60)]));
}

fn try_mount(work: &Path) -> Result<(), String> {
    let image = make_image(work)?;
    Mount::new(&image, &work.join("try")).map(drop)
}

/// One cut, half of them while the store is made or soon after; the store goes on afterwards and
/// is cut a second time. Returns how many tables had something acknowledged.
fn cut(work: &Path, round: u32) -> usize {
    let mut acknowledged = 0;
    let mut image = make_image(work).unwrap();
    let mut promised = Acknowledged::new();
    for half in 0..2 {
        let before = Mount::new(&image, &work.join("before")).unwrap();
        let writer = Writer::start(&before.place.join("folder"));
        let longest = if round.is_multiple_of(2) { 300 } else { 2_000 };
        thread::sleep(Duration::from_millis(fastrand::u64(1..longest)));
        // Without the kill, the copy would be of many moments. What the process has written and
        // not synced is still in memory after it.
        let told = writer.kill();
        acknowledged += told.len();
        promised.extend(told);
        let copy = work.join(format!("{round}-{half}.img"));
        run(Command::new("cp").arg("--sparse=always").args([&image, &copy])).unwrap();
        drop(before);
        fs::remove_file(&image).unwrap();

        let after = Mount::new(&copy, &work.join("after")).unwrap();
        promised = verify(&after.place.join("folder"), &promised);
        drop(after);
        image = copy;
    }
    fs::remove_file(&image).unwrap();
    acknowledged
}

/// An image with an empty file system in it.
fn make_image(work: &Path) -> Result<PathBuf, String> {
    let image = work.join("empty.img");
    run(Command::new("truncate").args(["--size=192M"]).arg(&image))?;
    run(Command::new("mkfs.ext4").args(["-q", "-F"]).arg(&image))?;
    Ok(image)
}

/// An image that is mounted for as long as this is there.
struct Mount {
    place: PathBuf,
}

impl Mount {
    fn new(image: &Path, place: &Path) -> Result<Mount, String> {
        fs::create_dir_all(place).map_err(|error| error.to_string())?;
        run(Command::new("mount").args(["-o", "loop"]).args([image, place]))?;
        Ok(Mount { place: place.to_owned() })
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        // Lazily, for whoever panicked with a file open.
        let unmounted = run(Command::new("umount").arg(&self.place))
            .or_else(|_| run(Command::new("umount").arg("--lazy").arg(&self.place)));
        if let Err(why) = unmounted
            && !thread::panicking()
        {
            panic!("{why}");
        }
    }
}

fn run(command: &mut Command) -> Result<(), String> {
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let output = start(command)
        .and_then(Child::wait_with_output)
        .map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
