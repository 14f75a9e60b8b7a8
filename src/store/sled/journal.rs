//! The journal: every group of changes, one after the other, in files of which each is named by
//! the number of its first change. A change is acknowledged when its record is on disk.
//!
//! Numbers have no gaps, so a record that is missing is noticed by the one after it.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use super::acknowledged::AcknowledgedFile;
use super::checksum::StateChecksum;
use super::error::{is_damage, named};
use super::record::{self, BodyError, RecordHead, SegmentHead, UNIT};
use super::temp_file::TempFile;
use super::trees::Writes;

/// Where the journal and its checkpoints are, in the folder of the store.
pub(super) const FOLDER: &str = "journal";

/// How long the first segment is, and how long later ones are.
const FIRST_BYTES: u64 = 1 << 20;
const LATER_BYTES: u64 = 4 << 20;

const SPARE: &str = "spare.new";

/// A spare segment that is being made, by a thread that waits for it and by one beside it.
const ZEROS_NOW: &str = "zeros-now.new";
const ZEROS_AHEAD: &str = "zeros-ahead.new";
const EXTENSION: &str = "log";

/// The journal as the writing thread has it.
pub(super) struct Journal {
    folder: PathBuf,
    mark: AcknowledgedFile,
    segment: Option<Segment>,
    /// After the last record.
    state: StateChecksum,
    /// How many bytes were written since the last checkpoint.
    bytes: u64,
    is_full: bool,
    has_spare: bool,
    /// Whether a segment was ended for a checkpoint that is not made yet.
    was_rotated: bool,
}

struct Segment {
    file: File,
    /// The number of its first change.
    first: u64,
    at: u64,
    size: u64,
}

impl Journal {
    /// Goes on at the end of what a [`scan`] found, or in a new segment.
    pub(super) fn open(
        folder: &Path,
        tail: Option<&JournalEnd>,
        state: StateChecksum,
        bytes: u64,
    ) -> io::Result<Journal> {
        let segment = tail.map(Segment::open).transpose()?;
        Ok(Journal {
            folder: folder.to_owned(),
            mark: AcknowledgedFile::create(folder, state)?,
            segment,
            state,
            bytes,
            is_full: false,
            has_spare: false,
            was_rotated: false,
        })
    }

    /// Writes a record, and returns when it is on disk.
    pub(super) fn append(&mut self, writes: &Writes, after: StateChecksum) -> io::Result<()> {
        let first = self.state.number + 1;
        let too_long = || io::Error::new(io::ErrorKind::FileTooLarge, "a group is too long");
        let record = record::record(writes, first, after).ok_or_else(too_long)?;
        let length = record.len() as u64;
        let segment = match self.segment.take() {
            Some(segment) if !self.is_full && segment.has_room_for(length) => segment,
            Some(_) | None => {
                (self.is_full, self.has_spare) = (false, false);
                Segment::begin(&self.folder, first, UNIT as u64 + length)?
            }
        };
        let segment = self.segment.insert(segment);
        segment.file.write_all_at(&record, segment.at)?;
        segment.file.sync_data()?;
        self.mark.set(after)?;
        segment.at += length;
        self.bytes += length;
        self.state = after;
        Ok(())
    }

    /// The state after the last record.
    pub(super) fn state(&self) -> StateChecksum {
        self.state
    }

    /// How many bytes were written since the last checkpoint.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Has the next record begin a new segment, so that the ones there are can go when a checkpoint
    /// holds what they do. After an attempt that failed the open segment goes on: there would be a
    /// new file for each attempt.
    pub(super) fn rotate(&mut self) -> Rotation {
        if !self.was_rotated {
            (self.is_full, self.was_rotated) = (true, true);
        }
        let open = self.segment.as_ref().filter(|_| !self.is_full);
        let ended = open.map_or(self.state.number, |open| open.first.saturating_sub(1));
        Rotation { state: self.state, bytes: self.bytes, ended }
    }

    /// Counts off what a new checkpoint holds.
    pub(super) fn has_checkpoint(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_sub(bytes);
        self.was_rotated = false;
    }

    /// Whether a new segment will be wanted soon, and is not prepared.
    pub(super) fn wants_spare(&self) -> bool {
        !self.has_spare && self.is_nearly_full()
    }

    /// Puts the next segment into its place if there is none by now. While somebody holds the
    /// journal nobody else uses that place.
    pub(super) fn keep_spare(&mut self, prepared: Option<TempFile>) -> io::Result<()> {
        let place = self.folder.join(SPARE);
        if let Some(prepared) = prepared
            && !place.exists()
        {
            prepared.publish(&place)?;
        }
        self.has_spare = place.exists();
        Ok(())
    }

