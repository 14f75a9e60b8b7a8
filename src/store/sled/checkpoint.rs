//! Checkpoints: files with all rows, each with its own checksum. A checkpoint and the records after
//! it can replace the database.
//!
//! A checkpoint is written while changes are made, so it may hold some that came after its
//! beginning. That does no harm: records hold the new values of rows, and a reader applies them up
//! to the number at the checkpoint's end.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use super::checksum::StateChecksum;
use super::error::is_damage;
use super::keys::TreeId;
use super::record::{UNIT, number32, number64, seal, unsealed};
use super::temp_file::TempFile;

const MAGIC: &[u8; 8] = b"KRADANcp";
const ROW_MAGIC: &[u8; 2] = b"KR";
const END_MAGIC: &[u8; 2] = b"KT";
const VERSION: u32 = 1;
const ROW_HEAD: usize = 16;
const PREFIX: &str = "checkpoint-";

/// The most bytes of a value: larger ones are never stored.
const ROW_MOST: usize = 1 << 20;

/// The head and the end of a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// It holds all changes up to this number.
    pub(super) number: u64,
    /// The last state that it may hold changes of. With the records up to that state its rows have
    /// this checksum.
    pub(super) until: StateChecksum,
}

/// A checkpoint that is being written. Its file is removed when this is dropped.
pub(super) struct CheckpointWriter {
    file: BufWriter<File>,
    temp_file: TempFile,
    path: PathBuf,
    number: u64,
    rows: u64,
    checksums: crc32fast::Hasher,
}

impl CheckpointWriter {
    pub(super) fn begin(folder: &Path, number: u64) -> io::Result<CheckpointWriter> {
        let path = folder.join(format!("{PREFIX}{number:020}"));
        let (temp_file, file) = TempFile::create(path.with_extension("new"))?;
        let mut file = BufWriter::with_capacity(1 << 18, file);
        let mut head = [0; UNIT];
        head[..8].copy_from_slice(MAGIC);
        head[8..12].copy_from_slice(&VERSION.to_le_bytes());
        head[12..20].copy_from_slice(&number.to_le_bytes());
        seal(&mut head);
        file.write_all(&head)?;
        // Rows name their tree by its place in this list.
        for tree in TreeId::ALL {
            let mut name = [0; UNIT];
            name[..2].copy_from_slice(&[tree as u8, tree.name().len() as u8]);
            name[2..2 + tree.name().len()].copy_from_slice(tree.name().as_bytes());
            seal(&mut name);
            file.write_all(&name)?;
        }
        let mut end = [0; UNIT];
        seal(&mut end);
        file.write_all(&end)?;
        let checksums = crc32fast::Hasher::new();
        Ok(CheckpointWriter { file, temp_file, path, number, rows: 0, checksums })
    }

    pub(super) fn add(&mut self, tree: TreeId, key: &[u8], value: &[u8]) -> io::Result<()> {
        let too_long = |_| io::Error::new(io::ErrorKind::FileTooLarge, "a row is too long");
        let mut head = [0; ROW_HEAD];
        head[..2].copy_from_slice(ROW_MAGIC);
        head[2] = tree as u8;
        head[4..6].copy_from_slice(&u16::try_from(key.len()).map_err(too_long)?.to_le_bytes());
        head[8..12].copy_from_slice(&u32::try_from(value.len()).map_err(too_long)?.to_le_bytes());
        let checksum = checksum(&head, key, value).to_le_bytes();
        head[12..].copy_from_slice(&checksum);
        self.checksums.update(&checksum);
        self.rows += 1;
        [&head[..], key, value].into_iter().try_for_each(|bytes| self.file.write_all(bytes))
    }

    /// Ends the file, and returns when it is on disk. It still has its temporary name.
    pub(super) fn end(mut self, until: StateChecksum) -> io::Result<FinishedCheckpoint> {
        let mut end = [0; UNIT];
        end[..2].copy_from_slice(END_MAGIC);
        end[4..8].copy_from_slice(&self.checksums.finalize().to_le_bytes());
        end[8..16].copy_from_slice(&self.rows.to_le_bytes());
        end[16..16 + StateChecksum::BYTES].copy_from_slice(&until.to_bytes());
        seal(&mut end);
        self.file.write_all(&end)?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        Ok(FinishedCheckpoint { temp_file: self.temp_file, path: self.path, number: self.number })
    }
}

/// A checkpoint on disk that is not verified yet. Its file is removed when this is dropped.
pub(super) struct FinishedCheckpoint {
    temp_file: TempFile,
    path: PathBuf,
    number: u64,
}

