//! The journal: every group of changes, one record after the other. A change is acknowledged when
//! its record is on disk.
//!
//! The numbers of changes have no gaps, so the record after a missing one shows that it is missing.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::acknowledged::AcknowledgedFile;
use super::checksum::StateChecksum;
use super::recent::RecentFiles;
use super::record::{self, UNIT};
use super::segment::{self, Segment, SegmentEnd};
use super::temp_file::TempFile;
use super::trees::Writes;

/// The folder of the journal and its checkpoints in the folder of the store.
pub(super) const FOLDER: &str = "journal";

/// The journal, open for writing.
pub(super) struct Journal {
    folder: PathBuf,
    acknowledged: AcknowledgedFile,
    /// The segment that the next record may be written into.
    pub(super) segment: Option<Segment>,
    recent: RecentFiles,
    /// The changes that no segment has yet.
    unsettled: Writes,
    /// The last change in a segment. After a failed write nobody knows it.
    settled: Option<u64>,
    /// The state after the last change.
    state: StateChecksum,
    /// How many bytes were written since the last checkpoint.
    bytes: u64,
    /// Whether the next record begins a new segment.
    is_full: bool,
    has_spare: bool,
    /// Whether a segment was ended for a checkpoint that does not exist yet.
    was_rotated: bool,
}

impl Journal {
    /// Opens the journal at the end that a scan found, or in a new segment. So many `bytes` were
    /// written since the last checkpoint.
    pub(super) fn open(
        folder: &Path,
        end: Option<&SegmentEnd>,
        state: StateChecksum,
        bytes: u64,
    ) -> io::Result<Journal> {
        let segment = end.map(Segment::open).transpose()?;
        Ok(Journal {
            folder: folder.to_owned(),
            acknowledged: AcknowledgedFile::create(folder, state)?,
            recent: RecentFiles::create(folder)?,
            unsettled: Writes::default(),
            settled: Some(state.number),
            segment,
            state,
            bytes,
            is_full: false,
            has_spare: false,
            was_rotated: false,
        })
    }

    /// Writes a record, and returns when it and everything before it is on disk.
    pub(super) fn append(&mut self, writes: Writes, after: StateChecksum) -> io::Result<()> {
        self.unsettled.append(writes);
        self.state = after;
        self.settle()
    }

    /// Writes a record, and leaves it with the operating system. It is on disk with the next one
    /// that is [appended](Journal::append), or when it is [settled](Journal::settle).
    pub(super) fn append_later(&mut self, writes: Writes, after: StateChecksum) -> io::Result<()> {
        let record = record_of(&writes, self.state.number + 1, after)?;
        self.recent.append(&record)?;
        self.unsettled.append(writes);
        self.state = after;
        Ok(())
    }

