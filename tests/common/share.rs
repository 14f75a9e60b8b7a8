//! How much of what is tried at random `cargo test` has time for.

/// A quarter of so many, rounded up; all of them with `KRADAN_ALL` in the environment, which
/// `.ci/run` sets.
pub(crate) fn share(all: u64) -> u64 {
    if std::env::var_os("KRADAN_ALL").is_some() { all } else { all.div_ceil(4) }
}
