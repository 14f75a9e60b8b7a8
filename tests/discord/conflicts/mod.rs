//! Conflicts between people at a table, as transcripts.

mod cleanup;
mod duplicates;
mod offers;
mod old_boards;
mod strangers;
