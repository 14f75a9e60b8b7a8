//! A table as it is stored, and what it shows.

use std::ops::RangeInclusive;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::challenge::{Asked, Below, Challenge, ChallengeTerms, Pictures, Venue};
use super::clock_state::Clocks;
use super::conditional::Plan;
use super::reminders::Reminders;
use super::{
    ChannelId, ChosenThemes, Ending, Event, GameCommand, Level, Moment, PlayerId, Rated, Refusal,
    ReminderWishes, Seat, TableId, TimeControl, TournamentOf, games,
};
use kradan_ratings::{NotRated, Rating};
use kradan_rules::{BySide, Game, Side, Verdict};

/// A table, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub(super) game: Game,
    pub(super) pace: TimeControl,
    pub(super) channel: ChannelId,
    pub(super) phase: Phase,
    /// The table whose game this one follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rematch_of: Option<TableId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pictures: Option<Pictures>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) below: Option<Below>,
    /// The name of the theme of the boards that both players see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) theme: Option<String>,
    /// The thread that was opened for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) thread: Option<ChannelId>,
    /// Whether no holiday stops a clock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) no_holidays: bool,
    /// Whether the clocks stand on Saturday and Sunday.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) weekends_off: bool,
    /// `None` where the game began before games were rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rated: Option<Rated>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tournament: Option<TournamentOf>,
}

/// How far a table has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Phase {
    /// Somebody was challenged, and has not answered yet.
    Challenge(Challenge),
    /// The game goes on.
    Playing(Box<Play>),
    Over {
        seats: BySide<Seat>,
        ending: Ending,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<Timestamp>,
    },
    /// There never was a game.
    Withdrawn {
        challenger: PlayerId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        declined_by: Option<PlayerId>,
        since: Timestamp,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        has_lapsed: bool,
    },
}

/// A game that goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    pub(super) seats: BySide<Seat>,
    /// The time of the last settlement of the clocks: since then the side to move may think.
    pub(super) thinking_since: Timestamp,
    #[serde(default, skip_serializing_if = "Clocks::is_untouched")]
    pub(super) clocks: Clocks,
    #[serde(default, skip_serializing_if = "Reminders::is_untouched")]
    pub(super) reminders: Reminders,
    /// What each side wants of reminders, where it has quiet hours; for the side to move it was asked
    /// when something was due last.
    #[serde(default, skip_serializing_if = "are_usual")]
    pub(super) wishes: BySide<Option<ReminderWishes>>,
    /// Who offers a draw.
    pub(super) draw_offer: Option<Side>,
    /// Who asks for how many plies to be taken back.
    pub(super) takeback: Option<Takeback>,
    /// Who offers to let the game rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pause_offer: Option<Side>,
    /// What each side does with its next move besides moving.
    pub(super) announced: BySide<Option<GameCommand>>,
    /// After how many plies everybody was told last what each side does with its next move.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) announced_at: BySide<Option<usize>>,
    /// The same of what each side does not do after all.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) left_at: BySide<Option<usize>>,
    /// After how many plies a draw that each side offered was declined or withdrawn last.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) draw_declined: BySide<Option<usize>>,
    /// After how many plies a takeback that each side asked for was refused or withdrawn last.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) takeback_refused: BySide<Option<usize>>,
    /// The conditional moves of each side, which nobody else sees.
    #[serde(default, skip_serializing_if = "is_unplanned")]
    pub(super) plans: BySide<Option<Plan>>,
    /// After how many plies a pause that each side offered was declined or withdrawn last.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) pause_declined: BySide<Option<usize>>,
}

/// Whether neither side has quiet hours.
fn are_usual(wishes: &BySide<Option<ReminderWishes>>) -> bool {
    *wishes == BySide::default()
}

/// Whether neither side has planned anything.
fn is_unplanned(plans: &BySide<Option<Plan>>) -> bool {
    *plans == BySide::default()
}

