//! Pictures of positions: vector art, the fonts in it, and the colours it is painted in.
//!
//! The art is drawn as vectors ([`shape`], [`art`]) in semantic [`Ink`]s; a [`Theme`] says which
//! colour each ink is. Masks are cut once for a size and serve every theme.

pub mod art;
pub mod font;
mod ink;
pub mod shape;
pub mod theme;

pub use ink::{Ink, Part, Tone};
pub use theme::{NotATheme, Theme};
