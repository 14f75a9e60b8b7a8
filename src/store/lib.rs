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

//!
//! # Upgrades
//!
//! From 0.2 on each version reads what every earlier one stored, and a version that may not use what a newer
//! one stored changes nothing. `tests/store/forms.rs` compares all forms with those of 0.2.
//!
//! * A value refuses fields that it does not know, so that no older version drops them. The JSON of a new
//!   field is left out while it has its default.
//! * A change of a stored form increases the form of the folder (`DatabaseMarker` in `sled/codec.rs`) and that
//!   of backups (`FORM` in `backup/file.rs`). Both are refused as a whole by whoever does not know them; the
//!   form of a folder is also in its lock file, which is read before sled changes a file.
//! * Processes of two versions may share a database. A migration therefore adds what the version before does
//!   not notice: a table, or a column with a default. A new form of a value, or the end of a column, takes two
//!   versions: the first one reads it, and the next one writes it.
//! * That next one has a migration which puts the number of the first one's last migration into the row
//!   `oldest form` of the table `bot`. A program that knows only earlier ones does not start on the database
//!   any more, and one that runs stops within seconds.

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
