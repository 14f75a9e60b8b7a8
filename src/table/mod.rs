//! A table: two seats, a game, a time control, and the channel where it is shown.
//!
//! This layer names the rules, serde and jiff's types. It is pure: the time and a random number are
//! arguments ([`Moment`]), and nothing is sent or stored here. [`Table::apply`] takes a [`Command`]
//! and returns the [`Event`]s, or a [`Refusal`] that leaves the table as it was. Begin there: each
//! command has a method below it.
//!
//! ```
//! use jiff::Timestamp;
//! use kradan::rules::{GameKind, Side};
//! use kradan::table::{Command, Event, Moment, TimeControl, ChannelId, PlayerId, Table, ChallengeTerms};
//!
//! let (ann, ben) = (PlayerId(1), PlayerId(2));
//! let now = Moment { time: Timestamp::UNIX_EPOCH, chance: 7 };
//! let challenge = ChallengeTerms { opponent: Some(ben), side: Some(Side::First), ..ChallengeTerms::of(GameKind::Othello) };
//! let mut table = Table::challenge(ann, challenge, ChannelId(5), now);
//!
//! table.apply(ben, &Command::Accept, now)?;
//! let events = table.apply(ann, &Command::play("f5"), now)?;
//! assert!(matches!(&events[..], [Event::Moved { side: Side::First, .. }]));
//! # Ok::<(), kradan::table::Refusal>(())
//! ```

mod challenge;
mod command;
mod event;
mod games;
mod ids;
mod play;
mod refusal;
mod time_control;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use self::challenge::Challenge;
pub use self::challenge::{ChallengeTerms, Furigoma, Venue};
pub use self::command::{Command, Seen};
pub use self::event::{Audience, Ending, Event};
pub use self::games::{
    GameCommand, GameEnding, GameEvent, GameRefusal, MakrukEnding, MakrukEvent, MakrukRefusal,
};
pub use self::ids::{ApplicationId, ChannelId, GuildId, MessageId, Moment, PlayerId, TableId};
pub use self::play::PLIES_MAX;
pub use self::refusal::Refusal;
pub use self::time_control::{Due, ParseTimeControlError, TimeControl};
use crate::rules::{BySide, Game, Side, Status};

/// A table, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    game: Game,
    pace: TimeControl,
    place: ChannelId,
    phase: Phase,
}

/// How far a table has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Phase {
    /// Somebody was challenged, and has not answered yet.
    Challenge(Challenge),
    /// The game goes on.
    Playing(Play),
    Over {
        seats: BySide<PlayerId>,
        ending: Ending,
    },
    /// There never was a game. Tables from before it counted do not say since when.
    Withdrawn {
        challenger: PlayerId,
        #[serde(default)]
        since: Timestamp,
    },
}

/// A game that goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    seats: BySide<PlayerId>,
    /// Since when the side to move may think.
    thinking_since: Timestamp,
    /// Whether the side to move was reminded of this move.
    is_reminded: bool,
    /// Who offers a draw.
    draw_offer: Option<Side>,
    /// Who asks for how many plies to be taken back.
    takeback: Option<Takeback>,
    /// What each side does with its next move besides moving.
    #[serde(rename = "acts")]
    announced: BySide<Option<GameCommand>>,
    /// After how many plies a draw that each side offered was declined last.
    #[serde(default, skip_serializing_if = "is_never")]
    draw_declined: BySide<Option<usize>>,
    /// After how many plies a takeback that each side asked for was refused last.
    #[serde(default, skip_serializing_if = "is_never")]
    takeback_refused: BySide<Option<usize>>,
}

/// Whether neither side has been told no.
fn is_never(plies: &BySide<Option<usize>>) -> bool {
    *plies == BySide::default()
}

/// A takeback that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Takeback {
    side: Side,
    plies: usize,
}

