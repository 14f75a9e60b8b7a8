//! Makruk (หมากรุกไทย): Thai chess, with its counts.
//!
//! White moves first. A bia that reaches the sixth rank promotes to a bia-ngai. Checkmate wins.
//! Stalemate is a draw, and so is a count that runs out.

mod board;
mod count;
mod diagram;
mod illegal;
mod moves;
mod notation;
mod pgn;
mod position;
mod role;
mod text;

pub use self::count::{BOARD_LIMIT, Count, Honour, Honours};
pub use self::illegal::{Illegal, Unclaimable};
pub use self::moves::{Act, Move};
pub use self::position::Position;
pub use self::role::Role;