    /// Writes what no segment has as one record, and returns when it is on disk. After a failure
    /// nothing is written any more.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        let settled = self.settled.take();
        let settled = settled.ok_or_else(|| io::Error::other("an earlier write failed"))?;
        if settled < self.state.number {
            self.write_unsettled(settled + 1)?;
        }
        self.settled = Some(self.state.number);
        Ok(())
    }

    fn write_unsettled(&mut self, first: u64) -> io::Result<()> {
        let after = self.state;
        let record = record_of(&self.unsettled, first, after)?;
        let length = record.len() as u64;
        let segment = match self.segment.take() {
            Some(segment) if !self.is_full && segment.has_room_for(length) => segment,
            Some(_) | None => {
                (self.is_full, self.has_spare) = (false, false);
                Segment::begin(&self.folder, first, UNIT as u64 + length)?
            }
        };
        let segment = self.segment.insert(segment);
        // First, so that the recent files lack nothing that a killed process leaves in a segment.
        self.recent.append(&record)?;
        segment.file.write_all_at(&record, segment.at)?;
        segment.file.sync_data()?;
        self.acknowledged.set(after)?;
        segment.at += length;
        self.bytes += length;
        self.unsettled = Writes::default();
        Ok(())
    }

    /// The length of the records since the last [turn](Journal::turn_recent) in bytes.
    pub(super) fn recent_bytes(&self) -> u64 {
        self.recent.bytes()
    }

    /// Begins the next file for recent records. The caller empties the returned one when the
    /// database is on disk with its changes.
    pub(super) fn turn_recent(&mut self) -> io::Result<Arc<File>> {
        self.settle()?;
        Ok(self.recent.turn())
    }

    /// The state after the last change.
    pub(super) fn state(&self) -> StateChecksum {
        self.state
    }

    /// How many bytes were written since the last checkpoint.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Ends the open segment, so that all segments can be removed when a checkpoint holds their
    /// changes. A second call before that checkpoint ends no segment: each failed attempt would
    /// leave a file.
    pub(super) fn rotate(&mut self) -> io::Result<Rotation> {
        self.settle()?;
        if !self.was_rotated {
            (self.is_full, self.was_rotated) = (true, true);
        }
        let open = self.segment.as_ref().filter(|_| !self.is_full);
        let ended = open.map_or(self.state.number, |open| open.first.saturating_sub(1));
        Ok(Rotation { bytes: self.bytes, ended })
    }

    /// Subtracts the bytes that a new checkpoint holds.
    pub(super) fn record_checkpoint(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
        self.was_rotated = false;
    }

    /// Whether a new segment is needed soon and none is prepared.
    pub(super) fn needs_spare(&self) -> bool {
        !self.has_spare && self.is_nearly_full()
    }

    /// Moves the prepared segment into its place, unless one is there. Only the holder of the
    /// journal's lock uses that place.
    pub(super) fn publish_spare(&mut self, prepared: Option<TempFile>) -> io::Result<()> {
        let spare = segment::spare_path(&self.folder);
        if let Some(prepared) = prepared
            && !spare.exists()
        {
            prepared.publish(&spare)?;
        }
        self.has_spare = spare.exists();
        Ok(())
    }

    fn is_nearly_full(&self) -> bool {
        self.is_full || self.segment.as_ref().is_some_and(|it| it.at > it.size / 2)
    }

    /// Writes all later records into a file that is no segment.
    #[cfg(test)]
    pub(super) fn write_to(&mut self, file: File) {
        self.segment = Some(Segment { file, first: 0, at: 0, size: u64::MAX });
    }
}

/// The bytes of a record.
fn record_of(writes: &Writes, first: u64, after: StateChecksum) -> io::Result<Vec<u8>> {
    let too_long = || io::Error::new(io::ErrorKind::FileTooLarge, "a group is too long");
    record::record(writes, first, after).ok_or_else(too_long)
}

