//! The files of the journal. Each is a segment: it is filled with zeros before records are written
//! into it, and its name is the number of its first change.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use super::record::{SegmentHead, UNIT};
use super::temp_file::TempFile;

/// The length of the first segment in bytes.
const FIRST_BYTES: u64 = 1 << 20;

/// The least length of a later segment in bytes.
pub(super) const LATER_BYTES: u64 = 4 << 20;

/// The file that becomes the next segment.
const SPARE: &str = "spare.new";

/// The unfinished spare of the writing thread, which waits for it.
const ZEROS_NOW: &str = "zeros-now.new";

/// The unfinished spare of the maintenance thread.
pub(super) const ZEROS_AHEAD: &str = "zeros-ahead.new";

const EXTENSION: &str = "log";

/// A segment that is open for writing.
pub(super) struct Segment {
    pub(super) file: File,
    /// The number of its first change.
    pub(super) first: u64,
    /// The place of the next record.
    pub(super) at: u64,
    pub(super) size: u64,
}

/// The end of the records in a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SegmentEnd {
    pub(super) file: PathBuf,
    /// The number of the segment's first change.
    pub(super) first: u64,
    pub(super) at: u64,
    pub(super) size: u64,
    /// Whether only zeros follow.
    pub(super) is_clean: bool,
}

impl Segment {
    /// Opens the segment with this end, and fills what follows the end with zeros.
    pub(super) fn open(end: &SegmentEnd) -> io::Result<Segment> {
        let file = File::options().read(true).write(true).open(&end.file)?;
        if !end.is_clean {
            fill(&file, end.at, end.size)?;
            file.sync_all()?;
        }
        Ok(Segment { file, first: end.first, at: end.at, size: end.size })
    }

    /// Begins a segment of at least so many bytes, from the spare if that is long enough.
    pub(super) fn begin(folder: &Path, first: u64, at_least: u64) -> io::Result<Segment> {
        let spare = spare_path(folder);
        let is_ready = fs::metadata(&spare).is_ok_and(|it| it.len() >= at_least);
        if !is_ready {
            let is_first = segments(folder)?.is_empty();
            let size = at_least.max(if is_first { FIRST_BYTES } else { LATER_BYTES });
            zeros(folder.join(ZEROS_NOW), size)?.publish(&spare)?;
        }
        let file = File::options().read(true).write(true).open(&spare)?;
        let size = file.metadata()?.len();
        file.write_all_at(&SegmentHead { size, first }.to_bytes(), 0)?;
        file.sync_all()?;
        fs::rename(&spare, path(folder, first))?;
        kradan_disk::sync(folder)?;
        Ok(Segment { file, first, at: UNIT as u64, size })
    }

    pub(super) fn has_room_for(&self, length: u64) -> bool {
        self.size - self.at >= length
    }
}

pub(super) fn path(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("{first:020}.{EXTENSION}"))
}

pub(super) fn spare_path(folder: &Path) -> PathBuf {
    folder.join(SPARE)
}

/// Makes the file that becomes the next segment, unless there is one. The writing thread may write
/// records at the same time.
pub(super) fn prepare_spare(folder: &Path) -> io::Result<Option<TempFile>> {
    let is_there = spare_path(folder).exists();
    (!is_there).then(|| zeros(folder.join(ZEROS_AHEAD), LATER_BYTES)).transpose()
}

/// Makes a file of zeros, and returns when it is on disk.
fn zeros(path: PathBuf, size: u64) -> io::Result<TempFile> {
    let (unpublished, file) = TempFile::create(path)?;
    fill(&file, 0, size.next_multiple_of(UNIT as u64))?;
    file.sync_all()?;
    Ok(unpublished)
}

/// Writes zeros from one place up to another, in pieces of a page. The system keeps a larger piece
/// in one part, and writes all of that part for every record in it.
fn fill(file: &File, from: u64, to: u64) -> io::Result<()> {
    static ZEROS: [u8; 1 << 12] = [0; 1 << 12];
    let mut at = from;
    while at < to {
        let length = (to - at).min(ZEROS.len() as u64);
        file.write_all_at(&ZEROS[..length as usize], at)?;
        at += length;
    }
    Ok(())
}

/// The segments in a folder, each with the number of its first change, the oldest first.
pub(super) fn segments(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let number = path.file_stem().and_then(|name| name.to_str()?.parse().ok());
        if let Some(number) = number
            && path.extension().is_some_and(|it| it == EXTENSION)
        {
            found.push((number, path));
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// Removes the segments that begin with this change or an earlier one.
pub(super) fn remove_to(folder: &Path, number: u64) -> io::Result<()> {
    for (first, path) in segments(folder)? {
        if first <= number {
            fs::remove_file(path)?;
        }
    }
    kradan_disk::sync(folder)
}
