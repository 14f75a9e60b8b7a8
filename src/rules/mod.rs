//! The three games, exactly: positions, moves, endings, notation. Pure; it knows no clock, no
//! chance and no player.
//!
//! Each game has a [`Position`] with a move type of its own, so that moves of different games can
//! never be mixed up. [`Record`] adds the past to any of them, and [`Game`] is a record of
//! whichever game it is.
//!
//! ```
//! use kradan::rules::{Game, GameKind, Status};
//!
//! let mut game = Game::new(GameKind::Othello);
//! game.play_text("f5")?;
//! assert_eq!(game.diagram(), "  a b c d e f g h
//! 1 . . . . . . . . 1
//! 2 . . . . . . . . 2
//! 3 . . . . . . . . 3
//! 4 . . . O X . . . 4
//! 5 . . . X X X . . 5
//! 6 . . . . . . . . 6
//! 7 . . . . . . . . 7
//! 8 . . . . . . . . 8
//!   a b c d e f g h
//! White to move
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitboard;
mod diagram;
mod error;
mod fingerprint;
mod game;
mod geometry;
pub mod makruk;
pub mod notation;
pub mod ogi;
pub mod othello;
mod outcome;
mod perft;
mod position;
mod record;
mod side;
mod square;
mod text;

pub use bitboard::{Bitboard, Squares};
pub use error::{Field, MoveError, ParseMoveError, PieceName, PositionError};
pub use fingerprint::{Fingerprint, ParseFingerprintError};
pub use game::{Game, GameKind, Illegal, ParseGameKindError, StoredGameError};
pub use outcome::{Outcome, ParseVerdictError, Reason, Status, Verdict};
pub use perft::{divide, perft};
pub use position::Position;
pub use record::Record;
pub use side::{BySide, Side};
pub use square::{FileOrRank, ParseSquareError, Square};
pub use text::{Escaped, Quoted, cut, is_invisible};
