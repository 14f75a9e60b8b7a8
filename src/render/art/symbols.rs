//! The international faces of the Ōgi pieces: what chess players know, and for the rest how the
//! piece moves.

use kurbo::{Affine, Rect, Shape as _};

use super::promotion::rim;
use crate::ink::Ink;
use crate::shape::{Drawing, path};
use kradan_rules::ogi::{Piece, Role};

/// The symbol on a piece.
pub(super) fn face(piece: Piece, ink: Ink) -> Drawing {
    let shape = path(symbol(piece.role));
    let within = Rect::new(19.5, 21.5, 60.5, 67.5);
    let bounds = shape.bounding_box();
    let scale = (within.width() / bounds.width()).min(within.height() / bounds.height());
    let there = within.center().to_vec2() - bounds.center().to_vec2() * scale;
    let shape = Affine::translate(there) * Affine::scale(scale) * shape;
    rim(piece).fill(shape, ink)
}

/// Solid shapes; a contour inside another is cut out of it.
const fn symbol(role: Role) -> &'static str {
    match role {
        Role::King => CROWN,
        Role::Princess => HORSE_IN_MITRE,
        Role::Rook => TOWER,
        Role::Bishop => MITRE,
        Role::Silver => RAYS,
        Role::Knight => HORSE,
        Role::Lance => SPEAR,
        Role::Pawn => PAWN,
    }
}

/// A crown under a cross.
const CROWN: &str = "M37.4 20 H42.6 V24.4 H47 V29.2 H42.6 V33.4 C46.4 35.6 48.4 38.8 48.6 42.4 \
    C52.6 36 60.4 35.6 62.8 41.2 C64.8 46.6 60 52.4 57 57 H23 C20 52.4 15.2 46.6 17.2 41.2 \
    C19.6 35.6 27.4 36 31.4 42.4 C31.6 38.8 33.6 35.6 37.4 33.4 V29.2 H33 V24.4 H37.4 Z \
    M23 60.4 H57 V66 H23 Z";

/// A horse's head under a bishop's mitre: she moves as either.
const HORSE_IN_MITRE: &str = "M27.4 17 C27.4 8 31.8 1.4 36.2 -1.6 C35 -2.4 34.2 -3.8 34.2 -5.4 \
    C34.2 -8 36.4 -10 39 -10 C41.6 -10 43.8 -8 43.8 -5.4 C43.8 -3.8 43 -2.4 41.8 -1.6 \
    C46.2 1.4 50.6 8 50.6 17 Z M42.4 2.6 L36.8 12.6 L40.8 14.8 L46 5.8 Z \
    M22.4 72 C22.4 67.4 24.4 65.2 27.4 63 C29.6 57.4 37 54 38.8 46.4 C35.8 48.6 31.8 48.6 28.8 \
    49.8 \
    C25.4 51.2 24 54.8 20.4 55.6 C16 56.4 11.6 53.4 11.4 49 C11.2 45.6 13.8 42.4 16 39 \
    C18.6 35 19.4 30.6 21.6 26.6 C22.6 24.6 23.8 22.8 25.4 21.2 H52.4 C56.4 24.6 59.2 29.2 60.6 \
    34.8 \
    C63.2 46 61.2 55.6 60 63 C62.4 65.2 63.2 67.4 63.2 72 Z \
    M25.4 33 C29.6 34.4 33.4 32.6 34.4 28.4 C30.2 27 26.6 28.8 25.4 33 Z";

const TOWER: &str = "M23 66 V59.4 H27.2 L30.4 42.6 H25 V25 H33 V31 H36.4 V25 H43.6 V31 H47 V25 \
    H55 V42.6 \
    H49.6 L52.8 59.4 H57 V66 Z";

const MITRE: &str = "M40 18 C42.8 18 45 20.2 45 22.8 C45 24.4 44.2 25.8 43 26.6 C50 30.6 54.6 \
    37.4 54.6 44.2 \
    C54.6 49 52.4 52.8 48.8 55.4 L49.4 58.4 H57 V65.4 H23 V58.4 H30.6 L31.2 55.4 \
    C27.6 52.8 25.4 49 25.4 44.2 C25.4 37.4 30 30.6 37 26.6 C35.8 25.8 35 24.4 35 22.8 \
    C35 20.2 37.2 18 40 18 Z M45.8 32.4 L38.8 45.8 L42.8 47.8 L49.2 35.6 Z";

/// A ray for each step that a silver can make, around where it stands.
const RAYS: &str = "M40 39 C43.9 39 47 42.1 47 46 C47 49.9 43.9 53 40 53 \
    C36.1 53 33 49.9 33 46 C33 42.1 36.1 39 40 39 Z \
    M40 15.8 L45.2 29.8 H34.8 Z \
    M60.8 25.2 L54.8 38.8 L47.2 31.2 Z M19.2 25.2 L32.8 31.2 L25.2 38.8 Z \
    M60.8 66.8 L54.8 53.2 L47.2 60.8 Z M19.2 66.8 L32.8 60.8 L25.2 53.2 Z";

const HORSE: &str = "M22.4 72 C22.4 67.4 24.4 65.2 27.4 63 C29.6 57.4 37 54 38.8 46.4 \
    C35.8 48.6 31.8 48.6 28.8 49.8 C25.4 51.2 24 54.8 20.4 55.6 C16 56.4 11.6 53.4 11.4 49 \
    C11.2 45.6 13.8 42.4 16 39 C18.6 35 19.4 30.6 21.6 26.6 C24 22.2 27.4 18.8 31.4 16.6 \
    C31.6 12.6 33.6 9 37.2 6 C39.4 8.6 40.4 11.2 40.8 13.8 C51 16.2 58 24.2 60.6 34.8 \
    C63.2 46 61.2 55.6 60 63 C62.4 65.2 63.2 67.4 63.2 72 Z \
    M25.6 31.8 C29.4 33 32.8 31.4 33.8 27.6 C30 26.4 26.8 28 25.6 31.8 Z \
    M43.4 21.4 C51.4 27.6 54.8 40 50.8 58.6 L54.6 58.6 C58.6 41 54.4 26.4 43.4 21.4 Z";

const SPEAR: &str = "M40 12 L52.4 37 C48 36.6 44.8 38.2 44.4 41 V66 H35.6 V41 \
    C35.2 38.2 32 36.6 27.6 37 Z";

const PAWN: &str = "M40 20.4 C45.8 20.4 50.2 24.8 50.2 30.4 C50.2 33.4 49 36 46.8 38 H51.6 V43.6 \
    H46.4 \
    C47 50.6 50.2 55.4 54.4 58 H56.6 V65.6 H23.4 V58 H25.6 C29.8 55.4 33 50.6 33.6 43.6 H28.4 V38 \
    H33.2 C31 36 29.8 33.4 29.8 30.4 C29.8 24.8 34.2 20.4 40 20.4 Z";
