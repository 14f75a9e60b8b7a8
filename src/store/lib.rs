//! The store keeps tables with their indices, outbox entries, the results of interactions, profiles
//! and the settings of servers. A change is committed as a whole or not at all, and it is on disk when
//! the commit returns.
//!
//! | folder | what it is |
//! |---|---|
//! | `traits/` | [`Store`], on which the rest of the program relies, in one trait for each subject |
//! | `values/` | what is stored, and what a store is asked with |
//! | `sled/` | [`SledStore`], a store in a folder of one machine; nothing else names sled |
//! | `postgres/` | [`PostgresStore`], a store in a database; nothing else names `PostgreSQL` |
//! | `backup/` | everything that a store holds, in a file and back into any store |
//!
//! In a backend the implementation of each trait stands with its subject: [`TableStore`] in
//! `sled/table_store.rs` and in `postgres/tables.rs`. This layer may name tables, jiff's types, serde and
//! its backends; it may not name Discord, the service, drawing or the engine. Begin with
//! [`TableStore::commit`], then `sled/mod.rs` or `postgres/mod.rs`.

mod backup;
mod calls;
mod error;
mod postgres;
mod sled;
mod traits;
mod unreadable_tables;
mod values;

pub use self::backup::{
    BackupError, BackupStore, Header, Item, ItemKind, Page, SentChallenge, Snapshot, Total,
    back_up, check_backup, is_half_restored, restore, verify_store,
};
pub use self::calls::count_calls;
pub use self::error::{CommitError, StoreError, StoreErrorKind};
pub use self::postgres::PostgresStore;
pub use self::sled::{Rescued, SledStore, Verified};
pub use self::traits::*;
pub use self::values::*;
pub use kradan_ratings::Rating;
