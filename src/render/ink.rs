//! What a shape is painted with, by meaning; a [`Theme`](super::Theme) knows the colour.

use crate::rules::{GameKind, Side};

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// What a piece keeps the light from.
    Shadow,
    /// A part of an Othello disc.
    Disc(Tone, PiecePart),
    /// A part of a Makruk figure.
    Figure(Tone, PiecePart),
    /// The wood of an Ōgi piece of a side.
    Wood(Side),
    /// The wood of a promoted face.
    PromotedWood(Side),
    /// Where an Ōgi piece's edges catch the light.
    WoodLight,
    /// Where they turn away from it.
    WoodShade,
    /// The outline of an Ōgi piece.
    WoodEdge,
    /// The writing on an Ōgi piece.
    Writing,
    /// The writing on a promoted face.
    PromotedWriting,
    /// The dot on the disc that was placed last.
    LastDot,
    /// The squares of a game's board.
    Square(GameKind),
    /// The lines of a game's board.
    Line(GameKind),
    /// Where the last move went, on a game's board.
    To(GameKind),
    /// Where it came from.
    From(GameKind),
    /// A piece that was picked up.
    Selected(GameKind),
    /// A king in check.
    Check(GameKind),
    /// A square that can be moved to.
    Legal(GameKind),
    /// The ring around that dot.
    LegalRim(GameKind),
    /// The disc behind a count in hand.
    Badge,
    /// The ring around it.
    BadgeRim,
    BadgeText,
    /// Coordinates and counts on the frame.
    Label,
    /// The marker of the side to move, on the frame.
    Turn,
}

/// Light or dark pieces; which side has which is the game's custom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// White, ivory.
    Light,
    Dark,
}

impl Tone {
    pub const ALL: [Tone; 2] = [Tone::Light, Tone::Dark];
}

/// The parts of a disc or figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PiecePart {
    /// Its surface.
    Body,
    /// The surface away from the light.
    Shade,
    /// Where the light is caught.
    Shine,
    /// The line around it.
    Outline,
    /// Lines on the surface.
    Line,
}
