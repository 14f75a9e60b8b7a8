//! Pictures as PNG files with a palette.
//!
//! [`plain`] is the simple encoder and the reference. [`prepared`] writes the same pixels about
//! twenty times faster, from parts compressed beforehand.

mod deflate;
pub(crate) mod plain;
pub(crate) mod prepared;
