//! The colours that a theme has.

use image::Rgb;

use crate::ink::{Ink, PiecePart, Tone};
use kradan_rules::BySide;

/// A table of colours, written and read by its name.
///
/// ```
/// use kradan_render::Theme;
///
/// let theme: &Theme = Theme::named("night")?;
/// assert_eq!(theme.to_string(), "night");
/// assert_eq!(
///     Theme::named("pink").unwrap_err().to_string(),
///     "a theme is classic, wood, contrast, safe or night",
/// );
/// # Ok::<(), kradan_render::ParseThemeError>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Theme {
    /// What players call it.
    pub name: &'static str,
    /// Around the board.
    pub frame: Rgb<u8>,
    /// Coordinates and counts, on the frame.
    pub label: Rgb<u8>,
    /// The marker of the side to move, on the frame.
    pub turn: Rgb<u8>,
    /// A count in hand, on the frame and over the pieces.
    pub badge: BadgeColours,
    /// The shadow of pieces on the board.
    pub shadow: Rgb<u8>,
    pub othello: BoardColours,
    pub makruk: BoardColours,
    pub ogi: BoardColours,
    pub discs: Tones,
    /// The dot on the disc placed last.
    pub last: Rgb<u8>,
    pub figures: Tones,
    pub koma: KomaColours,
}

/// A board of one colour and what is marked on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardColours {
    /// Every square.
    pub square: Rgb<u8>,
    /// The lines between them, and star points.
    pub line: Rgb<u8>,
    /// The target of the last move.
    pub to: MarkColours,
    /// The origin of the last move.
    pub from: MarkColours,
    /// A selected piece.
    pub selected: MarkColours,
    /// A king in check.
    pub check: MarkColours,
    /// The target of a legal move.
    pub legal: DotColours,
}

/// A frame and the square's colour within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkColours {
    pub frame: Rgb<u8>,
    /// The square within.
    pub tint: Rgb<u8>,
}

/// A dot and the ring around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DotColours {
    /// The dot.
    pub dot: Rgb<u8>,
    /// The ring.
    pub rim: Rgb<u8>,
}

/// A disc with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadgeColours {
    pub disc: Rgb<u8>,
    /// The ring around it.
    pub rim: Rgb<u8>,
    /// The number.
    pub text: Rgb<u8>,
}

/// The colours of light and of dark pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tones {
    /// White's.
    pub light: PieceColours,
    /// Black's.
    pub dark: PieceColours,
}

/// The colours of a disc or figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceColours {
    /// Its surface.
    pub body: Rgb<u8>,
    /// The shaded surface.
    pub shade: Rgb<u8>,
    /// The highlight.
    pub shine: Rgb<u8>,
    /// The line around it.
    pub outline: Rgb<u8>,
    /// Lines on the surface; on a disc, the ring that says that it was turned.
    pub line: Rgb<u8>,
}

/// The colours of the Ōgi pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KomaColours {
    /// Sente's wood, and Gote's, which is a little darker.
    pub wood: BySide<Rgb<u8>>,
    /// The same of promoted faces.
    pub promoted: BySide<Rgb<u8>>,
    /// Edges towards the light.
    pub light: Rgb<u8>,
    /// Edges away from it.
    pub shade: Rgb<u8>,
    pub edge: Rgb<u8>,
    /// The writing.
    pub ink: Rgb<u8>,
    /// The writing on promoted faces.
    pub red: Rgb<u8>,
}

impl Theme {
    /// The colour of an ink.
    #[must_use]
    pub fn ink(&self, ink: Ink) -> Rgb<u8> {
        match ink {
            Ink::Shadow => self.shadow,
            Ink::Disc(tone, part) => self.discs.part(tone, part),
            Ink::Figure(tone, part) => self.figures.part(tone, part),
            Ink::Wood(side) => self.koma.wood[side],
            Ink::PromotedWood(side) => self.koma.promoted[side],
            Ink::WoodLight => self.koma.light,
            Ink::WoodShade => self.koma.shade,
            Ink::WoodEdge => self.koma.edge,
            Ink::Writing => self.koma.ink,
            Ink::PromotedWriting => self.koma.red,
            Ink::LastDot => self.last,
            Ink::Square(kind) => self.board(kind).square,
            Ink::Line(kind) => self.board(kind).line,
            Ink::To(kind) => self.board(kind).to.frame,
            Ink::From(kind) => self.board(kind).from.frame,
            Ink::Selected(kind) => self.board(kind).selected.frame,
            Ink::Check(kind) => self.board(kind).check.frame,
            Ink::Legal(kind) => self.board(kind).legal.dot,
            Ink::LegalRim(kind) => self.board(kind).legal.rim,
            Ink::Badge => self.badge.disc,
            Ink::BadgeRim => self.badge.rim,
            Ink::BadgeText => self.badge.text,
            Ink::Label => self.label,
            Ink::Turn => self.turn,
        }
    }
}

impl Tones {
    const fn part(&self, tone: Tone, part: PiecePart) -> Rgb<u8> {
        let parts = match tone {
            Tone::Light => &self.light,
            Tone::Dark => &self.dark,
        };
        match part {
            PiecePart::Body => parts.body,
            PiecePart::Shade => parts.shade,
            PiecePart::Shine => parts.shine,
            PiecePart::Outline => parts.outline,
            PiecePart::Line => parts.line,
        }
    }
}
