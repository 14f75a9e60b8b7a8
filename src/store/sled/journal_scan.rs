//! Reads the files of the journal, and says which records are whole, what is damaged, and where the
//! journal can go on.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Arc;

use super::checksum::StateChecksum;
use super::error::{is_damage, named};
use super::recent;
use super::record::{self, BodyError, RecordHead, SegmentHead, UNIT};
use super::segment::{self, SegmentEnd};
use super::trees::Writes;

/// What was found in the journal's files.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The records that are whole, the oldest first.
    pub(super) records: Vec<Record>,
    /// A line for each damage, with its file.
    pub(super) faults: Vec<String>,
    /// A line for each write that was cut short when the machine stopped.
    pub(super) notes: Vec<String>,
    /// The highest change that was written, as far as that shows. Its record may be damaged.
    pub(super) at_least: u64,
    /// The last change in a segment.
    pub(super) settled: u64,
    /// Where the journal can go on.
    pub(super) end: Option<SegmentEnd>,
    /// The name of a tree that only a later version of the program knows.
    pub(super) newer: Option<String>,
}

/// The place of a record.
#[derive(Clone, Debug)]
pub(super) struct Record {
    pub(super) file: Arc<Path>,
    at: u64,
    pub(super) head: RecordHead,
}

impl Scan {
    /// The last change that can be reached from a state by records without a gap.
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

    /// The written changes after a state that no whole record holds: the first and the last of
    /// each range.
    pub(super) fn gaps(&self, from: u64) -> Vec<(u64, u64)> {
        let mut reached = from;
        let mut gaps = Vec::new();
        for RecordHead { first, after, .. } in self.records.iter().map(|record| record.head) {
            if first > reached + 1 {
                gaps.push((reached + 1, first - 1));
            }
            reached = reached.max(after.number);
        }
        if reached < self.at_least {
            gaps.push((reached + 1, self.at_least));
        }
        gaps
    }

    /// The state after a change, if a record ends with it.
    pub(super) fn state_at(&self, number: u64) -> Option<StateChecksum> {
        let at = self.records.iter().rev().find(|record| record.head.after.number == number);
        at.map(|record| record.head.after)
    }

    /// The length of all records in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.records.iter().map(|it| (UNIT + record::aligned(it.head.length)) as u64).sum()
    }

    /// Adds the records of the [recent] files that hold what no segment holds.
    fn add_recent(&mut self, recent: Vec<Record>) {
        self.settled = self.records.last().map_or(0, |record| record.head.after.number);
        let is_held = |records: &[Record], head: RecordHead| {
            let until = records.partition_point(|record| record.head.first <= head.first);
            let before = until.checked_sub(1).map(|at| records[at].head.after.number);
            before.is_some_and(|last| last >= head.after.number)
        };
        let in_segments = std::mem::take(&mut self.records);
        let recent = recent.into_iter().filter(|record| !is_held(&in_segments, record.head));
        self.records = recent.collect();
        self.records.extend(in_segments);
        self.records.sort_by_key(|record| (record.head.first, record.head.after.number));
    }

    fn note_written(&mut self, number: u64) {
        self.at_least = self.at_least.max(number);
    }
}

