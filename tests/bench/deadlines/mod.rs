//! The two parts of the benchmark of deadlines.

pub(crate) mod finding;
mod requests;
pub(crate) mod storm;
