//! The marks on squares and off the board. Each means one thing and has a shape of its own, so
//! that nobody has to tell colours apart.

use kurbo::{BezPath, Point, Rect, RoundedRect, Shape as _};

use super::{FINE, disc};
use crate::font::Font;
use crate::ink::Ink;
use crate::shape::{Drawing, path};
use kradan_rules::GameKind;

/// Where the last move went: a full frame.
#[must_use]
pub fn to(kind: GameKind) -> Drawing {
    Drawing::new().fill(frame(2.0, 0.0, 4.6), Ink::To(kind))
}

/// Where the last move came from: the frame's corners alone.
#[must_use]
pub fn from(kind: GameKind) -> Drawing {
    let corners = "M2 22 V2 H22 V6.4 H6.4 V22 Z M58 2 H78 V22 H73.6 V6.4 H58 Z \
        M78 58 V78 H58 V73.6 H73.6 V58 Z M22 78 H2 V58 H6.4 V73.6 H22 Z";
    Drawing::new().fill(path(corners), Ink::From(kind))
}

/// A piece that was picked up: a frame with round corners.
#[must_use]
pub fn selected(kind: GameKind) -> Drawing {
    Drawing::new().fill(frame(3.0, 20.0, 4.6), Ink::Selected(kind))
}

/// A king in check: a frame whose corners are filled.
#[must_use]
pub fn check(kind: GameKind) -> Drawing {
    let corners = "M2 2 H20 L2 20 Z M78 2 V20 L60 2 Z M78 78 H60 L78 60 Z M2 78 V60 L20 78 Z";
    Drawing::new()
        .fill(frame(2.0, 0.0, 4.6), Ink::Check(kind))
        .fill(path(corners), Ink::Check(kind))
}

/// A square that can be moved to: a dot with a rim.
#[must_use]
pub fn legal(kind: GameKind) -> Drawing {
    Drawing::new()
        .fill(disc(40.0, 40.0, 11.4), Ink::LegalRim(kind))
        .fill(disc(40.0, 40.0, 9.4), Ink::Legal(kind))
}

/// A piece that can be captured: a ring around it.
#[must_use]
pub fn capture(kind: GameKind) -> Drawing {
    let ring = |radius: f64, width: f64| {
        let mut ring = disc(40.0, 40.0, radius);
        ring.extend(disc(40.0, 40.0, radius - width));
        ring
    };
    Drawing::new()
        .fill(ring(38.6, 6.8), Ink::LegalRim(kind))
        .fill(ring(37.4, 4.4), Ink::Legal(kind))
}

/// A count in hand, its middle at the origin, 27 units high.
#[must_use]
pub fn badge(count: u8) -> Drawing {
    let text = Font::Latin.line(&count.to_string(), 20.0);
    let half = (text.advance / 2.0 + 5.6).max(13.5);
    let pill = |margin: f64| {
        let bounds = Rect::new(-half, -13.5, half, 13.5).inflate(-margin, -margin);
        RoundedRect::from_rect(bounds, 13.5 - margin).to_path(FINE)
    };
    Drawing::new()
        .fill(pill(0.0), Ink::BadgeRim)
        .fill(pill(2.2), Ink::Badge)
        .fill(text.centred(Point::ORIGIN), Ink::BadgeText)
}

/// The place of a count, a square of the board, 80 units wide: plain where the pieces are counted
/// by, with its lines where the board is.
#[must_use]
pub fn plate(kind: GameKind, with_lines: bool) -> Drawing {
    let plate = RoundedRect::new(0.0, 0.0, 80.0, 80.0, 9.0).to_path(FINE);
    let plate = Drawing::new().fill(plate, Ink::Square(kind));
    if !with_lines {
        return plate;
    }
    plate.stroke(&path("M2 20 H78 M2 40 H78 M2 60 H78"), 2.6, Ink::Line(kind)).stroke(
        &path("M20 2 V78 M40 2 V78 M60 2 V78"),
        2.6,
        Ink::Line(kind),
    )
}

/// The marker of the side to move, a wedge that points right, its middle at the origin, 28 units
/// high.
#[must_use]
pub fn turn() -> Drawing {
    soft("M-7.6 -11 L10.4 0 L-7.6 11 Z", Ink::Turn)
}

/// The marker of the winner, a crown, its middle at the origin.
#[must_use]
pub fn won() -> Drawing {
    soft("M-15 -8 L-8 0 L0 -11 L8 0 L15 -8 L11.6 10.4 H-11.6 Z", Ink::Turn)
}

/// The marker of the loser, a cross, its middle at the origin.
#[must_use]
pub fn lost() -> Drawing {
    Drawing::new().stroke(&path("M-8 -8 L8 8 M8 -8 L-8 8"), 5.0, Ink::Label)
}

/// The marker of both sides in a draw, half a point, its middle at the origin.
#[must_use]
pub fn drawn() -> Drawing {
    let half = Font::Latin.line("½", 30.0);
    Drawing::new().fill(half.centred(Point::ORIGIN), Ink::Turn)
}

/// A shape with round corners.
fn soft(outline: &str, ink: Ink) -> Drawing {
    let outline = path(outline);
    Drawing::new().fill(outline.clone(), ink).stroke(&outline, 6.0, ink)
}

/// A frame `gap` units within the square's edge, with corners of a radius, so many units wide.
fn frame(gap: f64, radius: f64, width: f64) -> BezPath {
    let outer = Rect::new(gap, gap, 80.0 - gap, 80.0 - gap);
    let mut frame = RoundedRect::from_rect(outer, radius).to_path(FINE);
    let inner = outer.inflate(-width, -width);
    frame.extend(RoundedRect::from_rect(inner, (radius - width).max(0.0)).to_path(FINE));
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_holds_its_number() {
        for count in 2..=18 {
            let badge = badge(count);
            let [rim, disc, text] =
                [0, 1, 2].map(|layer| badge.layers()[layer].path.bounding_box());
            assert!(rim.contains_rect(disc), "{count}");
            assert!(disc.inflate(-2.0, -2.0).contains_rect(text), "{count}: {text:?} in {disc:?}");
        }
    }
}
