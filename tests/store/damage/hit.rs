//! What becomes of files: a bit is flipped, or the end is cut off.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Flip,
    Cut,
    Removal,
}

/// What was done to a file.
pub(crate) struct Hit {
    pub(crate) kind: Kind,
    pub(crate) file: PathBuf,
    /// The byte that was flipped, or the length that is left.
    at: usize,
    length: usize,
}

impl fmt::Debug for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.file.file_name().unwrap_or_default().display();
        write!(f, "{:?} of {name} at {} of {}", self.kind, self.at, self.length)
    }
}

impl Hit {
    /// Damages a file of a folder: any of them, most often where there is something in it.
    pub(crate) fn make(folder: &Path, kind: Kind) -> Hit {
        let is_there = |path: &PathBuf| path.is_file() && fs::metadata(path).unwrap().len() > 0;
        let entries = fs::read_dir(folder.join("sled")).unwrap();
        let mut files: Vec<PathBuf> =
            entries.map(|entry| entry.unwrap().path()).filter(is_there).collect();
        files.push(folder.join("reached"));
        files.sort();
        let file = files[fastrand::usize(..files.len())].clone();
        let mut bytes = fs::read(&file).unwrap();
        let written = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
        let length = bytes.len();
        let at = match fastrand::u32(..8) {
            0 => fastrand::usize(..length),
            // The end of what was written is where a torn end would be.
            1 => fastrand::usize(written.saturating_sub(600)..written),
            _ => fastrand::usize(..written),
        };
        match kind {
            Kind::Flip => {
                bytes[at] ^= 1 << fastrand::u32(..8);
                fs::write(&file, bytes).unwrap();
            }
            Kind::Cut => {
                File::options().write(true).open(&file).unwrap().set_len(at as u64).unwrap();
            }
            Kind::Removal => fs::remove_file(&file).unwrap(),
        }
        Hit { kind, file, at, length }
    }
}