impl FinishedCheckpoint {
    /// The file's path before it is published.
    pub(super) fn path(&self) -> &Path {
        self.temp_file.path()
    }

    /// Gives the file its name, and removes all other checkpoints.
    pub(super) fn publish(self) -> io::Result<()> {
        self.temp_file.publish(&self.path)?;
        let Some(folder) = self.path.parent() else { return Ok(()) };
        kradan_disk::sync(folder)?;
        for (number, path) in checkpoints(folder)? {
            if number != self.number {
                fs::remove_file(path)?;
            }
        }
        Ok(())
    }
}

/// The checkpoints in a folder, each with its number, the oldest first.
pub(super) fn checkpoints(folder: &Path) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| name.strip_prefix(PREFIX)?.parse().ok());
        found.extend(number.map(|number| (number, path)));
    }
    found.sort_unstable();
    Ok(found)
}

#[derive(Debug)]
pub(super) enum ReadError<E> {
    Damaged(String),
    /// The name of a tree that only a later version knows.
    Newer(String),
    /// The operating system refuses the read.
    System(io::Error),
    /// The caller refused a row.
    Refused(E),
}

impl<E> From<io::Error> for ReadError<E> {
    fn from(error: io::Error) -> ReadError<E> {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::Damaged("it ends too early".to_owned()),
            _ if is_damage(&error) => ReadError::Damaged(error.to_string()),
            _ => ReadError::System(error),
        }
    }
}

/// Reads a checkpoint, and passes its rows to `take`.
pub(super) fn read<E>(
    path: &Path,
    mut take: impl FnMut(TreeId, &[u8], &[u8]) -> Result<(), E>,
) -> Result<Checkpoint, ReadError<E>> {
    let damaged = |what: &str| ReadError::Damaged(what.to_owned());
    let mut file = BufReader::with_capacity(1 << 18, File::open(path)?);
    let head = read_unit(&mut file, "its head")?;
    if &head[..8] != MAGIC || number32(&head, 8) != VERSION {
        return Err(damaged("it is no checkpoint"));
    }
    let number = number64(&head, 12);
    let mut trees = Vec::new();
    loop {
        let unit = read_unit(&mut file, "its list of parts")?;
        let length = usize::from(unit[1]);
        if length == 0 {
            break;
        }
        let name = unit.get(2..2 + length).unwrap_or_default();
        let tree = TreeId::of_name(name)
            .ok_or_else(|| ReadError::Newer(String::from_utf8_lossy(name).into_owned()))?;
        trees.push(tree);
    }
    let mut rows = 0_u64;
    let mut checksums = crc32fast::Hasher::new();
    let mut row = Vec::new();
    loop {
        let after_row = || format!("after row {rows}");
        let mut head = [0; ROW_HEAD];
        file.read_exact(&mut head)?;
        if &head[..2] == END_MAGIC {
            let mut end = [0; UNIT];
            end[..ROW_HEAD].copy_from_slice(&head);
            file.read_exact(&mut end[ROW_HEAD..])?;
            let end = unsealed(&end).ok_or_else(|| damaged("its end is damaged"))?;
            let until = StateChecksum::from_bytes(&end[16..16 + StateChecksum::BYTES]);
            let until = until.ok_or_else(|| damaged("its end is damaged"))?;
            if rows != number64(end, 8) || checksums.finalize() != number32(end, 4) {
                return Err(damaged("rows are missing"));
            }
            if file.read(&mut [0])? != 0 {
                return Err(damaged("something follows its end"));
            }
            return Ok(Checkpoint { number, until });
        }
        let Some((tree, key_length, length)) = row_head(&head, &trees) else {
            return Err(ReadError::Damaged(after_row()));
        };
        row.resize(key_length + length, 0);
        file.read_exact(&mut row)?;
        let (key, value) = row.split_at(key_length);
        if checksum(&head, key, value).to_le_bytes() != head[12..] {
            return Err(ReadError::Damaged(after_row()));
        }
        checksums.update(&head[12..]);
        rows += 1;
        take(tree, key, value).map_err(ReadError::Refused)?;
    }
}