impl Table {
    /// A table at which somebody is challenged.
    #[must_use]
    pub fn challenge(
        challenger: PlayerId,
        wish: ChallengeTerms,
        place: ChannelId,
        now: Moment,
    ) -> Table {
        let ChallengeTerms { kind, opponent, side, setting, pace } = wish;
        let game = Game::new(kind);
        let challenge = Challenge { challenger, opponent, side, setting, made_at: now.time };
        Table { game, pace, place, phase: Phase::Challenge(challenge) }
    }

    /// A challenge to the same game between the same two, with the sides exchanged.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotOver`] while the game goes on, [`Refusal::NotSeated`] for anyone else.
    pub fn rematch(&self, by: PlayerId, now: Moment) -> Result<Table, Refusal> {
        let Phase::Over { seats, .. } = &self.phase else { return Err(Refusal::NotOver) };
        let side = side_of(seats, by).ok_or(Refusal::NotSeated)?;
        let wish = ChallengeTerms {
            kind: self.game.kind(),
            opponent: Some(seats[!side]),
            side: Some(!side),
            setting: Venue::Here,
            pace: self.pace,
        };
        let table = Table::challenge(by, wish, self.place, now);
        Ok(Table { game: games::rematch(&self.game), ..table })
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How long a move may take.
    #[must_use]
    pub fn pace(&self) -> TimeControl {
        self.pace
    }

    /// Where the table is shown.
    #[must_use]
    pub fn place(&self) -> ChannelId {
        self.place
    }

    /// Who sits where, once the game has begun.
    #[must_use]
    pub fn seats(&self) -> Option<&BySide<PlayerId>> {
        match &self.phase {
            Phase::Playing(Play { seats, .. }) | Phase::Over { seats, .. } => Some(seats),
            Phase::Challenge(_) | Phase::Withdrawn { .. } => None,
        }
    }

    /// Everybody whom the table concerns: who sits at it, or made and received the challenge.
    #[must_use]
    pub fn players(&self) -> Vec<PlayerId> {
        match &self.phase {
            Phase::Challenge(challenge) => {
                std::iter::once(challenge.challenger).chain(challenge.opponent).collect()
            }
            Phase::Playing(Play { seats, .. }) | Phase::Over { seats, .. } => {
                vec![seats.first, seats.second]
            }
            Phase::Withdrawn { .. } => Vec::new(),
        }
    }

    /// The other one of the two whom the table concerns; nobody where anyone may accept.
    #[must_use]
    pub fn other_than(&self, player: PlayerId) -> Option<PlayerId> {
        self.players().into_iter().find(|&it| it != player)
    }

    /// Who challenges whom, while the challenge waits for an answer; nobody in particular is
    /// challenged where anyone may accept.
    #[must_use]
    pub fn challenged(&self) -> Option<(PlayerId, Option<PlayerId>)> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        Some((challenge.challenger, challenge.opponent))
    }