/// The journal at the start of a checkpoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation {
    /// How many bytes were written since the last checkpoint.
    pub(super) bytes: u64,
    /// The last change in the segments that have ended.
    pub(super) ended: u64,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::journal_scan::scan;
    use super::super::test_journal::{append, group, journal, state};
    use super::*;

    #[test]
    fn appended_records_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let lengths = [0, 1, 63, 64, 500, 5_000, 100_000];
        journal(folder.path(), &lengths);
        let found = scan(folder.path()).unwrap();
        assert_eq!((found.faults.len(), found.notes.len()), (0, 0), "{found:?}");
        assert_eq!(found.records.len(), lengths.len());
        assert_eq!((found.at_least, found.reach(1), found.reach(4)), (15, 15, 15));
        assert_eq!(found.state_at(15), Some(state(15)));
        for (record, (number, length)) in found.records.iter().zip((3..).step_by(2).zip(lengths)) {
            let expected = format!("{:?}", group(number, length));
            assert_eq!(format!("{:?}", record.writes().unwrap()), expected);
        }
    }

    #[test]
    fn a_reopened_journal_continues_in_its_segment_and_in_new_ones() {
        let folder = tempfile::tempdir().unwrap();
        let mut lengths = Vec::new();
        let mut state = state(1);
        for round in 0..12 {
            let found = scan(folder.path()).unwrap();
            assert_eq!(found.records.len(), lengths.len());
            let end = found.end.as_ref();
            let mut journal = Journal::open(folder.path(), end, state, 0).unwrap();
            for length in [300_000, 20, 2_000_000, 70_000] {
                append(&mut journal, length);
                lengths.push(length);
            }
            if round % 3 == 0 {
                journal.rotate().unwrap();
            }
            state = journal.state();
        }
        let found = scan(folder.path()).unwrap();
        assert_eq!(found.reach(1), state.number);
        assert_eq!(found.faults, [""; 0]);
        let firsts: Vec<u64> =
            segment::segments(folder.path()).unwrap().into_iter().map(|it| it.0).collect();
        assert!(firsts.len() > 4, "{firsts:?}");
        segment::remove_to(folder.path(), firsts[3]).unwrap();
        let rest = scan(folder.path()).unwrap();
        assert_eq!(rest.reach(firsts[4] - 1), state.number);
        assert_eq!(rest.reach(1), 1);
    }

    fn later(journal: &mut Journal, length: usize) {
        let number = journal.state().number + 2;
        journal.append_later(group(number, length), state(number)).unwrap();
    }

    #[test]
    fn what_nobody_waits_for_is_read_back_and_comes_into_a_segment_with_the_next_record() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10]);
        let ends = || {
            let found = scan(folder.path()).unwrap();
            assert_eq!((found.faults.len(), found.notes.len()), (0, 0), "{found:?}");
            assert_eq!(found.reach(1), found.records.last().unwrap().head.after.number);
            (found.settled, found.reach(1), found.records.len())
        };
        assert_eq!(ends(), (3, 3, 1));
        later(&mut journal, 700);
        later(&mut journal, 0);
        assert_eq!(ends(), (3, 7, 3));
        append(&mut journal, 20);
        assert_eq!(ends(), (9, 9, 2));
        later(&mut journal, 20);
        journal.settle().unwrap();
        assert_eq!(ends(), (11, 11, 3));
        later(&mut journal, 20);
        let full = journal.turn_recent().unwrap();
        later(&mut journal, 20);
        assert_eq!(ends(), (13, 15, 5));
        full.set_len(0).unwrap();
        assert_eq!(ends(), (13, 15, 5));
    }

    #[test]
    fn a_damaged_record_is_read_from_the_recent_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 500, 20]);
        drop(journal.turn_recent().unwrap());
        append(&mut journal, 40);
        let log = segment::path(folder.path(), 2);
        let whole = fs::read(&log).unwrap();
        for at in (UNIT..journal.segment.as_ref().unwrap().at as usize).step_by(40) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            fs::write(&log, bytes).unwrap();
            assert_eq!(scan(folder.path()).unwrap().reach(1), 9, "{at}");
        }
    }

    #[test]
    fn only_the_first_of_several_rotations_ends_a_segment() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 10]);
        let firsts = || {
            segment::segments(folder.path()).unwrap().into_iter().map(|it| it.0).collect::<Vec<_>>()
        };
        assert_eq!(journal.rotate().unwrap().ended, 5);
        assert_eq!(journal.rotate().unwrap().ended, 5);
        for number in [7, 9, 11] {
            append(&mut journal, 10);
            let turned = journal.rotate().unwrap();
            assert_eq!((journal.state().number, turned.ended), (number, 5));
        }
        assert_eq!(firsts(), [2, 6]);
        segment::remove_to(folder.path(), journal.rotate().unwrap().ended).unwrap();
        assert_eq!(firsts(), [6]);
        journal.record_checkpoint(0);
        assert_eq!(journal.rotate().unwrap().ended, 11);
        append(&mut journal, 10);
        assert_eq!(firsts(), [6, 12]);
    }

    #[test]
    fn a_segment_that_is_needed_at_once_does_not_wait_for_a_prepared_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10]);
        let (spare, ahead) =
            (segment::spare_path(folder.path()), folder.path().join(segment::ZEROS_AHEAD));
        let prepared = segment::prepare_spare(folder.path()).unwrap();
        // A record cannot wait for it.
        journal.rotate().unwrap();
        append(&mut journal, 10);
        assert_eq!(fs::metadata(&ahead).unwrap().len(), segment::LATER_BYTES);
        journal.publish_spare(prepared).unwrap();
        assert!(journal.has_spare && spare.exists() && !ahead.exists());
        // Another one was there before it was ready.
        fs::rename(&spare, folder.path().join("other")).unwrap();
        let prepared = segment::prepare_spare(folder.path()).unwrap();
        fs::rename(folder.path().join("other"), &spare).unwrap();
        fs::write(&spare, "the other one").unwrap();
        journal.publish_spare(prepared).unwrap();
        assert!(journal.has_spare && !ahead.exists());
        assert_eq!(fs::read(&spare).unwrap(), b"the other one");
        assert!(segment::prepare_spare(folder.path()).unwrap().is_none());
        // One that is too short is replaced.
        journal.record_checkpoint(0);
        journal.rotate().unwrap();
        append(&mut journal, 10);
        assert!(!journal.has_spare && !spare.exists());
        journal.publish_spare(None).unwrap();
        assert!(!journal.has_spare);
        assert_eq!(scan(folder.path()).unwrap().reach(1), 7);
    }
}