/// Passes the readable rows of a damaged checkpoint to `take`.
pub(super) fn salvage(path: &Path, mut take: impl FnMut(TreeId, &[u8], &[u8])) -> io::Result<()> {
    let bytes = fs::read(path)?;
    let mut trees = TreeId::ALL.to_vec();
    let listed = (1..).map_while(|unit| unsealed(bytes.get(unit * UNIT..)?));
    let listed: Option<Vec<TreeId>> = listed
        .take_while(|unit| unit[1] != 0)
        .map(|unit| TreeId::of_name(unit.get(2..2 + usize::from(unit[1]))?))
        .collect();
    // A damaged list is most likely the one of this version.
    if let Some(listed) = listed
        && listed.len() >= trees.len()
    {
        trees = listed;
    }
    let mut at = UNIT;
    while let Some(head) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let row = row_head(head, &trees).and_then(|(tree, key_length, length)| {
            let start = at + ROW_HEAD;
            let row = bytes.get(start..start + key_length + length)?;
            let (key, value) = row.split_at(key_length);
            let is_whole = checksum(head, key, value).to_le_bytes() == head[12..];
            is_whole.then_some((tree, key, value))
        });
        match row {
            Some((tree, key, value)) => {
                take(tree, key, value);
                at += ROW_HEAD + key.len() + value.len();
            }
            None => at += 1,
        }
    }
    Ok(())
}

fn read_unit<E>(file: &mut impl Read, what: &str) -> Result<[u8; UNIT], ReadError<E>> {
    let mut unit = [0; UNIT];
    file.read_exact(&mut unit)?;
    let damaged = || ReadError::Damaged(format!("{what} is damaged"));
    unsealed(&unit).copied().ok_or_else(damaged)
}

/// The tree of a row, and the lengths of its key and its value.
fn row_head(head: &[u8; ROW_HEAD], trees: &[TreeId]) -> Option<(TreeId, usize, usize)> {
    let tree = *trees.get(usize::from(head[2]))?;
    let key_length = usize::from(u16::from_le_bytes([head[4], head[5]]));
    let length = u32::from_le_bytes([head[8], head[9], head[10], head[11]]) as usize;
    (&head[..2] == ROW_MAGIC && length <= ROW_MOST).then_some((tree, key_length, length))
}

fn checksum(head: &[u8; ROW_HEAD], key: &[u8], value: &[u8]) -> u32 {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&head[..12]);
    checksum.update(key);
    checksum.update(value);
    checksum.finalize()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    type Rows = Vec<(TreeId, Vec<u8>, Vec<u8>)>;

    fn rows() -> Rows {
        let row = |tree, key: u64, length: usize| {
            (tree, key.to_be_bytes().to_vec(), vec![b'a' + (key % 26) as u8; length])
        };
        vec![row(TreeId::Meta, 1, 3), row(TreeId::Tables, 1, 200), row(TreeId::DueTables, 5, 0)]
    }

    fn written(folder: &Path) -> PathBuf {
        let mut draft = CheckpointWriter::begin(folder, 7).unwrap();
        for (tree, key, value) in rows() {
            draft.add(tree, &key, &value).unwrap();
        }
        draft.end(StateChecksum { number: 9, rows: 3, sum: 4 }).unwrap().publish().unwrap();
        let all = checkpoints(folder).unwrap();
        assert_eq!(all.len(), 1);
        all[0].1.clone()
    }

    fn read_all(path: &Path) -> (Rows, Result<Checkpoint, ReadError<Infallible>>) {
        let mut rows = Rows::new();
        let ended = read(path, |tree, key, value| {
            rows.push((tree, key.to_vec(), value.to_vec()));
            Ok(())
        });
        (rows, ended)
    }

    #[test]
    fn a_written_checkpoint_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let (found, ended) = read_all(&written(folder.path()));
        assert_eq!(found, rows());
        let until = StateChecksum { number: 9, rows: 3, sum: 4 };
        assert_eq!(ended.unwrap(), Checkpoint { number: 7, until });
    }

    #[test]
    fn every_damage_is_noticed_and_whole_rows_are_salvaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = written(folder.path());
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&path, &bytes).unwrap();
            assert!(matches!(read_all(&path).1, Err(ReadError::Damaged(_))), "{at}");
            let mut salvaged = Rows::new();
            salvage(&path, |tree, key, value| {
                salvaged.push((tree, key.to_vec(), value.to_vec()));
            })
            .unwrap();
            assert!(salvaged.len() >= 2 && salvaged.iter().all(|row| rows().contains(row)), "{at}");
        }
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(matches!(read_all(&path).1, Err(ReadError::Damaged(_))), "{length}");
        }
        fs::write(&path, [&whole[..], b"x"].concat()).unwrap();
        assert!(matches!(read_all(&path).1, Err(ReadError::Damaged(_))));
    }
}
