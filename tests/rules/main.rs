//! The rules: conformance records, laws of random games, and what their readers accept.

mod conformance;
mod laws;
mod notation;
mod properties;
mod typed;
mod written;
