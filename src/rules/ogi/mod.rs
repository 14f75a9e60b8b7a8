//! Ōgi (王棋): an 8×8 shogi with a princess and drops.
//!
//! Sente moves first. A captured piece goes to the captor's hand and can be dropped. Every piece
//! but the king must promote in the last three ranks. Checkmate wins, also by a dropped pawn.

mod board;
mod diagram;
mod hand;
mod illegal;
mod moves;
mod notation;
mod pgn;
mod piece;
mod position;
mod text;

pub use self::hand::Hand;
pub use self::illegal::Illegal;
pub use self::moves::Move;
pub use self::piece::{Piece, Role};
pub use self::position::Position;
