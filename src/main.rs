//! The `kradan` program.

fn main() {}
