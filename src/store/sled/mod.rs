//! The store in a folder of one machine, with sled 0.34.7. This folder is the only place besides
//! `disk.rs` that names sled, and it names nothing above tables. Begin with [`store`], then
//! [`writer`] and [`folder`]. Each trait of the store is implemented in a file of its own, such as
//! [`table_store`].
//!
//! sled alone does not keep all promises of [`Store`](crate::Store), so this is added:
//!
//! * One thread makes all changes, in groups, and brings each group to the disk before it is
//!   acknowledged: [`writer`].
//! * sled takes the first wrong checksum for the end of its file, and drops what follows. Therefore
//!   each change stores a checksum of all rows with it, and a file beside the database says how far the
//!   store has come ([`reached`]). An opening reads everything, and refuses a folder that lacks a row.
//!   What helps then is a backup, or [`rescue`].
//! * A read may find a change that is not on disk yet. It returns when the change is on disk, so
//!   nobody hears of it before. What would only be repeated, such as the note that a message was
//!   delivered, is waited for by nobody.
//! * After a failed write the content of the disk is unknown. Nothing is written or read until the
//!   store is opened again.
//! * Deleted rows stay in sled's file. Everything is [rewritten](rewrite) some days after a person was
//!   erased.
//! * A process or a machine may end while sled opens a folder, and the folder can still be opened
//!   again: [`folder`].

mod backup_store;
mod check;
mod checksum;
mod closed_folder;
mod closed_store;
mod codec;
mod counts;
mod database;
mod decoded_tables;
mod erasure_rows;
mod erasure_store;
mod error;
mod folder;
mod follower_rows;
mod follower_store;
mod job_store;
mod keys;
mod leases;
mod limits;
mod message_store;
mod mutations;
mod open_trees;
mod outbox_store;
mod person_rows;
mod person_store;
mod queries;
mod reached;
mod reader;
mod rescue;
mod reseal;
mod rewrite;
mod server_store;
mod snapshot;
mod store;
mod table_store;
mod take_over;
mod tree_id;
mod trees;
mod verify;
mod visit_store;
mod writer;

pub use self::rescue::Rescued;
pub use self::store::SledStore;
pub use self::verify::Verified;
