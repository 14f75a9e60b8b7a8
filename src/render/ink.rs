//! Inks: the meanings of colours. A [`Theme`](super::Theme) gives each ink its colour.

use kradan_rules::{GameKind, Side};

/// The meaning of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The shadow of a piece.
    Shadow,
    /// A part of an Othello disc.
    Disc(Tone, PiecePart),
    /// A part of a Makruk figure.
    Figure(Tone, PiecePart),
    /// The wood of an Ōgi piece of a side.
    Wood(Side),
    /// The wood of a promoted face.
    PromotedWood(Side),
    /// The lit edges of an Ōgi piece.
    WoodLight,
    /// The shaded edges of an Ōgi piece.
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
    /// The target of the last move, on a game's board.
    To(GameKind),
    /// The origin of the last move.
    From(GameKind),
    /// A selected piece.
    Selected(GameKind),
    /// A king in check.
    Check(GameKind),
    /// The target of a legal move.
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

/// Light or dark pieces; each game assigns them to its sides.
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
    /// The shaded surface.
    Shade,
    /// The highlight.
    Shine,
    /// The line around it.
    Outline,
    /// Lines on the surface.
    Line,
}