    fn is_nearly_full(&self) -> bool {
        self.is_full || self.segment.as_ref().is_some_and(|it| it.at > it.size / 2)
    }

    /// Writes into a file that is no segment.
    #[cfg(test)]
    pub(super) fn write_to(&mut self, file: File) {
        self.segment = Some(Segment { file, first: 0, at: 0, size: u64::MAX });
    }
}

/// The journal when a checkpoint was begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rotation {
    /// After the last record.
    pub(super) state: StateChecksum,
    /// How many bytes the checkpoint holds of those that were written since the last one.
    pub(super) bytes: u64,
    /// The last change in segments that nothing is added to.
    pub(super) ended: u64,
}

impl Segment {
    fn open(tail: &JournalEnd) -> io::Result<Segment> {
        let file = File::options().read(true).write(true).open(&tail.file)?;
        if !tail.is_clean {
            fill(&file, tail.at, tail.size)?;
            file.sync_all()?;
        }
        Ok(Segment { file, first: tail.first, at: tail.at, size: tail.size })
    }

    fn begin(folder: &Path, first: u64, at_least: u64) -> io::Result<Segment> {
        let spare = folder.join(SPARE);
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
        sync(folder)?;
        Ok(Segment { file, first, at: UNIT as u64, size })
    }

    fn has_room_for(&self, length: u64) -> bool {
        self.size - self.at >= length
    }
}

/// Makes the file that becomes the next segment, unless it is there. Records may be written
/// meanwhile.
pub(super) fn prepare_spare(folder: &Path) -> io::Result<Option<TempFile>> {
    let is_there = folder.join(SPARE).exists();
    (!is_there).then(|| zeros(folder.join(ZEROS_AHEAD), LATER_BYTES)).transpose()
}

/// A file of zeros, which is on disk.
fn zeros(path: PathBuf, size: u64) -> io::Result<TempFile> {
    let (site, file) = TempFile::create(path)?;
    fill(&file, 0, size.next_multiple_of(UNIT as u64))?;
    file.sync_all()?;
    Ok(site)
}

fn fill(file: &File, from: u64, to: u64) -> io::Result<()> {
    static ZEROS: [u8; 1 << 16] = [0; 1 << 16];
    let mut at = from;
    while at < to {
        let length = (to - at).min(ZEROS.len() as u64);
        file.write_all_at(&ZEROS[..length as usize], at)?;
        at += length;
    }
    Ok(())
}

fn path(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("{first:020}.{EXTENSION}"))
}

/// The segments, each with the number of its first change, the oldest first.
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
    sync(folder)
}

pub(super) fn sync(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// What was found in the journal's files.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// What reads, the oldest first.
    pub(super) records: Vec<Record>,
    /// What is damaged: which file, and what of it.
    pub(super) faults: Vec<String>,
    /// What is as a machine leaves it that stops while it writes.
    pub(super) notes: Vec<String>,
    /// A change of this number or a later one was written, whether it still reads or not.
    pub(super) at_least: u64,
    /// Where the journal can go on.
    pub(super) tail: Option<JournalEnd>,
    /// What a later version of the program wrote.
    pub(super) newer: Option<String>,
}

/// Where a record is.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) file: PathBuf,
    at: u64,
    pub(super) head: RecordHead,
}

/// The end of the last segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JournalEnd {
    file: PathBuf,
    first: u64,
    at: u64,
    size: u64,
    /// Whether only zeros follow.
    is_clean: bool,
}

impl Scan {
    /// How far one comes from a state by all records that follow it without a gap.
    pub(super) fn reach(&self, from: u64) -> u64 {
        self.after(from).last().map_or(from, |record| record.head.after.number)
    }

    /// The records that follow a state without a gap.
    pub(super) fn after(&self, from: u64) -> impl Iterator<Item = &Record> {
        let mut reached = from;
        self.records.iter().filter(move |record| {
            let follows = record.head.first <= reached + 1 && record.head.after.number > reached;
            if follows {
                reached = record.head.after.number;
            }
            follows
        })
    }

    /// The state after a change, if a record ends with it.
    pub(super) fn state_at(&self, number: u64) -> Option<StateChecksum> {
        let at = self.records.iter().rev().find(|record| record.head.after.number == number);
        at.map(|record| record.head.after)
    }

