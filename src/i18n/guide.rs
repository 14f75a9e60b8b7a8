//! The rules of the games, told to people, with diagrams.

use super::Language;
use super::catalog::Catalog;
use crate::rules::GameKind;

/// A part of a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What it is about.
    pub heading: String,
    /// The rules, in at most 900 characters.
    pub text: String,
    /// The position that shows it.
    pub position: Option<&'static str>,
    /// The square of the piece whose moves are to be marked there.
    pub pick: Option<&'static str>,
}

/// How a game is played, in at most ten parts.
///
/// ```
/// use kradan::rules::GameKind;
/// use kradan::i18n::{Language, guide};
///
/// let sections = guide(GameKind::Makruk, Language::English);
/// assert_eq!(sections[0].heading, "The aim");
/// ```
#[must_use]
pub fn guide(kind: GameKind, language: Language) -> Vec<Section> {
    let phrases = Catalog::of(language);
    let sections = outline(kind).iter().map(|&(part, position, pick)| Section {
        heading: phrases.say(&format!("guide-{kind}-{part}")),
        text: phrases.say(&format!("guide-{kind}-{part}-text")),
        position,
        pick,
    });
    sections.collect()
}

/// A part's name, the position that shows it, and the square of the piece whose moves are marked.
type Part = (&'static str, Option<&'static str>, Option<&'static str>);

const fn outline(kind: GameKind) -> &'static [Part] {
    match kind {
        GameKind::Othello => &OTHELLO,
        GameKind::Makruk => &MAKRUK,
        GameKind::Ogi => &OGI,
    }
}

const OTHELLO: [Part; 5] = [
    ("aim", Some("---------------------------OX------XO--------------------------- X"), None),
    ("turning", Some("--------------------OOX----OO------O-X-----X-------------------- X"), None),
    ("passing", Some("XOOO----XOO-----XO------X--------------------------------------- O"), None),
    ("end", None, None),
    ("advice", None, None),
];

const MAKRUK: [Part; 10] = [
    ("aim", Some("rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w"), None),
    ("khun", Some("4k3/8/p6p/3n4/3K4/P6P/8/8 w"), Some("d4")),
    ("met", Some("4k3/8/p6p/8/3M4/P6P/8/4K3 w"), Some("d4")),
    ("khon", Some("4k3/8/p6p/8/3S4/P6P/8/4K3 w"), Some("d4")),
    ("ma", Some("4k3/8/p6p/8/3N4/P6P/8/4K3 w"), Some("d4")),
    ("rua", Some("4k3/8/p2p3p/8/3R4/P6P/8/4K3 w"), Some("d4")),
    ("bia", Some("4k3/8/pp1m3p/2P5/8/P6P/8/4K3 w"), Some("c5")),
    ("draw", Some("k7/1R6/1K6/8/7p/7P/8/8 b"), None),
    ("board-honour", Some("4k3/8/2n1s3/8/3R4/3S4/8/4K3 b"), None),
    ("pieces-honour", Some("4k3/8/8/3M~4/8/8/8/4K2R b"), None),
];

const OGI: [Part; 10] = [
    ("aim", Some("lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o"), None),
    ("king", Some("4k^3/8/8/8/3K^4/8/8/8 / O/o"), Some("d4")),
    ("princess", Some("4k^3/8/8/8/3I4/8/8/4K^3 / O/o"), Some("d4")),
    ("rook-bishop", Some("4k^3/8/8/2p5/3+B4/8/8/4K^3 / O/o"), Some("d4")),
    ("silver", Some("4k^3/8/8/8/3S4/8/8/4K^3 / O/o"), Some("d4")),
    ("knight-lance", Some("4k^3/8/8/8/8/3N4/8/4K^2L / O/o"), Some("d3")),
    ("pawn", Some("4k^3/8/8/8/3P4/8/8/4K^3 / O/o"), Some("d4")),
    ("promotion", Some("4k^3/8/8/8/3+P4/8/8/4K^3 / O/o"), Some("d4")),
    ("drop", Some("4k^3/8/8/8/3P4/8/8/4K^3 P/ O/o"), None),
    ("end", Some("4k^3/4+P3/4P3/8/8/8/8/4K^3 / o/O"), None),
];
