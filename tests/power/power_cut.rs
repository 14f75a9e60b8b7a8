//! The end of the machine, at any moment: the folder lies on a file system in an image, and what
//! the image's device had received when the power went is copied and mounted again.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::verify::verify;
use crate::writer::{Acknowledged, Writer, start};

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
