//! Why a stored world cannot be opened or written.

use std::io;

/// Why a stored world cannot be opened or written.
#[derive(Debug, thiserror::Error)]
pub enum PersistenceError {
    /// The folder cannot be created, read or written.
    #[error("cannot use the folder {folder}")]
    Folder { folder: String, source: io::Error },
    /// Another process has the folder.
    #[error("another process uses the emulator's folder {folder}")]
    InUse { folder: String },
    /// The row has a format that only a newer version reads.
    #[error("{what} in the emulator's folder has format {form}, which needs a newer version")]
    Form {
        what: String,
        /// The number of the format.
        form: u8,
    },
    /// The row cannot be read.
    #[error("{what} in the emulator's folder is damaged")]
    Damaged { what: String },
    #[error("the emulator's database failed")]
    Database(#[source] sled::Error),
    /// A write has failed, and nothing more is written.
    #[error("the emulator cannot write to its folder any more")]
    Broken,
}
