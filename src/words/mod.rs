//! Sentences in the reader's language.
//!
//! What is said is chosen here; how it is said stands in the Fluent files under `assets/words`, a
//! folder for each [`Language`], which are part of the program.

mod language;
mod phrases;
mod position;

pub use language::{Language, NotALanguage};
pub use position::{ALT_MAX, alt, board};
