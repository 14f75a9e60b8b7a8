//! The store in a `PostgreSQL` database, which several processes may use. Its tables are made by the
//! migrations beside this file, in names and columns that a host can read; a value that is only read as a
//! whole is JSON. Every change is one transaction. A change that waits for nobody is committed without
//! waiting for the disk; a change that a connection lost on its way is made again, and found if it was
//! made. Each trait of the store is implemented in the file of its subject, beside the statements. Begin
//! with `store.rs`, then `commit.rs`.

mod backup;
mod client;
mod commit;
mod connection;
mod counts;
mod erasure;
mod error;
mod followers;
mod jobs;
mod limits;
mod messages;
mod outbox;
mod people;
mod process;
mod rows;
mod servers;
mod shards;
mod store;
mod tables;
mod values;
mod visits;

pub use self::store::PostgresStore;
