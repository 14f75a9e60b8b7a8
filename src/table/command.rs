//! What a player asks of a table.

use jiff::Timestamp;

use super::{ChannelId, GameCommand, Level, PlayerId};
use kradan_rules::{Fingerprint, Game};

/// What a player asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To accept the challenge.
    Accept,
    /// To accept the challenge, and to have the game shown in a place of its own.
    AcceptIn(ChannelId),
    /// To play a computer instead of waiting for somebody to accept one's challenge.
    PlayComputer(Level),
    /// To play a computer, and to have the game shown in a place of its own.
    PlayComputerIn(Level, ChannelId),
    /// To decline the challenge one has received.
    Decline,
    /// To withdraw the challenge one has made.
    Cancel,
    /// To make a move, as it was typed or chosen.
    Move(String),
    /// To plan a line: moves of the opponent as conditions, and one's own replies. On one's own turn
    /// it begins with one's next move.
    Plan(Vec<String>),
    /// To remove the planned line that leads to a record, or all of them.
    Unplan(Option<Fingerprint>),
    /// To do something with one's next move that only this game knows.
    Game(GameCommand),
    /// To leave out what one asked for with [`Command::Game`].
    Leave(GameCommand),
    /// To offer a draw, or, where the position has stood often enough, to claim it. It never accepts
    /// the opponent's offer, which the player may not have seen.
    Draw,
    /// To accept the opponent's offer, and never to make one: the opponent may have moved on.
    AcceptDraw,
    /// To decline the draw that the opponent offers.
    DeclineDraw,
    /// To withdraw the draw that one has offered.
    WithdrawDraw,
    /// To ask that one's last move be taken back.
    AskTakeback,
    /// To grant the takeback that the opponent asks for.
    GrantTakeback,
    RefuseTakeback,
    /// To withdraw the request for a takeback.
    WithdrawTakeback,
    /// To offer to let the game rest.
    OfferPause,
    AcceptPause,
    DeclinePause,
    /// To withdraw the pause that one has offered.
    WithdrawPause,
    /// To let the clocks of a game that rests go on.
    Resume,
    /// To give the opponent so many hours more.
    GiveTime(u16),
    /// To be reminded of one's move at this time.
    RemindAt(Timestamp),
    /// To do without the reminder that one asked for.
    DropReminder,
    /// To give the game up.
    Resign,
    /// To end the game without a result, as a moderator who need not play. Whoever gives the
    /// command sees to it that it is one.
    Abort {
        reason: String,
    },
    /// To have the result of a rated game count for nothing, as a moderator who need not play, of which
    /// the same is seen to.
    Annul {
        reason: String,
    },
    /// To leave a game because one's data is erased: to resign it, or to end it without a result
    /// before each side has made its second move.
    LeaveErased,
    /// To have the table shown somewhere else, where the other player reads it as well.
    Show(ChannelId),
    /// To have the table shown somewhere of which it is not known whether the other player reads
    /// it: a table does not go there.
    ShowUnread(ChannelId),
    /// To accept a challenge, which another command does, with the themes of which the boards keep
    /// one.
    Themed {
        themes: ChosenThemes,
        command: Box<Command>,
    },
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

    /// The same acceptance, with the themes that players chose.
    #[must_use]
    pub fn themed(self, themes: ChosenThemes) -> Command {
        Command::Themed { themes, command: Box::new(self) }
    }

    /// The same, asked by a control that was made for a position.
    #[must_use]
    pub fn on(self, seen: Seen) -> Command {
        Command::On { seen, command: Box::new(self) }
    }
}

/// The names of the themes that players chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenThemes {
    pub of_players: Vec<(PlayerId, String)>,
    /// That of boards for which nobody chose one.
    pub otherwise: String,
}

/// The position for which a control was made: the one to which a record led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How many plies the record has.
    pub plies: usize,
    /// Which record it is: after a takeback and other moves there are as many plies again.
    pub fingerprint: Fingerprint,
}

impl Seen {
    /// The present position of a game.
    #[must_use]
    pub fn of(game: &Game) -> Seen {
        Seen { plies: game.plies(), fingerprint: game.fingerprint() }
    }

    /// Whether it is the present position of a game, beyond doubt.
    #[must_use]
    pub fn is_present(self, game: &Game) -> bool {
        self == Seen::of(game)
    }
}
