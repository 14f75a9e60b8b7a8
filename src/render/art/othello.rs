//! Othello's discs, and the marks that lie on them.

use super::{disc, shadow};
use crate::ink::{Ink, PiecePart, Tone};
use crate::shape::{Drawing, path};
use kradan_rules::Side;

/// The tone of a side's discs: First is black.
#[must_use]
pub const fn tone(side: Side) -> Tone {
    match side {
        Side::First => Tone::Dark,
        Side::Second => Tone::Light,
    }
}

/// A disc, slightly domed.
#[must_use]
pub fn piece(side: Side) -> Drawing {
    let ink = |part| Ink::Disc(tone(side), part);
    let disc = shadow(&disc(40.0, 40.0, 33.0))
        .fill(disc(40.0, 40.0, 33.4), ink(PiecePart::Outline))
        .fill(disc(40.0, 40.0, 31.4), ink(PiecePart::Shade))
        // A face nearer to the light than the rim: what is left of the shade is a crescent. More
        // steps would be rounder, but cost a tenth of every picture's bytes each.
        .fill(disc(39.0, 38.6, 29.4), ink(PiecePart::Body));
    match tone(side) {
        Tone::Dark => disc.fill(path(GLINT), ink(PiecePart::Shine)),
        // It would hardly be seen.
        Tone::Light => disc,
    }
}

/// The light on a dark disc, which tapers to both ends.
const GLINT: &str = "M14.6 35 A25.6 25.6 0 0 1 35.4 14 A64 64 0 0 0 14.6 35 Z";

/// The ring around a disc off the board, where a dark one would be lost.
#[must_use]
pub fn halo() -> Drawing {
    Drawing::new().fill(disc(40.0, 40.0, 36.4), Ink::Label)
}

/// The dot on the disc that this side placed last.
#[must_use]
pub fn last(side: Side) -> Drawing {
    Drawing::new()
        .fill(disc(40.0, 40.0, 11.4), Ink::Disc(tone(side), PiecePart::Line))
        .fill(disc(40.0, 40.0, 8.8), Ink::LastDot)
}

/// The ring on a disc that the last move turned to this side.
#[must_use]
pub fn turned(side: Side) -> Drawing {
    let mut ring = disc(40.0, 40.0, 12.6);
    ring.extend(disc(40.0, 40.0, 7.2));
    Drawing::new().fill(ring, Ink::Disc(tone(side), PiecePart::Line))
}
