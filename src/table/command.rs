//! What a player asks of a table.

use super::Place;
use crate::rules::makruk::Act;

/// What a player asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To accept the challenge.
    Accept,
    /// To accept the challenge, and to have the game shown in a place of its own.
    AcceptIn(Place),
    /// To decline the challenge one has received.
    Decline,
    /// To withdraw the challenge one has made.
    Cancel,
    /// To make a move.
    Move {
        /// The move as it was typed or chosen.
        text: String,
        /// The position that the player saw.
        seen: Seen,
    },
    /// Makruk: to claim, skip or stop a count with one's next move. Asked again, to leave it be.
    Count(Act),
    /// To offer a draw, to accept the opponent's offer, or, where the position has stood often
    /// enough, to claim it.
    Draw,
    /// To accept the opponent's offer, and never to make one: the opponent may have moved on.
    AcceptDraw,
    /// To decline the draw that the opponent offers.
    DeclineDraw,
    /// To ask that one's last move be taken back.
    AskTakeback,
    /// To grant the takeback that the opponent asks for.
    GrantTakeback,
    /// To refuse it.
    RefuseTakeback,
    /// To give the game up.
    Resign,
    /// To have the table shown somewhere else, where the other player reads it as well.
    Show(Place),
    /// To have the table shown somewhere of which it is not known whether the other player reads
    /// it: a table does not go there.
    ShowUnread(Place),
}

impl Command {
    /// A move, made on the present position.
    #[must_use]
    pub fn play(text: &str) -> Command {
        Command::Move { text: text.to_owned(), seen: Seen::Now }
    }
}

/// Which position a player saw when choosing a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The present one, as far as anyone knows: the move was typed.
    Now,
    /// The one after so many plies: a button or menu below it was used.
    Ply(usize),
}
