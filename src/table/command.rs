//! What a player asks of a table.

use super::{ChannelId, GameCommand};
use crate::rules::{Fingerprint, Game};

/// What a player asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To accept the challenge.
    Accept,
    /// To accept the challenge, and to have the game shown in a place of its own.
    AcceptIn(ChannelId),
    /// To decline the challenge one has received.
    Decline,
    /// To withdraw the challenge one has made.
    Cancel,
    /// To make a move, as it was typed or chosen.
    Move(String),
    /// To do something with one's next move that only this game knows.
    Game(GameCommand),
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
    RefuseTakeback,
    /// To give the game up.
    Resign,
    /// To have the table shown somewhere else, where the other player reads it as well.
    Show(ChannelId),
    /// To have the table shown somewhere of which it is not known whether the other player reads
    /// it: a table does not go there.
    ShowUnread(ChannelId),
    /// What a control asks that was made for a position: while the game goes on it is done in that
    /// position and in no other.
    On {
        seen: Seen,
        command: Box<Command>,
    },
}

impl Command {
    /// A move, made on the present position.
    #[must_use]
    pub fn play(text: &str) -> Command {
        Command::Move(text.to_owned())
    }

    /// The same, asked by a control that was made for a position.
    #[must_use]
    pub fn on(self, seen: Seen) -> Command {
        Command::On { seen, command: Box::new(self) }
    }
}

/// The position for which a control was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The one to which a record led.
    Record {
        /// How many plies it has.
        plies: usize,
        /// Which record it is: after a takeback and other moves there are as many plies again.
        fingerprint: Fingerprint,
    },
    /// Nobody knows which: controls of earlier versions say at most how many plies there were. It
    /// is never taken for the present one.
    Unknown {
        /// How many plies there were.
        plies: Option<usize>,
    },
}

impl Seen {
    /// The present position of a game.
    #[must_use]
    pub fn of(game: &Game) -> Seen {
        Seen::Record { plies: game.plies(), fingerprint: game.fingerprint() }
    }

    /// Whether it is the present position of a game, beyond doubt.
    #[must_use]
    pub fn is_present(self, game: &Game) -> bool {
        self == Seen::of(game)
    }
}