    /// When the challenge was made, while it waits for an answer.
    #[must_use]
    pub fn challenged_at(&self) -> Option<Timestamp> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        Some(challenge.made_at)
    }

    /// Who made the challenge, if it came to nothing.
    #[must_use]
    pub fn challenged_in_vain(&self) -> Option<PlayerId> {
        let Phase::Withdrawn { challenger, .. } = &self.phase else { return None };
        Some(*challenger)
    }

    /// The side that the challenger asks for, while the challenge waits for an answer.
    #[must_use]
    pub fn wished_side(&self) -> Option<Side> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        challenge.side
    }

    /// Where the game is to be played, while the challenge waits for an answer.
    #[must_use]
    pub fn setting(&self) -> Option<Venue> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        Some(challenge.setting)
    }

    /// What the side to move does with its next move besides moving, if it said so.
    #[must_use]
    pub fn announced(&self) -> Option<GameCommand> {
        let Phase::Playing(play) = &self.phase else { return None };
        self.to_move().and_then(|(turn, _)| play.announced[turn])
    }

    /// Whether anything can still happen at the table: a challenge to be answered, or a game to
    /// be played.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Challenge(_) | Phase::Playing(_))
    }

    /// Whose move it is, while the game goes on.
    #[must_use]
    pub fn to_move(&self) -> Option<(Side, PlayerId)> {
        let Phase::Playing(play) = &self.phase else { return None };
        match self.game.status() {
            Status::Ongoing { turn } => Some((turn, play.seats[turn])),
            Status::Over(_) => None,
        }
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match &self.phase {
            Phase::Over { ending, .. } => Some(*ending),
            Phase::Challenge(_) | Phase::Playing(_) | Phase::Withdrawn { .. } => None,
        }
    }

    /// Who offers a draw, if anyone does.
    #[must_use]
    pub fn draw_offer(&self) -> Option<Side> {
        match &self.phase {
            Phase::Playing(play) => play.draw_offer,
            Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. } => None,
        }
    }

    /// Who asks for a takeback and for how many plies, if anyone does.
    #[must_use]
    pub fn takeback(&self) -> Option<(Side, usize)> {
        match &self.phase {
            Phase::Playing(play) => play.takeback.map(|asked| (asked.side, asked.plies)),
            Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. } => None,
        }
    }

    /// Whether a control may be used that was made for a position: while the game goes on, only
    /// one that was made for the present one.
    ///
    /// # Errors
    ///
    /// [`Refusal::Stale`].
    pub fn check_seen(&self, seen: Seen) -> Result<(), Refusal> {
        if self.is_running() && !seen.is_present(&self.game) {
            return Err(Refusal::Stale { ply: self.game.plies() });
        }
        Ok(())
    }

    /// Does what a player asks, and says what then happened, in order.
    ///
    /// # Errors
    ///
    /// The [`Refusal`]; the table is then as it was.
    pub fn apply(
        &mut self,
        player: PlayerId,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        match (&self.phase, command) {
            // No position is at stake.
            (
                Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. },
                Command::On { command, .. },
            ) => self.apply(player, command, now),
            (Phase::Challenge(challenge), command) => {
                let challenge = *challenge;
                self.answer(challenge, player, command, now)
            }
            (
                Phase::Playing(_) | Phase::Over { .. },
                Command::Accept | Command::AcceptIn(_) | Command::Decline | Command::Cancel,
            )
            | (Phase::Withdrawn { .. }, _) => Err(Refusal::Answered),
            (Phase::Over { seats, .. }, Command::Show(place)) => {
                side_of(seats, player).ok_or(Refusal::NotSeated)?;
                Ok(self.show(*place))
            }
            (Phase::Over { seats, .. }, Command::ShowUnread(place)) => {
                side_of(seats, player).ok_or(Refusal::NotSeated)?;
                self.show_unread(*place)
            }
            (Phase::Over { seats, ending }, _) => {
                side_of(seats, player).ok_or(Refusal::NotSeated)?;
                Err(Refusal::Over(*ending))
            }
            (Phase::Playing(play), command) => {
                let side = side_of(&play.seats, player).ok_or(Refusal::NotSeated)?;
                self.at_play(side, command, now)
            }
        }
    }

    /// Does what is due, and says what then happened; nothing where nothing is.
    pub fn pass_time(&mut self, now: Timestamp) -> Vec<Event> {
        let Some(due) = self.due().filter(|due| due.at() <= now) else { return Vec::new() };
        match (&mut self.phase, due) {
            (Phase::Challenge(Challenge { challenger, .. }), _) => {
                self.phase = Phase::Withdrawn { challenger: *challenger, since: now };
                vec![Event::Lapsed]
            }
            (Phase::Playing(play), Due::Reminder(_)) => {
                play.is_reminded = true;
                let turn = self.to_move().map(|(turn, _)| turn);
                turn.map(|side| Event::Reminded { side }).into_iter().collect()
            }
            (Phase::Playing(_), Due::Deadline(_)) => {
                let turn = self.to_move().map(|(turn, _)| turn);
                turn.map(|side| self.end(Ending::OutOfTime(side))).into_iter().collect()
            }
            (Phase::Playing(_), Due::Forgetting(_))
            | (Phase::Over { .. } | Phase::Withdrawn { .. }, _) => Vec::new(),
        }
    }

    fn answer(
        &mut self,
        challenge: Challenge,
        player: PlayerId,
        command: &Command,
        now: Moment,
    ) -> Result<Vec<Event>, Refusal> {
        let is_challenger = player == challenge.challenger;
        let is_challenged = challenge.opponent.is_none_or(|opponent| opponent == player);
        // Whoever is challenged by name has the challenge shown again as the challenger does.
        let is_player = is_challenger || challenge.opponent == Some(player);
        match command {
            Command::Accept | Command::AcceptIn(_) | Command::Decline if is_challenger => {
                Err(Refusal::OwnChallenge)
            }
            Command::Accept | Command::AcceptIn(_) if !is_challenged => Err(Refusal::NotChallenged),
            // Nobody can decline for all the others.
            Command::Decline if challenge.opponent != Some(player) => Err(Refusal::NotChallenged),
            Command::Cancel if !is_challenger => Err(Refusal::NotSeated),
            Command::Accept => {
                let mut events = self.begin(challenge, player, now);
                events.extend((challenge.setting == Venue::Thread).then_some(Event::NoThread));
                Ok(events)
            }
            Command::AcceptIn(place) => {
                let mut events = self.begin(challenge, player, now);
                events.extend(self.show(*place));
                Ok(events)
            }
            Command::Decline => {
                self.withdraw(challenge, now);
                Ok(vec![Event::Declined])
            }
            Command::Cancel => {
                self.withdraw(challenge, now);
                Ok(vec![Event::Cancelled])
            }
            Command::Show(place) if is_player => Ok(self.show(*place)),
            Command::ShowUnread(place) if is_player => self.show_unread(*place),
            Command::On { command, .. } => self.answer(challenge, player, command, now),
            Command::Move(_)
            | Command::Game(_)
            | Command::Draw
            | Command::AcceptDraw
            | Command::DeclineDraw
            | Command::AskTakeback
            | Command::GrantTakeback
            | Command::RefuseTakeback
            | Command::Resign
            | Command::Show(_)
            | Command::ShowUnread(_) => Err(Refusal::NotBegun),
        }
    }

    fn begin(&mut self, challenge: Challenge, opponent: PlayerId, now: Moment) -> Vec<Event> {
        let (seats, furigoma) = challenge.seats(opponent, self.game.kind(), now);
        self.phase = Phase::Playing(Play::new(seats, now.time));
        vec![Event::Accepted { seats, furigoma }]
    }

    fn withdraw(&mut self, challenge: Challenge, now: Moment) {
        self.phase = Phase::Withdrawn { challenger: challenge.challenger, since: now.time };
    }

    fn show(&mut self, place: ChannelId) -> Vec<Event> {
        self.place = place;
        vec![Event::Shown(place)]
    }

    /// Where a table is, it may be shown again, whoever reads it.
    fn show_unread(&mut self, place: ChannelId) -> Result<Vec<Event>, Refusal> {
        if self.place == place { Ok(self.show(place)) } else { Err(Refusal::Unread) }
    }

    fn end(&mut self, ending: Ending) -> Event {
        if let Some(&seats) = self.seats() {
            self.phase = Phase::Over { seats, ending };
        }
        Event::Ended(ending)
    }
}

impl Play {
    fn new(seats: BySide<PlayerId>, now: Timestamp) -> Play {
        Play {
            seats,
            thinking_since: now,
            is_reminded: false,
            draw_offer: None,
            takeback: None,
            announced: BySide::default(),
            draw_declined: BySide::default(),
            takeback_refused: BySide::default(),
        }
    }
}

/// The side on which a player sits.
fn side_of(seats: &BySide<PlayerId>, player: PlayerId) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| seats[side] == player)
}
