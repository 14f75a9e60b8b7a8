//! The store in a folder of one machine, by sled 0.34.7.
//!
//! What sled promises is not all that [`Store`](crate::store::Store) does, so a few things stand around it:
//!
//! * sled takes the first bad checksum for the end of what was written, and drops what follows. So
//!   everything is kept twice: in the database, and in a [`journal`] with a [`checkpoint`] of all
//!   rows, which are checked byte by byte. When a folder is opened both copies are read, and the
//!   one that is whole mends the other; where neither is, opening is refused: [`folder`].
//! * One thread makes all changes, as many at a time as wait. What it has written is acknowledged
//!   when it is in the journal and the journal is on disk: [`writer`]. What has time is done by
//!   another thread: [`maintenance`].
//! * What a read finds may have been changed a moment ago and not be on disk yet. It is told to
//!   nobody before it is: a read that falls into the writing of a group waits for its end.
//! * After a failure to write nobody knows what is on disk. Nothing is written from then on, and
//!   nothing read, until the store is opened again.
//! * A process or machine that ends while sled opens a folder must not leave one that does not open
//!   again: [`folder`].

mod acknowledged;
mod check;
mod checkpoint;
mod checksum;
mod closed_folder;
mod codec;
mod copies;
mod error;
mod folder;
mod journal;
mod journal_scan;
mod keys;
mod leases;
mod limits;
mod maintenance;
mod migration;
mod mutations;
mod queries;
mod reader;
mod record;
mod rescue;
mod retry;
mod segment;
mod store;
mod temp_file;
#[cfg(test)]
mod test_journal;
mod trees;
mod verified_checkpoint;
mod verify;
mod writer;

pub use self::rescue::Rescued;
pub use self::store::SledStore;
pub use self::verify::Verified;