/// Whether neither side has been told no.
fn is_never(plies: &BySide<Option<usize>>) -> bool {
    *plies == BySide::default()
}

/// A takeback that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Takeback {
    pub(super) side: Side,
    pub(super) plies: usize,
}

impl Table {
    /// A table at which somebody is challenged.
    #[must_use]
    pub fn challenge(
        challenger: PlayerId,
        wish: ChallengeTerms,
        channel: ChannelId,
        now: Moment,
    ) -> Table {
        let ChallengeTerms { kind, opponent, side, setting, rating, asked, .. } = wish;
        let challenge = Challenge {
            challenger,
            opponent,
            side,
            setting,
            made_at: now.time,
            rating: rating.filter(|_| wish.is_rated && opponent.is_none()),
            is_for_similar: asked == Asked::Similar,
        };
        Table {
            game: Game::new(kind),
            pace: wish.pace,
            channel,
            phase: Phase::Challenge(challenge),
            rematch_of: None,
            pictures: wish.pictures,
            below: wish.below,
            theme: None,
            thread: None,
            no_holidays: wish.no_holidays,
            weekends_off: wish.weekends_off,
            rated: Some(if wish.is_rated { Rated::Agreed } else { Rated::Not(NotRated::Friendly) }),
            tournament: None,
        }
    }

    /// A table at which a person plays a computer at once, and what happened. There are no clocks.
    #[must_use]
    pub fn against_computer(
        player: PlayerId,
        level: Level,
        terms: ChallengeTerms,
        themes: &ChosenThemes,
        channel: ChannelId,
        now: Moment,
    ) -> (Table, Vec<Event>) {
        let is_in_thread = terms.setting == Venue::Thread;
        let mut table = Table::challenge(player, terms, channel, now);
        table.thread = is_in_thread.then_some(channel);
        let events = table.begin_computer_game(level, now);
        table.keep_theme(themes);
        (table, events)
    }

    fn begin_computer_game(&mut self, level: Level, now: Moment) -> Vec<Event> {
        let Phase::Challenge(challenge) = self.phase else { return Vec::new() };
        self.begin_against(challenge, level, now)
    }

    /// A challenge to the same game between the same two, with the sides exchanged; a game that has
    /// begun where the opponent is a computer, which plays at `level` if one is given. `id` is this
    /// table.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotOver`] while the game goes on, [`Refusal::NotSeated`] for anyone else,
    /// [`Refusal::OpponentErased`] if there is no opponent any more.
    pub fn rematch(
        &self,
        id: TableId,
        by: PlayerId,
        level: Option<Level>,
        now: Moment,
    ) -> Result<Table, Refusal> {
        let Phase::Over { seats, .. } = &self.phase else { return Err(Refusal::NotOver) };
        let side = side_of(seats, by).ok_or(Refusal::NotSeated)?;
        if seats[!side].is_erased() {
            return Err(Refusal::OpponentErased);
        }
        let wish = ChallengeTerms {
            kind: self.game.kind(),
            opponent: seats[!side].player(),
            side: Some(!side),
            setting: Venue::Here,
            pace: self.pace,
            pictures: self.pictures,
            below: self.below,
            no_holidays: self.no_holidays,
            weekends_off: self.weekends_off,
            is_rated: self.rated != Some(Rated::Not(NotRated::Friendly)),
            rating: None,
            asked: Asked::Anybody,
        };
        let mut table = Table::challenge(by, wish, self.channel, now);
        if let Some(before) = seats[!side].level() {
            table.begin_computer_game(level.unwrap_or(before), now);
            table.theme.clone_from(&self.theme);
        }
        let game = games::rematch(&self.game);
        Ok(Table { game, rematch_of: Some(id), thread: self.thread, ..table })
    }

    /// The game so far.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The table whose game this one follows.
    #[must_use]
    pub fn rematch_of(&self) -> Option<TableId> {
        self.rematch_of
    }