    /// How many bytes the records have.
    pub(super) fn bytes(&self) -> u64 {
        self.records.iter().map(|it| (UNIT + record::aligned(it.head.length)) as u64).sum()
    }

    fn saw(&mut self, number: u64) {
        self.at_least = self.at_least.max(number);
    }
}

impl Record {
    /// What the record's changes are.
    pub(super) fn writes(&self) -> io::Result<Writes> {
        let mut body = vec![0; self.head.length];
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a record is damaged");
        File::open(&self.file)?.read_exact_at(&mut body, self.at + UNIT as u64)?;
        if !self.head.is_of(&body) {
            return Err(damaged());
        }
        record::writes(&body).map_err(|_| damaged())
    }
}

/// Reads all segments of a journal. Only what the system itself refuses is an error; whatever is
/// wrong with the files is in what is found.
pub(super) fn scan(folder: &Path) -> io::Result<Scan> {
    let mut scan = Scan::default();
    let segments = segments(folder)?;
    let last = segments.last().map(|&(first, _)| first);
    for (first, path) in segments {
        match fs::read(&path) {
            Ok(bytes) => scan_segment(&bytes, first, &path, &mut scan),
            Err(error) if !is_damage(&error) => return Err(named(&path)(error)),
            Err(error) => {
                scan.faults.push(format!("{} cannot be read: {error}", path.display()));
                scan.saw(first);
            }
        }
        if Some(first) != last {
            scan.tail = None;
            // Only the last one is ever left unfinished.
            scan.faults.append(&mut scan.notes);
        }
    }
    Ok(scan)
}

