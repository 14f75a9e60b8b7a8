//! The file of a backup: JSON, a line for each item, compressed with gzip.
//!
//! | line | what it holds |
//! |---|---|
//! | the first | [`Header`]: `{"kradan":1,"version":"0.2.0","made_at":"2026-11-30T04:00:00Z","application":11,…}` |
//! | each other | an [`Item`] by its kind, with its key: `{"table":[7,{…}]}` |
//! | the last | [`Total`]: `{"end":{"tables":1,"items":1,"checksum":3735928559,"unreadable":[]}}` |
//!
//! The checksum is the CRC-32 of all lines before the last one, with their line breaks.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::super::Heartbeat;
use super::BackupError;
use super::item::{Item, ItemKind};
use kradan_table::ApplicationId;

/// The form of the file and of all items. A change of either increases it.
pub(super) const FORM: u64 = 1;

/// How the last line begins.
const END: &[u8] = br#"{"end":"#;

/// What a backup is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The form of the file.
    kradan: u64,
    /// The version of the program that wrote it.
    pub version: String,
    pub made_at: Timestamp,
    /// The Discord application that the store is bound to.
    pub application: Option<ApplicationId>,
    pub heartbeat: Option<Heartbeat>,
}

impl Header {
    #[must_use]
    pub fn new(
        made_at: Timestamp,
        application: Option<ApplicationId>,
        heartbeat: Option<Heartbeat>,
    ) -> Header {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Header { kradan: FORM, version, made_at, application, heartbeat }
    }
}

/// How much a backup holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Total {
    pub tables: u64,
    /// With the tables.
    pub items: u64,
    checksum: u32,
    /// What could not be read and is not in it, one sentence for each.
    pub unreadable: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct LastLine {
    end: Total,
}

/// Writes a backup.
pub(crate) struct BackupWriter<W: Write> {
    out: GzEncoder<BufWriter<W>>,
    checksum: crc32fast::Hasher,
    total: Total,
}

impl<W: Write> BackupWriter<W> {
    pub(crate) fn new(out: W, header: &Header) -> io::Result<BackupWriter<W>> {
        let out = GzEncoder::new(BufWriter::new(out), Compression::default());
        let (checksum, total) = (crc32fast::Hasher::new(), Total::default());
        let mut writer = BackupWriter { out, checksum, total };
        writer.line(header)?;
        Ok(writer)
    }

    pub(crate) fn item(&mut self, item: &Item) -> io::Result<()> {
        self.line(item)?;
        self.total.tables += u64::from(item.kind() == ItemKind::Table);
        self.total.items += 1;
        Ok(())
    }

    pub(crate) fn unreadable(&mut self, what: Vec<String>) {
        self.total.unreadable.extend(what);
    }

    /// Writes the last line.
    pub(crate) fn finish(mut self) -> io::Result<(W, Total)> {
        self.total.checksum = self.checksum.clone().finalize();
        self.line(&LastLine { end: self.total.clone() })?;
        let out = self.out.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok((out, self.total))
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.checksum.update(&line);
        self.out.write_all(&line)
    }
}

/// Reads a backup.
pub(crate) struct BackupReader<R: Read> {
    lines: BufReader<GzDecoder<R>>,
    checksum: crc32fast::Hasher,
    pub(crate) header: Header,
    /// How many lines were read.
    line: u64,
    seen: Total,
    /// The last line, once it is read.
    end: Option<Total>,
}

impl<R: Read> BackupReader<R> {
    pub(crate) fn new(input: R) -> Result<BackupReader<R>, BackupError> {
        #[derive(Deserialize)]
        struct Form {
            kradan: u64,
        }
        let header = Header::new(Timestamp::UNIX_EPOCH, None, None);
        let (checksum, seen) = (crc32fast::Hasher::new(), Total::default());
        let lines = BufReader::new(GzDecoder::new(input));
        let mut reader = BackupReader { lines, checksum, header, line: 0, seen, end: None };
        let line = reader.line().map_err(|_| BackupError::NoBackup)?;
        let Form { kradan: form } =
            serde_json::from_slice(&line).map_err(|_| BackupError::NoBackup)?;
        if form > FORM {
            return Err(BackupError::Newer(form));
        }
        reader.header = reader.parsed(&line)?;
        reader.checksum.update(&line);
        Ok(reader)
    }

    /// The next items, at most `most`; none at the end of a backup that is whole.
    pub(crate) fn items(&mut self, most: usize) -> Result<Vec<Item>, BackupError> {
        let mut items = Vec::new();
        while items.len() < most
            && let Some(line) = self.item_line()?
        {
            let item: Item = self.parsed(&line)?;
            self.seen.tables += u64::from(item.kind() == ItemKind::Table);
            items.push(item);
        }
        Ok(items)
    }

    /// Reads to the end of a backup, without looking into its items.
    pub(crate) fn check(mut self) -> Result<Total, BackupError> {
        while self.item_line()?.is_some() {}
        self.end.ok_or(BackupError::Damaged)
    }

    /// The line of the next item; none at the end, where all that was read is compared with what the last
    /// line says.
    fn item_line(&mut self) -> Result<Option<Vec<u8>>, BackupError> {
        if self.end.is_some() {
            return Ok(None);
        }
        let line = self.line()?;
        if !line.starts_with(END) {
            self.checksum.update(&line);
            self.seen.items += 1;
            return Ok(Some(line));
        }
        let LastLine { end } = self.parsed(&line)?;
        let is_whole =
            end.checksum == self.checksum.clone().finalize() && end.items == self.seen.items;
        // The end of what is compressed has a checksum, too.
        let is_end = self.lines.read(&mut [0]).map_err(|_| BackupError::Damaged)? == 0;
        if !is_whole || !is_end {
            return Err(BackupError::Damaged);
        }
        self.end = Some(end);
        Ok(None)
    }

    /// What the last line says, once all items are read.
    pub(crate) fn total(&self) -> Total {
        self.end.clone().unwrap_or_default()
    }

    fn line(&mut self) -> Result<Vec<u8>, BackupError> {
        let mut line = Vec::new();
        let read = self.lines.read_until(b'\n', &mut line);
        match read {
            Ok(_) if line.ends_with(b"\n") => {
                self.line += 1;
                Ok(line)
            }
            Ok(_) => Err(BackupError::Cut(self.line)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(BackupError::Cut(self.line))
            }
            Err(_) => Err(BackupError::Damaged),
        }
    }

    fn parsed<T: for<'de> Deserialize<'de>>(&self, line: &[u8]) -> Result<T, BackupError> {
        let unreadable = |source| BackupError::Line { line: self.line, source };
        serde_json::from_slice(line).map_err(unreadable)
    }
}
