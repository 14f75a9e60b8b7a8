//! The international faces of the Ōgi pieces: what chess players know, and for the rest how the
//! piece moves.

use kurbo::{Affine, Rect, Shape as _};

use super::ogi::rim;
use crate::draw::ink::Ink;
use crate::draw::shape::{Drawing, path};
use crate::rules::ogi::{Piece, Role};

/// The symbol on a piece.
pub(super) fn face(piece: Piece, ink: Ink) -> Drawing {
    let shape = path(symbol(piece.role));
    let within = Rect::new(21.0, 23.0, 59.0, 67.0);
    let bounds = shape.bounding_box();
    let scale = (within.width() / bounds.width()).min(within.height() / bounds.height());
    let there = within.center().to_vec2() - bounds.center().to_vec2() * scale;
    let shape = Affine::translate(there) * Affine::scale(scale) * shape;
    rim(piece).fill(shape, ink)
}

/// Solid shapes; a contour inside another is cut out of it.
const fn symbol(role: Role) -> &'static str {
    match role {
        // A crown with a cross.
        Role::King => "M38 22 H42 V26 H46 V30 H42 V34 C46 36 48 39 48 42 C52 36 60 36 62 42 C63.4 47 59 52 56 56 V58 H24 V56 C21 52 16.6 47 18 42 C20 36 28 36 32 42 C32 39 34 36 38 34 V30 H34 V26 H38 Z M24 61 H56 V66 H24 Z",
        Role::Princess => "M40 22 L60 60 H20 Z",
        // A tower.
        Role::Rook => "M24 66 V60 H28 L31 42 H26 V26 H33 V31 H37 V26 H43 V31 H47 V26 H54 V42 H49 L52 60 H56 V66 Z",
        // A mitre.
        Role::Bishop => "M40 20 C42.2 20 44 21.8 44 24 C44 25.4 43.4 26.4 42.4 27.2 C48.6 31 53 37.6 53 44 C53 49 50.6 53 47 55.6 L48 59 H56 V65 H24 V59 H32 L33 55.6 C29.4 53 27 49 27 44 C27 37.6 31.4 31 37.6 27.2 C36.6 26.4 36 25.4 36 24 C36 21.8 37.8 20 40 20 Z M45.6 33 L39.4 45.4 L42.6 47 L48.6 36.4 Z",
        Role::Silver => "M40 20 L46 38 L60 26 L50 44 L58 64 L40 52 L22 64 L30 44 L20 26 L34 38 Z",
        Role::Knight => "M40 22 L60 60 H20 Z",
        // A spear.
        Role::Lance => "M40 18 C46 24 49 31 49 38 L43 42 V66 H37 V42 L31 38 C31 31 34 24 40 18 Z",
        // A pawn.
        Role::Pawn => "M40 22 C45 22 49 26 49 31 C49 34 47.6 36.4 45.6 38 H50 V43 H45.4 C46 50 49 55 53 58 H55 V65 H25 V58 H27 C31 55 34 50 34.6 43 H30 V38 H34.4 C32.4 36.4 31 34 31 31 C31 26 35 22 40 22 Z",
    }
}
