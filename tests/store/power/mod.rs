//! What was acknowledged outlives the process and the machine.
//!
//! A writer, which is this test program started once more, plays at many tables at once and prints
//! every revision that the store has acknowledged. It is killed at a random moment; then the store
//! must open, hold all that was acknowledged, and agree with itself.

mod kill;
mod power_cut;
pub(crate) mod verify;
pub(crate) mod writer;

/// Does nothing unless it is told to be the writer.
#[test]
fn writer() {
    writer::write_if_told();
}
