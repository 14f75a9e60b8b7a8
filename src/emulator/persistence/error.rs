//! Why a stored world cannot be opened or written.

use std::io;

/// Why a world cannot be kept, or not be taken up again.
#[derive(Debug, thiserror::Error)]
pub enum PersistenceError {
    /// The folder cannot be made, read or written.
    #[error("cannot use the folder {folder}")]
    Folder { folder: String, source: io::Error },
    /// Another program has it.
    #[error("another program keeps its local Discord in {folder}")]
    InUse { folder: String },
    /// It was written in a form that is not known here.
    #[error("{what} of the local Discord is of form {form}, which only a newer Kradan reads")]
    Form {
        what: String,
        /// The number of the form.
        form: u8,
    },
    /// What it holds cannot be understood.
    #[error("{what} of the local Discord is damaged")]
    Damaged { what: String },
    #[error("the local Discord's database failed")]
    Database(#[source] sled::Error),
    /// It could not be written, and takes nothing more.
    #[error("the local Discord cannot be written to its disk any more")]
    Broken,
}
