//! Pictures of positions: vector art, the fonts in it, and the colours it is painted in.
//!
//! The art is drawn as vectors ([`shape`], [`art`]) in semantic [`Ink`]s; a [`Theme`] says which
//! colour each ink is. Masks are cut once for a size and serve every theme.

pub mod art;
pub mod facts;
pub mod font;
mod gif;
mod ink;
mod layout;
mod paint;
mod palette;
mod png;
mod scene;
pub mod shape;
mod sheet;
pub mod theme;
mod tiles;

pub use art::ogi::{ParsePieceSetError, PieceSet};
pub use facts::Facts;
pub use gif::FrameDelays;
pub use ink::{Ink, PiecePart, Tone};
pub use layout::{Layout, WIDTH_DEFAULT, WIDTH_MAX, WIDTH_MIN, WidthError};
pub use scene::{Cell, Corner, Face, Ground, Pick, Scene, Slot, Star, View};
pub use sheet::{Sheet, Style};
pub use theme::{ParseThemeError, Theme};
