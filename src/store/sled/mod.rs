//! The store in a folder of one machine, with sled 0.34.7. This folder is the only place besides
//! `disk.rs` that names sled, and it names nothing above tables. Begin with [`store`], then
//! [`writer`] and [`folder`].
//!
//! sled alone does not keep all promises of [`Store`](crate::Store), so this is added:
//!
//! * sled takes the first wrong checksum for the end of its file, and drops what follows. Therefore
//!   everything is stored twice: in the database, and in a [`journal`] with a [`checkpoint`] of all
//!   rows. When a folder is opened both copies are read, and the whole one repairs the other. If
//!   neither is whole, the folder is not opened: [`folder`].
//! * One thread makes all changes, in groups. A group is acknowledged when its record is on disk in
//!   the journal: [`writer`]. The database lacks it for a while: [`unstored`]. Another thread stores
//!   it there, and does what is less urgent: [`maintenance`].
//! * A read may find a change that is not on disk yet. It returns when the change is on disk, so
//!   nobody hears of it before. What would only be repeated, such as the note that a message was
//!   delivered, is waited for by nobody.
//! * After a failed write the content of the disk is unknown. Nothing is written or read until the
//!   store is opened again.
//! * Deleted rows stay in sled's file and in the journal. Everything is [rewritten](rewrite) some days
//!   after a person was erased.
//! * A process or a machine may end while sled opens a folder, and the folder can still be opened
//!   again: [`folder`].

mod acknowledged;
mod check;
mod checkpoint;
mod checksum;
mod closed_folder;
mod closed_store;
mod codec;
mod copies;
mod decoded_tables;
mod erasure_rows;
mod erasure_store;
mod error;
mod folder;
mod follower_rows;
mod follower_store;
mod groups;
mod journal;
mod journal_scan;
mod keys;
mod leases;
mod limits;
mod maintenance;
mod mutations;
mod old_messages;
mod open_trees;
mod person_rows;
mod person_store;
mod queries;
mod reader;
mod recent;
mod record;
mod rescue;
mod reseal;
mod retry;
mod rewrite;
mod segment;
mod shared;
mod store;
mod temp_file;
#[cfg(test)]
mod test_journal;
mod transfer_store;
mod tree_id;
mod trees;
mod unstored;
mod verified_checkpoint;
mod verify;
mod writer;

pub use self::closed_store::Compacted;
pub use self::maintenance::Upkeep;
pub use self::rescue::Rescued;
pub use self::store::SledStore;
pub use self::verify::Verified;