    pub(super) fn playing(&self) -> Option<&Play> {
        match &self.phase {
            Phase::Playing(play) => Some(play),
            Phase::Challenge(_) | Phase::Over { .. } | Phase::Withdrawn { .. } => None,
        }
    }

    /// How long moves may take.
    #[must_use]
    pub fn pace(&self) -> TimeControl {
        self.pace
    }

    /// Where the table is shown.
    #[must_use]
    pub fn channel(&self) -> ChannelId {
        self.channel
    }

    /// Which boards keep their pictures, where the challenger chose it.
    #[must_use]
    pub fn pictures(&self) -> Option<Pictures> {
        self.pictures
    }

    /// The side at the bottom of the boards, where the challenger chose it.
    #[must_use]
    pub fn below(&self) -> Option<Below> {
        self.below
    }

    /// The name of the theme that the boards keep, once the game has begun.
    #[must_use]
    pub fn theme(&self) -> Option<&str> {
        self.theme.as_deref()
    }

    /// Whether a channel is the thread that was opened for the game.
    #[must_use]
    pub fn is_own_thread(&self, channel: ChannelId) -> bool {
        self.thread == Some(channel)
    }

    /// Who sits where, once the game has begun.
    #[must_use]
    pub fn seats(&self) -> Option<&BySide<Seat>> {
        match &self.phase {
            Phase::Playing(play) => Some(&play.seats),
            Phase::Over { seats, .. } => Some(seats),
            Phase::Challenge(_) | Phase::Withdrawn { .. } => None,
        }
    }

    /// Whether somebody sat here whose data was erased.
    #[must_use]
    pub fn has_erased_seat(&self) -> bool {
        self.seats().is_some_and(|seats| Side::ALL.into_iter().any(|side| seats[side].is_erased()))
    }

    /// The side of a player or computer, once the game has begun.
    #[must_use]
    pub fn side_of(&self, who: impl Into<Seat>) -> Option<Side> {
        side_of(self.seats()?, who.into())
    }

    /// The computer that plays, if one does.
    #[must_use]
    pub fn computer(&self) -> Option<Level> {
        Side::ALL.into_iter().find_map(|side| self.seats()?[side].level())
    }

    /// The level that fits a player better who has beaten a computer, or lost to it; `None` where
    /// there is none, or the game was drawn.
    #[must_use]
    pub fn fitting_level(&self) -> Option<Level> {
        let level = self.computer()?.number();
        let Verdict::Win(winner) = self.ending()?.verdict()? else { return None };
        let is_beaten = self.seats()?[!winner].level().is_some();
        Level::new(if is_beaten { level + 1 } else { level - 1 })
    }

