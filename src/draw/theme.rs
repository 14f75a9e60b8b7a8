//! Themes: which colour each ink is. A theme is a table; nothing else knows colours.

use std::fmt;

use image::Rgb;

use super::ink::{Ink, Part, Tone};
use crate::rules::{BySide, Kind};

/// A table of colours, written and read by its name.
///
/// ```
/// use kradan::draw::Theme;
///
/// let theme: &Theme = Theme::named("night").unwrap();
/// assert_eq!(theme.to_string(), "night");
/// assert_eq!(Theme::named("pink"), None);
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
    pub badge: Badge,
    /// What pieces throw on the board.
    pub shadow: Rgb<u8>,
    /// Othello's board.
    pub othello: Board,
    /// Makruk's board.
    pub makruk: Board,
    /// Ōgi's board.
    pub ogi: Board,
    /// Othello's discs.
    pub discs: Tones,
    /// The dot on the disc placed last.
    pub last: Dot,
    /// Makruk's figures.
    pub figures: Tones,
    /// Ōgi's pieces.
    pub koma: Koma,
}

/// A board of one colour and what is marked on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Every square.
    pub square: Rgb<u8>,
    /// The lines between them, and star points.
    pub line: Rgb<u8>,
    /// Where the last move went.
    pub to: Mark,
    /// Where it came from.
    pub from: Mark,
    /// A piece that was picked up.
    pub selected: Mark,
    /// A king in check.
    pub check: Mark,
    /// A square that can be moved to.
    pub legal: Dot,
}

/// A frame and the square's colour within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The frame.
    pub frame: Rgb<u8>,
    /// The square within.
    pub tint: Rgb<u8>,
}

/// A dot and the ring around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The dot.
    pub dot: Rgb<u8>,
    /// The ring.
    pub rim: Rgb<u8>,
}

/// A disc with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The disc.
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
    pub light: Parts,
    /// Black's.
    pub dark: Parts,
}

/// The colours of a disc or figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Its surface.
    pub body: Rgb<u8>,
    /// The surface away from the light.
    pub shade: Rgb<u8>,
    /// Where the light is caught.
    pub shine: Rgb<u8>,
    /// The line around it.
    pub outline: Rgb<u8>,
    /// Lines on the surface.
    pub line: Rgb<u8>,
}

/// The colours of the Ōgi pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Koma {
    /// Sente's wood, and Gote's, which is a little darker.
    pub wood: BySide<Rgb<u8>>,
    /// The same of promoted faces.
    pub promoted: BySide<Rgb<u8>>,
    /// Edges towards the light.
    pub light: Rgb<u8>,
    /// Edges away from it.
    pub shade: Rgb<u8>,
    /// The outline.
    pub edge: Rgb<u8>,
    /// The writing.
    pub ink: Rgb<u8>,
    /// The writing on promoted faces.
    pub red: Rgb<u8>,
}

/// A colour from `0xRRGGBB`.
const fn rgb(hex: u32) -> Rgb<u8> {
    Rgb([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8])
}

const fn mark(frame: u32, tint: u32) -> Mark {
    Mark { frame: rgb(frame), tint: rgb(tint) }
}

const fn dot(dot: u32, rim: u32) -> Dot {
    Dot { dot: rgb(dot), rim: rgb(rim) }
}

const fn sides(first: u32, second: u32) -> BySide<Rgb<u8>> {
    BySide { first: rgb(first), second: rgb(second) }
}

/// Green cloth and warm boards in a dark frame.
static CLASSIC: Theme = Theme {
    name: "classic",
    frame: rgb(0x2b_2622),
    label: rgb(0xe8_dcc6),
    turn: rgb(0xf2_c14e),
    badge: Badge { disc: rgb(0x0f_5f8f), rim: rgb(0xf4_efe4), text: rgb(0xff_ffff) },
    shadow: rgb(0x1c_1206),
    othello: Board {
        square: rgb(0x2e_8555),
        line: rgb(0x14_442a),
        to: mark(0xff_f2b8, 0x3f_9866),
        from: mark(0xff_f2b8, 0x36_8e5d),
        selected: mark(0xff_ffff, 0x36_8e5d),
        check: mark(0xff_e6dc, 0x9a_3a24),
        legal: dot(0x0b_2e1b, 0xcf_ecd0),
    },
    makruk: Board {
        square: rgb(0xe9_c083),
        line: rgb(0x7a_5228),
        to: mark(0x00_5f9e, 0xb4_cdd3),
        from: mark(0x00_5f9e, 0xcf_caa9),
        selected: mark(0x2f_6b1f, 0xcf_d38c),
        check: mark(0xa3_1515, 0xea_9478),
        legal: dot(0x3f_2a12, 0xf8_e6c2),
    },
    ogi: Board {
        square: rgb(0xea_bd6f),
        line: rgb(0x6b_4519),
        to: mark(0x00_5f9e, 0xb4_cdd3),
        from: mark(0x00_5f9e, 0xcd_c59b),
        selected: mark(0x2f_6b1f, 0xcf_d07c),
        check: mark(0xa3_1515, 0xea_9478),
        legal: dot(0x3f_2a12, 0xf8_e6c2),
    },
    discs: Tones {
        light: Parts { body: rgb(0xfb_f9f2), shade: rgb(0xc4_bfae), shine: rgb(0xff_ffff), outline: rgb(0x6f_7568), line: rgb(0x8f_3d00) },
        dark: Parts { body: rgb(0x2b_2e31), shade: rgb(0x0f_1113), shine: rgb(0x8a_9196), outline: rgb(0x05_0606), line: rgb(0xff_b27a) },
    },
    last: dot(0xe0_5a00, 0xff_f3e2),
    figures: Tones {
        light: Parts { body: rgb(0xfd_f4df), shade: rgb(0xd9_bd8b), shine: rgb(0xff_ffff), outline: rgb(0x35_2111), line: rgb(0x6b_4523) },
        dark: Parts { body: rgb(0x3d_3f44), shade: rgb(0x17_181b), shine: rgb(0x85_8890), outline: rgb(0x0e_0f11), line: rgb(0xe3_d4b5) },
    },
    koma: Koma {
        wood: sides(0xfa_e6ba, 0xee_cf93),
        promoted: sides(0xfb_d9b4, 0xf2_c692),
        light: rgb(0xff_faea),
        shade: rgb(0x8a_5a22),
        edge: rgb(0x5c_3b15),
        ink: rgb(0x1c_120a),
        red: rgb(0xa8_1210),
    },
};

/// Every theme, the default first.
static ALL: [&Theme; 1] = [&CLASSIC];

impl Theme {
    /// Every theme, the default one first.
    #[must_use]
    pub fn all() -> &'static [&'static Theme] {
        &ALL
    }

    /// The theme of a name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Theme> {
        ALL.into_iter().find(|theme| theme.name == name)
    }

    /// The board of a game.
    #[must_use]
    pub const fn board(&self, kind: Kind) -> &Board {
        match kind {
            Kind::Othello => &self.othello,
            Kind::Makruk => &self.makruk,
            Kind::Ogi => &self.ogi,
        }
    }

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
            Ink::LastDot => self.last.dot,
            Ink::LastRim => self.last.rim,
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
    const fn part(&self, tone: Tone, part: Part) -> Rgb<u8> {
        let parts = match tone {
            Tone::Light => &self.light,
            Tone::Dark => &self.dark,
        };
        match part {
            Part::Body => parts.body,
            Part::Shade => parts.shade,
            Part::Shine => parts.shine,
            Part::Outline => parts.outline,
            Part::Line => parts.line,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
