//! The rules of Othello, Makruk and Ōgi: positions, moves, endings, notation and records.
//!
//! This layer names only std, serde and small crates for text. It knows no clock, no chance and no
//! player. Each game has a folder with its own position and move types, so moves of different games
//! cannot be mixed up. Begin with [`Position`], the trait that the games have in common, then read
//! [`Record`], a position with its past, and [`Game`], a record of any of the games.
//!
//! ```
//! use kradan_rules::{Game, GameKind, Status};
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

/// Gives the list of the games to a macro, behind what else it is to get: the name of the game's
/// variant in [`GameKind`] and [`Game`], and that of its module, which is the game's name in text
/// that programs read. A game is added here and among the modules below.
#[macro_export]
macro_rules! all_games {
    ($then:ident $($before:tt)*) => {
        $then! { $($before)* Othello in othello, Makruk in makruk, Ogi in ogi }
    };
}

#[macro_use]
mod games;

mod bitboard;
mod diagram;
mod error;
pub mod facts;
mod fen;
mod fingerprint;
mod game;
mod geometry;
mod kind;
pub mod makruk;
mod move_style;
pub mod notation;
pub mod ogi;
pub mod othello;
mod outcome;
mod perft;
mod position;
mod record;
mod side;
mod square;
mod stored;
mod text;
mod typed;

pub use bitboard::{Bitboard, Squares};
pub use error::{Field, MoveError, ParseMoveError, PositionError};
pub use facts::Facts;
pub use fingerprint::{Fingerprint, ParseFingerprintError};
pub use games::{Game, Illegal, ParseGameKindError};
pub use kind::GameKind;
pub use move_style::MoveStyle;
pub use outcome::{Outcome, ParseVerdictError, Reason, Status, Verdict};
pub use perft::{divide, perft};
pub use position::Position;
pub use record::Record;
pub use side::{BySide, Side};
pub use square::{FileOrRank, ParseSquareError, Square};
pub use stored::StoredGameError;
pub use text::{Escaped, Quoted, cut, is_invisible};