    /// The computer whose move it is, if it is a computer's.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(Side, Level)> {
        let (turn, seat) = self.to_move()?;
        Some((turn, seat.level()?))
    }

    /// The side of a computer that is to move, or to answer an offer of a draw or a request for a takeback.
    #[must_use]
    pub fn awaited_computer(&self) -> Option<Side> {
        let seats = self.seats().filter(|_| self.is_running())?;
        let side = Side::ALL.into_iter().find(|&side| seats[side].level().is_some())?;
        let is_asked = self.draw_offer() == Some(!side)
            || self.takeback().is_some_and(|(asker, _)| asker != side);
        (is_asked || self.computer_to_move().is_some()).then_some(side)
    }

    /// Everybody whom the table concerns: who sits at it, or made and received the challenge. A
    /// computer is nobody.
    #[must_use]
    pub fn players(&self) -> Vec<PlayerId> {
        match &self.phase {
            Phase::Challenge(challenge) => {
                std::iter::once(challenge.challenger).chain(challenge.opponent).collect()
            }
            Phase::Playing(play) => people(&play.seats),
            Phase::Over { seats, .. } => people(seats),
            Phase::Withdrawn { .. } => Vec::new(),
        }
    }

    /// The other one of the two whom the table concerns; nobody where anyone may accept.
    #[must_use]
    pub fn other_than(&self, player: PlayerId) -> Option<PlayerId> {
        self.players().into_iter().find(|&other| other != player && !other.is_erased())
    }

    /// Who challenges whom, while the challenge waits for an answer; nobody in particular is
    /// challenged where anyone may accept.
    #[must_use]
    pub fn challenged(&self) -> Option<(PlayerId, Option<PlayerId>)> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        Some((challenge.challenger, challenge.opponent))
    }

    /// The rating of who asks everybody to a rated game.
    #[must_use]
    pub fn challengers_rating(&self) -> Option<Rating> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        challenge.rating
    }

    /// The ratings of those whom the challenge is for; `None` where it is for all.
    #[must_use]
    pub fn similar_ratings(&self) -> Option<RangeInclusive<i32>> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        challenge.similar_ratings()
    }

    /// When the challenge was made, while it waits for an answer.
    #[must_use]
    pub fn challenged_at(&self) -> Option<Timestamp> {
        let Phase::Challenge(challenge) = &self.phase else { return None };
        Some(challenge.made_at)
    }

    /// Who made the challenge, if it came to nothing.
    #[must_use]
    pub fn unanswered_challenger(&self) -> Option<PlayerId> {
        let Phase::Withdrawn { challenger, .. } = &self.phase else { return None };
        Some(*challenger)
    }

    /// Who declined the challenge, if somebody did.
    #[must_use]
    pub fn declined_by(&self) -> Option<PlayerId> {
        let Phase::Withdrawn { declined_by, .. } = &self.phase else { return None };
        *declined_by
    }

    /// When the challenge lapsed, if it did.
    #[must_use]
    pub fn lapsed_at(&self) -> Option<Timestamp> {
        let Phase::Withdrawn { since, has_lapsed: true, .. } = &self.phase else { return None };
        Some(*since)
    }

    /// The side that the challenger asks for, while the challenge waits for an answer.
    #[must_use]
    pub fn requested_side(&self) -> Option<Side> {
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
    pub fn to_move(&self) -> Option<(Side, Seat)> {
        let Phase::Playing(play) = &self.phase else { return None };
        self.turn().map(|turn| (turn, play.seats[turn]))
    }

    /// The person whose move it is, if it is a person's.
    #[must_use]
    pub fn person_to_move(&self) -> Option<PlayerId> {
        self.to_move()?.1.player()
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match &self.phase {
            Phase::Over { ending, .. } => Some(*ending),
            Phase::Challenge(_) | Phase::Playing(_) | Phase::Withdrawn { .. } => None,
        }
    }

    /// When the game ended, once it has, as far as that was stored.
    #[must_use]
    pub fn ended_at(&self) -> Option<Timestamp> {
        let Phase::Over { since, .. } = &self.phase else { return None };
        *since
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

    /// Who offers to let the game rest, if anyone does.
    #[must_use]
    pub fn pause_offer(&self) -> Option<Side> {
        self.playing()?.pause_offer
    }
}

impl Play {
    pub(super) fn new(seats: BySide<Seat>, now: Timestamp) -> Play {
        Play {
            seats,
            thinking_since: now,
            clocks: Clocks::default(),
            reminders: Reminders::default(),
            wishes: BySide::default(),
            draw_offer: None,
            takeback: None,
            pause_offer: None,
            announced: BySide::default(),
            announced_at: BySide::default(),
            left_at: BySide::default(),
            draw_declined: BySide::default(),
            takeback_refused: BySide::default(),
            plans: BySide::default(),
            pause_declined: BySide::default(),
        }
    }
}

/// The side on which a player or computer sits.
pub(super) fn side_of(seats: &BySide<Seat>, who: impl Into<Seat>) -> Option<Side> {
    let who = who.into();
    Side::ALL.into_iter().find(|&side| seats[side] == who)
}

fn people(seats: &BySide<Seat>) -> Vec<PlayerId> {
    Side::ALL.into_iter().filter_map(|side| seats[side].player()).collect()
}