impl Record {
    /// Reads the record's changes from its file.
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

/// Reads all segments of a journal, and its recent files.
///
/// # Errors
///
/// What the operating system refuses. Damage is no error: it stands in the result.
pub(super) fn scan(folder: &Path) -> io::Result<Scan> {
    let (mut scan, mut recent) = (Scan::default(), Vec::new());
    let segments = segment::segments(folder)?;
    let last = segments.last().map(|&(first, _)| first);
    for (first, path) in segments {
        let path: Arc<Path> = Arc::from(path);
        match fs::read(&path) {
            Ok(bytes) => scan_segment(&bytes, first, &path, &mut scan),
            Err(error) if !is_damage(&error) => return Err(named(&path)(error)),
            Err(error) => {
                scan.faults.push(format!("{} cannot be read: {error}", path.display()));
                scan.note_written(first);
            }
        }
        if Some(first) != last {
            scan.end = None;
            // Only the last segment may be unfinished.
            scan.faults.append(&mut scan.notes);
        }
    }
    for path in recent::paths(folder) {
        let path: Arc<Path> = Arc::from(path);
        match fs::read(&path) {
            Ok(bytes) => recent.extend(whole_records(&bytes, &path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound || is_damage(&error) => {}
            Err(error) => return Err(named(&path)(error)),
        }
    }
    scan.add_recent(recent);
    Ok(scan)
}

/// The whole records among these bytes of a file.
fn whole_records(bytes: &[u8], file: &Arc<Path>) -> Vec<Record> {
    let mut records = Vec::new();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| rest.len() >= UNIT) {
        let whole = RecordHead::from_bytes(rest).filter(|head| {
            let body = rest.get(UNIT..UNIT + head.length);
            body.is_some_and(|body| head.is_of(body) && record::check(body).is_ok())
        });
        at += UNIT;
        if let Some(head) = whole {
            records.push(Record { file: Arc::clone(file), at: (at - UNIT) as u64, head });
            at += record::aligned(head.length);
        }
    }
    records
}

/// Adds what one segment holds to what the segments before it hold.
fn scan_segment(bytes: &[u8], first: u64, path: &Arc<Path>, scan: &mut Scan) {
    let faults_before = scan.faults.len();
    let head = SegmentHead::from_bytes(bytes).filter(|head| head.first == first);
    let highest = first.saturating_sub(1);
    let mut reader = SegmentReader { bytes, path, head, at: UNIT, highest, has_end: false, scan };
    reader.check_head(first);
    while !reader.has_end && reader.at + UNIT <= bytes.len() {
        match RecordHead::from_bytes(&bytes[reader.at..]) {
            Some(head) => reader.read_record(head),
            None => reader.skip_to_next_record(),
        }
    }
    reader.check_missing_end();
    if reader.scan.faults.len() == faults_before {
        reader.set_end(first);
    } else {
        reader.scan.end = None;
    }
}

/// The reading of one segment.
struct SegmentReader<'a> {
    bytes: &'a [u8],
    path: &'a Arc<Path>,
    /// `None` if it is damaged.
    head: Option<SegmentHead>,
    /// The place of the next record.
    at: usize,
    /// The last change whose record was found.
    highest: u64,
    /// Whether the end of the written records was found.
    has_end: bool,
    scan: &'a mut Scan,
}

impl SegmentReader<'_> {
    fn fault(&mut self, what: &str) {
        self.scan.faults.push(format!("{}{what}", self.path.display()));
    }

    fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn check_head(&mut self, first: u64) {
        match self.head {
            None => self.fault(": its head is damaged"),
            Some(head) if head.size != self.size() => {
                self.fault(&format!(" has {} bytes, and had {}", self.size(), head.size));
            }
            Some(_) => {}
        }
        if self.bytes.len() < UNIT {
            self.scan.note_written(first);
        }
    }

    /// Goes on at the next record where there is none, or ends the reading if there is none later.
    fn skip_to_next_record(&mut self) {
        let (at, highest) = (self.at, self.highest);
        if let Some(next) = next_record(self.bytes, at + UNIT, highest) {
            self.fault(&format!(": damaged after change {highest}"));
            self.at = next;
            return;
        }
        self.has_end = true;
        let (head, rest) = self.bytes[at..].split_at(UNIT);
        // A record's body is never all zeros, and neither is a part of it.
        if !record::is_zero(head) && !record::is_zero(rest) {
            self.fault(&format!(": damaged after change {highest}"));
            self.scan.note_written(highest + 1);
        }
    }

