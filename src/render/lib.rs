//! Pictures of positions as PNG and animations of records as GIF.
//!
//! This layer names the rules and crates for images, fonts and geometry; it knows no table and no
//! Discord. The art is vectors ([`shape`], [`art`]) in [`Ink`]s, and a [`Theme`] gives each ink its
//! colour. A [`Sheet`] paints and compresses every tile of a game in one style once, and puts each
//! picture together from them. Begin with [`Scene`], what a picture of a position shows, then read
//! [`Sheet::png`].

mod advantage;
pub mod art;
mod card;
pub mod font;
mod games;
mod gif;
mod ink;
mod layout;
mod paint;
mod palette;
mod piece;
mod png;
mod scene;
pub mod shape;
mod sheet;
mod style;
pub mod theme;
mod tiles;
mod tournament;

pub use advantage::{ADVANTAGE_SIZE, Advantage, advantage};
pub use art::Face;
pub use art::ogi::{ParsePieceSetError, PieceSet};
pub use card::{CARD_ROW, CARD_WIDTH, CardRow, CurvePoint, card};
pub use games::piece_sets;
#[doc(hidden)]
pub use gif::Compressor;
pub use gif::FrameDelays;
pub use ink::{Ink, PiecePart, Tone};
pub use layout::{Layout, WIDTH_DEFAULT, WIDTH_MAX, WIDTH_MIN, WidthError};
pub use piece::{PIECE_SIZE, PieceImage};
pub use scene::{Band, Cell, Ground, Pick, Scene, Slot, Standing, Star, View};
pub use sheet::Sheet;
pub use style::Style;
pub use theme::{ParseThemeError, Theme};
pub use tournament::{
    Bracket, CrossCell, CrossRow, CrossTable, Match, TOURNAMENT_MAX, bracket, cross_table,
};
