//! The parts of the benchmark of deadlines.

pub(crate) mod finding;
pub(crate) mod idle;
mod requests;
pub(crate) mod storm;