    fn read_record(&mut self, head: RecordHead) {
        let (start, end) = (self.at + UNIT, self.at + UNIT + head.length);
        let (first, last) = (head.first, head.after.number);
        let Some(body) = self.bytes.get(start..end) else {
            self.fault(&format!(" ends within change {first}"));
            self.scan.note_written(last);
            self.has_end = true;
            return;
        };
        let next = record::aligned(end);
        if head.is_of(body) {
            self.add_record(head, body);
        } else if record::is_torn(self.bytes, start, end)
            && next_record(self.bytes, next, last).is_none()
        {
            self.has_end = true;
            return;
        } else {
            self.fault(&format!(": damaged in changes {first} to {last}"));
        }
        self.highest = self.highest.max(last);
        self.scan.note_written(self.highest);
        self.at = next;
    }

    fn add_record(&mut self, head: RecordHead, body: &[u8]) {
        match record::check(body) {
            Ok(()) => {
                let (file, at) = (Arc::clone(self.path), self.at as u64);
                self.scan.records.push(Record { file, at, head });
            }
            Err(BodyError::TreeId(name)) => self.scan.newer = Some(name),
            Err(BodyError::Malformed) => {
                self.fault(&format!(": change {} is malformed", head.first));
            }
        }
    }

    /// The bytes after the last record.
    fn rest(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Counts a change that may have been in the bytes that are missing from the file's end.
    fn check_missing_end(&mut self) {
        let is_shorter = self.head.is_some_and(|head| head.size > self.size());
        let rest = self.rest();
        if is_shorter && !self.has_end && (rest.len() < 4 || !record::is_zero(rest)) {
            self.scan.note_written(self.highest + 1);
        }
    }

    /// Notes where a segment without damage ends.
    fn set_end(&mut self, first: u64) {
        let is_clean = record::is_zero(self.rest());
        if !is_clean {
            let (name, highest) = (self.path.display(), self.highest);
            let note = format!("{name}: what follows change {highest} was never finished");
            self.scan.notes.push(note);
        }
        let at = self.at.min(self.bytes.len()) as u64;
        let (file, size) = (self.path.to_path_buf(), self.size());
        self.scan.end = Some(SegmentEnd { file, first, at, size, is_clean });
    }
}

/// The place of the next record whose changes come after a number.
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
    use super::super::journal::Journal;
    use super::super::test_journal::{append, journal, state};
    use super::*;

    #[test]
    fn a_missing_segment_leaves_a_gap() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 10]);
        for _ in 0..2 {
            journal.rotate().unwrap();
            append(&mut journal, 10);
            journal.record_checkpoint(0);
        }
        journal.turn_recent().unwrap().set_len(0).unwrap();
        fs::remove_file(segment::path(folder.path(), 6)).unwrap();
        let found = scan(folder.path()).unwrap();
        assert_eq!((found.reach(1), found.at_least, found.reach(7)), (5, 9, 9));
    }

    /// Whatever is flipped or cut off: what reads is what was written, and what no longer reads is
    /// missed, unless nothing of it was needed.
    #[test]
    fn damage_is_a_named_fault_or_does_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let lengths = [10, 700, 0, 3_000, 40];
        let journal = journal(folder.path(), &lengths);
        let path: Arc<Path> = Arc::from(segment::path(folder.path(), 2));
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
    fn an_unfinished_write_is_no_damage() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = journal(folder.path(), &[10, 700]);
        let before = journal.segment.as_ref().unwrap().at as usize;
        append(&mut journal, 1_200);
        let after = journal.segment.as_ref().unwrap().at as usize;
        let path: Arc<Path> = Arc::from(segment::path(folder.path(), 2));
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
                Journal::open(folder.path(), found.end.as_ref(), state(reached), 0).unwrap();
            append(&mut again, 1);
            let found = scan(folder.path()).unwrap();
            assert_eq!(
                (found.reach(1), found.faults.len(), found.notes.len()),
                (reached + 2, 0, 0)
            );
        }
    }
}