/// Reads one segment, which the records before it are followed by.
fn scan_segment(bytes: &[u8], first: u64, path: &Path, scan: &mut Scan) {
    let name = path.display();
    let head = SegmentHead::from_bytes(bytes).filter(|head| head.first == first);
    let size = bytes.len() as u64;
    let faults_before = scan.faults.len();
    match head {
        None => scan.faults.push(format!("{name}: its head is damaged")),
        Some(head) if head.size != size => {
            scan.faults.push(format!("{name} has {size} bytes, and had {}", head.size));
        }
        Some(_) => {}
    }
    if bytes.len() < UNIT {
        scan.saw(first);
    }
    let mut highest = first.saturating_sub(1);
    let mut at = UNIT;
    // Whether the end of what was written is seen.
    let mut has_end = false;
    while at + UNIT <= bytes.len() {
        let rest = &bytes[at..];
        let Some(head) = RecordHead::from_bytes(rest) else {
            if let Some(next) = next_record(bytes, at + UNIT, highest) {
                scan.faults.push(format!("{name}: damaged after change {highest}"));
                at = next;
                continue;
            }
            has_end = true;
            // A record's body is never of zeros alone, and neither is a part of it.
            if !record::is_zero(&rest[..UNIT]) && !record::is_zero(&rest[UNIT..]) {
                scan.faults.push(format!("{name}: damaged after change {highest}"));
                scan.saw(highest + 1);
            }
            break;
        };
        let (start, end) = (at + UNIT, at + UNIT + head.length);
        let Some(body) = bytes.get(start..end) else {
            scan.faults.push(format!("{name} ends within change {}", head.first));
            scan.saw(head.after.number);
            has_end = true;
            break;
        };
        let next = record::aligned(end);
        if head.is_of(body) {
            match record::writes(body) {
                Ok(_) => {
                    let file = path.to_owned();
                    scan.records.push(Record { file, at: at as u64, head });
                }
                Err(BodyError::TreeId(part)) => scan.newer = Some(part),
                Err(BodyError::Malformed) => {
                    scan.faults.push(format!("{name}: change {} is malformed", head.first));
                }
            }
        } else if record::is_torn(bytes, start, end)
            && next_record(bytes, next, head.after.number).is_none()
        {
            has_end = true;
            break;
        } else {
            let (from, to) = (head.first, head.after.number);
            scan.faults.push(format!("{name}: damaged in changes {from} to {to}"));
        }
        highest = highest.max(head.after.number);
        scan.saw(highest);
        at = next;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    let is_shorter = head.is_some_and(|head| head.size > size);
    if is_shorter && !has_end && (rest.len() < 4 || !record::is_zero(rest)) {
        // What was cut off may have been a record.
        scan.saw(highest + 1);
    }
    if scan.faults.len() == faults_before {
        let is_clean = record::is_zero(rest);
        if !is_clean {
            scan.notes.push(format!("{name}: what follows change {highest} was never finished"));
        }
        let file = path.to_owned();
        let at = at.min(bytes.len()) as u64;
        scan.tail = Some(JournalEnd { file, first, at, size, is_clean });
    } else {
        scan.tail = None;
    }
}

/// Where the next record is whose changes come after a number.
fn next_record(bytes: &[u8], from: usize, after: u64) -> Option<usize> {
    (record::aligned(from)..bytes.len()).step_by(UNIT).find(|&at| {
        bytes[at] != 0
            && RecordHead::from_bytes(&bytes[at..]).is_some_and(|head| {
                head.first > after
                    && bytes
                        .get(at + UNIT..at + UNIT + head.length)
                        .is_some_and(|it| head.is_of(it))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::sled::keys::TreeId;

    fn state(number: u64) -> StateChecksum {
        StateChecksum { number, rows: number * 3, sum: number.wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }

    fn group(number: u64, length: usize) -> Writes {
        let mut writes = Writes::default();
        writes.set(TreeId::Tables, number.to_be_bytes().to_vec(), Some(vec![b'x'; length]));
        writes.set(TreeId::DueTables, vec![1; 24], Some(Vec::new()));
        writes.set(TreeId::OutboxByTime, vec![2; 24], None);
        writes
    }

    /// A journal of groups with so many changes each, by the lengths of their values.
    fn journal(folder: &Path, lengths: &[usize]) -> Journal {
        let mut journal = Journal::open(folder, None, state(1), 0).unwrap();
        for &length in lengths {
            append(&mut journal, length);
        }
        journal
    }

    fn append(journal: &mut Journal, length: usize) {
        let number = journal.state().number + 2;
        journal.append(&group(number, length), state(number)).unwrap();
    }

    #[test]
    fn what_was_appended_reads_back() {
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
    fn it_goes_on_where_it_was_and_in_new_segments() {
        let folder = tempfile::tempdir().unwrap();
        let mut lengths = Vec::new();
        let mut state = state(1);
        for round in 0..12 {
            let found = scan(folder.path()).unwrap();
            assert_eq!(found.records.len(), lengths.len());
            let tail = found.tail.as_ref();
            let mut journal = Journal::open(folder.path(), tail, state, 0).unwrap();
            for length in [300_000, 20, 2_000_000, 70_000] {
                append(&mut journal, length);
                lengths.push(length);
            }
            if round % 3 == 0 {
                journal.rotate();
            }
            state = journal.state();
        }
        let found = scan(folder.path()).unwrap();
        assert_eq!(found.reach(1), state.number);
        assert_eq!(found.faults, [""; 0]);
        let firsts: Vec<u64> =
            segments(folder.path()).unwrap().into_iter().map(|it| it.0).collect();
        assert!(firsts.len() > 4, "{firsts:?}");
        remove_to(folder.path(), firsts[3]).unwrap();
        let rest = scan(folder.path()).unwrap();
        assert_eq!(rest.reach(firsts[4] - 1), state.number);
        assert_eq!(rest.reach(1), 1);
    }

    #[test]
    fn only_the_first_of_several_attempts_ends_a_segment() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 10]);
        let firsts =
            || segments(folder.path()).unwrap().into_iter().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(journal.rotate().ended, 5);
        assert_eq!(journal.rotate().ended, 5);
        for number in [7, 9, 11] {
            append(&mut journal, 10);
            let turned = journal.rotate();
            assert_eq!((turned.state.number, turned.ended), (number, 5));
        }
        assert_eq!(firsts(), [2, 6]);
        remove_to(folder.path(), journal.rotate().ended).unwrap();
        assert_eq!(firsts(), [6]);
        journal.has_checkpoint(0);
        assert_eq!(journal.rotate().ended, 11);
        append(&mut journal, 10);
        assert_eq!(firsts(), [6, 12]);
    }

    #[test]
    fn a_segment_that_is_wanted_at_once_and_one_that_is_prepared_are_two() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10]);
        let (spare, ahead) = (folder.path().join(SPARE), folder.path().join(ZEROS_AHEAD));
        let prepared = prepare_spare(folder.path()).unwrap();
        // A record cannot wait for it.
        journal.rotate();
        append(&mut journal, 10);
        assert_eq!(fs::metadata(&ahead).unwrap().len(), LATER_BYTES);
        journal.keep_spare(prepared).unwrap();
        assert!(journal.has_spare && spare.exists() && !ahead.exists());
        // Another one was there before it was ready.
        fs::rename(&spare, folder.path().join("other")).unwrap();
        let prepared = prepare_spare(folder.path()).unwrap();
        fs::rename(folder.path().join("other"), &spare).unwrap();
        fs::write(&spare, "the other one").unwrap();
        journal.keep_spare(prepared).unwrap();
        assert!(journal.has_spare && !ahead.exists());
        assert_eq!(fs::read(&spare).unwrap(), b"the other one");
        assert!(prepare_spare(folder.path()).unwrap().is_none());
        // One that is too short is replaced.
        journal.has_checkpoint(0);
        journal.rotate();
        append(&mut journal, 10);
        assert!(!journal.has_spare && !spare.exists());
        journal.keep_spare(None).unwrap();
        assert!(!journal.has_spare);
        assert_eq!(scan(folder.path()).unwrap().reach(1), 7);
    }

    #[test]
    fn a_segment_that_is_gone_leaves_a_gap() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 10]);
        for _ in 0..2 {
            journal.rotate();
            append(&mut journal, 10);
            journal.has_checkpoint(0);
        }
        fs::remove_file(path(folder.path(), 6)).unwrap();
        let found = scan(folder.path()).unwrap();
        assert_eq!((found.reach(1), found.at_least, found.reach(7)), (5, 9, 9));
    }

    /// Whatever is flipped or cut off: what reads is what was written, and what no longer reads is
    /// missed, unless nothing of it was needed.
    #[test]
    fn damage_is_a_named_fault_or_harmless() {
        let folder = tempfile::tempdir().unwrap();
        let lengths = [10, 700, 0, 3_000, 40];
        let journal = journal(folder.path(), &lengths);
        let path = path(folder.path(), 2);
        let whole = fs::read(&path).unwrap();
        let written = journal.segment.as_ref().unwrap().at as usize;
        let last = journal.state().number;
        let check = |bytes: &[u8], what: &str| {
            let mut found = Scan::default();
            scan_segment(bytes, 2, &path, &mut found);
            for record in &found.records {
                let at = record.at as usize;
                let end = at + UNIT + record.head.length;
                assert_eq!(bytes[at..end], whole[at..end], "{what}");
            }
            let is_whole = found.reach(1) == last;
            assert!(found.reach(1) >= last || found.at_least > found.reach(1), "{what}: {found:?}");
            assert!(is_whole || !found.faults.is_empty(), "{what}: {found:?}");
            is_whole
        };
        for at in 0..written + 512 {
            let mut bytes = whole.clone();
            bytes.truncate(written + 1_024);
            bytes[at] ^= 1 << (at % 8);
            let head = SegmentHead { size: bytes.len() as u64, first: 2 };
            if at >= UNIT {
                bytes[..UNIT].copy_from_slice(&head.to_bytes());
            }
            let is_whole = check(&bytes, &format!("bit {} of byte {at}", at % 8));
            assert!(is_whole || at < written, "{at}");
        }
        for length in (0..written + 200).chain([whole.len() - 1]) {
            let is_whole = check(&whole[..length], &format!("cut to {length}"));
            assert!(is_whole || length < written, "{length}");
        }
    }

    #[test]
    fn what_a_machine_had_not_finished_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 700]);
        let before = journal.segment.as_ref().unwrap().at as usize;
        append(&mut journal, 1_200);
        let after = journal.segment.as_ref().unwrap().at as usize;
        let path = path(folder.path(), 2);
        let whole = fs::read(&path).unwrap();
        let sectors: Vec<usize> = (before / 512..after.div_ceil(512)).collect();
        for missing in 1..1_u32 << sectors.len() {
            let mut bytes = whole.clone();
            for (index, sector) in sectors.iter().enumerate() {
                if missing & 1 << index != 0 {
                    bytes[(sector * 512).max(before)..((sector + 1) * 512).min(after)].fill(0);
                }
            }
            let mut found = Scan::default();
            scan_segment(&bytes, 2, &path, &mut found);
            // Of the last sector only the padding may be missing.
            let reached = found.reach(1);
            assert!(reached == 5 || bytes == whole, "{missing:b}: {found:?}");
            assert_eq!((found.faults.len(), found.at_least), (0, reached), "{missing:b}");
            fs::write(&path, &bytes).unwrap();
            let mut again =
                Journal::open(folder.path(), found.tail.as_ref(), state(reached), 0).unwrap();
            append(&mut again, 1);
            let found = scan(folder.path()).unwrap();
            assert_eq!(
                (found.reach(1), found.faults.len(), found.notes.len()),
                (reached + 2, 0, 0)
            );
        }
    }
}
