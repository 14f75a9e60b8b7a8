//! What all promoted Ōgi pieces have on them.

use crate::ink::Ink;
use crate::shape::{Drawing, path};
use kradan_rules::ogi::Piece;

/// A promoted face's red line along the shoulders, so that not only colour tells.
pub(super) fn rim(piece: Piece) -> Drawing {
    let drawing = Drawing::new();
    if !piece.promoted {
        return drawing;
    }
    drawing.stroke(&path("M25 17.6 L40 10.8 L55 17.6"), 2.6, Ink::PromotedWriting)
}
