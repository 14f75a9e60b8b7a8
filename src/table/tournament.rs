//! A tournament: who plays in it, its rounds, and what became of their games.
//!
//! It is pure: [`Tournament::apply`] does what a member asks, and [`Tournament::pass_time`] what follows from
//! time and from games that are over. The games are tables of their own, of which the tournament knows the
//! ids.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::state::{Phase, Play};
use super::{
    AbortReason, ChallengeTerms, ChannelId, ChosenThemes, Command, Ending, Event, GuildId,
    MessageId, Moment, PlayerId, Rated, Table, TableId, TimeControl, Venue,
};
use kradan_ratings::NotRated;
use kradan_ratings::pairings::{
    GameResult, Pairing, Place, bracket, matches, rounds, standings, winners,
};
use kradan_rules::{BySide, GameKind, Side, Verdict};

/// The fewest players with whom a tournament begins, and the most that can join.
pub const PLAYERS: std::ops::RangeInclusive<usize> = 3..=16;

/// A tournament. The number is that of the request that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TournamentId(pub u64);

/// The tournament of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentOf {
    pub server: GuildId,
    pub id: TournamentId,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody plays everybody once, all games at once.
    #[default]
    RoundRobin,
    /// Who loses is out.
    Knockout,
}

/// What is agreed before a tournament begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentTerms {
    pub kind: GameKind,
    pub format: Format,
    pub pace: TimeControl,
    pub is_rated: bool,
    /// In the channel of the tournament, or in one thread for all of its games.
    pub venue: Venue,
    /// The most players, in [`PLAYERS`]. With so many it begins.
    pub most: usize,
    /// When it begins at the latest.
    pub starts_at: Timestamp,
    /// How long a round takes at most.
    pub round_days: u8,
}

impl TournamentTerms {
    fn round_length(&self) -> SignedDuration {
        SignedDuration::from_hours(24 * i64::from(self.round_days))
    }
}

/// Somebody who has joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Nobody once their data is erased.
    pub player: Option<PlayerId>,
    /// Whether the player dropped out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_left: bool,
    /// Whether somebody else can take the place over, as who runs the tournament allowed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_offered: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// When a game that is not over is judged.
    pub ends_at: Timestamp,
    /// Knockout: who plays in it, in the order of the bracket.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Option<usize>>,
    pub games: Vec<TournamentGame>,
}

/// A game of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentGame {
    pub pairing: Pairing,
    pub table: TableId,
    pub result: GameResult,
}

/// Why a tournament is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentEnd {
    /// All games are over.
    Played,
    /// Too few had joined when it was to begin.
    TooFew,
    /// Who ran it ended it.
    Stopped,
}

/// A tournament, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    pub id: TournamentId,
    /// Nobody once their data is erased.
    pub made_by: Option<PlayerId>,
    pub channel: ChannelId,
    pub terms: TournamentTerms,
    /// The tag of the language of who made it, for servers that chose none.
    pub language: String,
    /// In the order in which they joined: their numbers are their places here, from 0.
    pub entrants: Vec<Entrant>,
    /// None before it begins.
    pub rounds: Vec<Round>,
    /// Since when it rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused_since: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<TournamentEnd>,
    pub shown: Shown,
}

/// What members were told of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The message with which one joins, once a button of it was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<MessageId>,
    /// The message with the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<MessageId>,
    /// The thread of its games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<ChannelId>,
    /// Whether everybody was told that it begins.
    #[serde(default)]
    pub has_begun: bool,
    /// A number for what these messages say.
    #[serde(default)]
    pub content: u64,
    /// Whether everybody was told of the end.
    #[serde(default)]
    pub is_end_told: bool,
}

/// What a member asks of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    Join,
    /// To play no more: before it begins somebody else can have the place.
    Leave,
    /// To begin with those who have joined.
    Start,
    Pause,
    Resume,
    /// To end it: its games go on as games of their own.
    Stop,
    /// To let somebody else have the place of a player.
    Offer(usize),
    /// To take a place over that is offered, with its games.
    TakeOver(usize),
}

/// Why a tournament does not do what a member asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentRefusal {
    /// Nobody knows of it any more, or it is over.
    Over,
    /// Everybody it takes has joined.
    Full,
    /// It has begun.
    Begun,
    /// It has not begun.
    NotBegun,
    /// The member plays in it already.
    Joined,
    /// The member does not play in it.
    NotJoined,
    /// Neither the member who made it nor a moderator asks.
    NotYours,
    /// Fewer than [`PLAYERS`] have joined.
    TooFew,
    /// The place is not offered.
    NotOffered,
}

impl Tournament {
    #[must_use]
    pub fn new(
        id: TournamentId,
        made_by: PlayerId,
        channel: ChannelId,
        terms: TournamentTerms,
        language: &str,
    ) -> Tournament {
        let maker = Entrant { player: Some(made_by), has_left: false, is_offered: false };
        Tournament {
            id,
            made_by: Some(made_by),
            channel,
            terms,
            language: language.to_owned(),
            entrants: vec![maker],
            rounds: Vec::new(),
            paused_since: None,
            end: None,
            shown: Shown::default(),
        }
    }

    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    #[must_use]
    pub fn has_begun(&self) -> bool {
        !self.rounds.is_empty()
    }

    /// Whether somebody plays in it who has not dropped out.
    #[must_use]
    pub fn plays(&self, player: PlayerId) -> bool {
        self.number_of(player).is_some()
    }

    fn number_of(&self, player: PlayerId) -> Option<usize> {
        self.entrants.iter().position(|entrant| entrant.player == Some(player) && !entrant.has_left)
    }

    /// All games, in the order of their rounds.
    pub fn games(&self) -> impl Iterator<Item = &TournamentGame> {
        self.rounds.iter().flat_map(|round| &round.games)
    }

    /// Round robin: where everybody stands, the best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Place> {
        let games: Vec<(Pairing, GameResult)> =
            self.games().map(|game| (game.pairing, game.result)).collect();
        let has_left: Vec<bool> = self.entrants.iter().map(|entrant| entrant.has_left).collect();
        standings(&games, &has_left)
    }

    /// The numbers of those who have won it: several share the first place of a round robin.
    #[must_use]
    pub fn winners(&self) -> Vec<usize> {
        if self.end != Some(TournamentEnd::Played) {
            return Vec::new();
        }
        match self.terms.format {
            Format::RoundRobin => {
                let first = self.standings().into_iter().filter(|place| place.place == 1);
                first.filter(|place| !place.is_struck).map(|place| place.player).collect()
            }
            Format::Knockout => {
                let left = self.rounds.last().and_then(Round::winners);
                left.into_iter().flatten().flatten().collect()
            }
        }
    }

    /// When something follows from time alone.
    #[must_use]
    pub fn due_at(&self) -> Option<Timestamp> {
        match (self.end, self.paused_since, self.rounds.last()) {
            (Some(_), ..) | (None, Some(_), _) => None,
            (None, None, Some(round)) => Some(round.ends_at),
            (None, None, None) if self.entrants.len() >= self.terms.most => Some(Timestamp::MIN),
            (None, None, None) => Some(self.terms.starts_at),
        }
    }

    /// Does what a member asks.
    ///
    /// # Errors
    ///
    /// The [`TournamentRefusal`]; the tournament is then as it was.
    pub fn apply(
        &mut self,
        by: PlayerId,
        is_moderator: bool,
        command: TournamentCommand,
        now: Timestamp,
    ) -> Result<(), TournamentRefusal> {
        if self.is_over() {
            return Err(TournamentRefusal::Over);
        }
        let own = self.number_of(by);
        let runs_it = is_moderator || self.made_by == Some(by);
        match command {
            TournamentCommand::Leave if own.is_none() => return Err(TournamentRefusal::NotJoined),
            TournamentCommand::Join | TournamentCommand::TakeOver(_) | TournamentCommand::Leave => {
            }
            _ if !runs_it => return Err(TournamentRefusal::NotYours),
            _ => {}
        }
        match command {
            // Who is to be replaced plays on after all.
            TournamentCommand::TakeOver(number)
                if own == Some(number) && self.entrants[number].is_offered =>
            {
                self.entrants[number].is_offered = false;
            }
            TournamentCommand::Join | TournamentCommand::TakeOver(_) if own.is_some() => {
                return Err(TournamentRefusal::Joined);
            }
            TournamentCommand::Join | TournamentCommand::Start if self.has_begun() => {
                return Err(TournamentRefusal::Begun);
            }
            TournamentCommand::Pause | TournamentCommand::Resume | TournamentCommand::Offer(_)
                if !self.has_begun() =>
            {
                return Err(TournamentRefusal::NotBegun);
            }
            TournamentCommand::Join if self.entrants.len() >= self.terms.most => {
                return Err(TournamentRefusal::Full);
            }
            TournamentCommand::Start if self.entrants.len() < *PLAYERS.start() => {
                return Err(TournamentRefusal::TooFew);
            }
            TournamentCommand::Join => {
                let player = Some(by);
                self.entrants.push(Entrant { player, has_left: false, is_offered: false });
            }
            TournamentCommand::Leave => self.leave(own.unwrap_or_default()),
            TournamentCommand::Start => self.terms.starts_at = now,
            TournamentCommand::Pause => {
                self.paused_since.get_or_insert(now);
            }
            TournamentCommand::Resume => self.resume(now),
            TournamentCommand::Stop => {
                self.forfeit();
                self.paused_since = None;
                self.end = Some(TournamentEnd::Stopped);
            }
            // Nobody gets out of lost games by it.
            TournamentCommand::Offer(number) if own == Some(number) && !is_moderator => {
                return Err(TournamentRefusal::NotYours);
            }
            TournamentCommand::Offer(number) => {
                let place = self.entrants.get_mut(number).filter(|place| !place.has_left);
                place.ok_or(TournamentRefusal::NotJoined)?.is_offered = true;
            }
            TournamentCommand::TakeOver(number) => {
                let place = self.entrants.get_mut(number).filter(|place| place.is_offered);
                let place = place.ok_or(TournamentRefusal::NotOffered)?;
                (place.player, place.is_offered) = (Some(by), false);
            }
        }
        Ok(())
    }

    fn resume(&mut self, now: Timestamp) {
        let Some(since) = self.paused_since.take() else { return };
        if let Some(round) = self.rounds.last_mut() {
            let rested = now.duration_since(since).max(SignedDuration::ZERO);
            round.ends_at = round.ends_at.saturating_add(rested).unwrap_or(Timestamp::MAX);
        }
    }

    /// Takes a player out, before it begins with their place. Their games that are not over then are
    /// lost when the others have been counted.
    fn leave(&mut self, number: usize) {
        if !self.has_begun() {
            self.entrants.remove(number);
            return;
        }
        let entrant = &mut self.entrants[number];
        (entrant.has_left, entrant.is_offered) = (true, false);
    }

    /// Has those who dropped out lose their open games.
    fn forfeit(&mut self) {
        let has_left: Vec<bool> = self.entrants.iter().map(|entrant| entrant.has_left).collect();
        let games = self.rounds.iter_mut().flat_map(|round| &mut round.games);
        for game in games.filter(|game| game.result == GameResult::Open) {
            let by = BySide::of(|side| has_left[game.pairing[side]]);
            if by.first || by.second {
                game.result = GameResult::Forfeited(by);
            }
        }
    }

    /// Takes somebody out whose data is erased, and returns whether they were named.
    pub fn erase_player(&mut self, player: PlayerId) -> bool {
        let before = self.clone();
        if let Some(number) = self.number_of(player).filter(|_| !self.is_over()) {
            self.leave(number);
            self.forfeit();
        }
        for entrant in &mut self.entrants {
            entrant.player = entrant.player.filter(|named| *named != player);
        }
        self.made_by = self.made_by.filter(|named| *named != player);
        *self != before
    }

    /// Does what follows from time and from games that are over, as often as it is called once.
    ///
    /// `results` are those of the games that are over, `ratings` those by which a knockout is seeded, and
    /// `next` is the least id of a game that begins: the others follow it.
    pub fn pass_time(
        &mut self,
        now: Timestamp,
        results: &BTreeMap<TableId, GameResult>,
        ratings: &BTreeMap<PlayerId, i32>,
        next: TableId,
    ) {
        if self.is_over() {
            return;
        }
        if !self.has_begun() {
            if self.due_at().is_some_and(|due| due <= now) {
                self.begin(now, ratings, next);
            }
            return;
        }
        let games = self.rounds.iter_mut().flat_map(|round| &mut round.games);
        for game in games.filter(|game| game.result == GameResult::Open) {
            if let Some(result) = results.get(&game.table) {
                game.result = *result;
            }
        }
        self.forfeit();
        let is_open = |game: &TournamentGame| game.result == GameResult::Open;
        let Some(round) = self.rounds.last().filter(|round| !round.games.iter().any(is_open))
        else {
            return;
        };
        let left = round.winners().unwrap_or_default();
        match self.terms.format {
            Format::Knockout if left.len() > 1 => self.add_round(left, now, next),
            Format::Knockout | Format::RoundRobin => self.end = Some(TournamentEnd::Played),
        }
    }

    fn begin(&mut self, now: Timestamp, ratings: &BTreeMap<PlayerId, i32>, next: TableId) {
        if self.entrants.len() < *PLAYERS.start() {
            self.end = Some(TournamentEnd::TooFew);
            return;
        }
        let rating = |number: &usize| {
            let player = self.entrants[*number].player;
            std::cmp::Reverse(player.and_then(|player| ratings.get(&player)).copied())
        };
        let mut numbers: Vec<usize> = (0..self.entrants.len()).collect();
        match self.terms.format {
            Format::Knockout => {
                numbers.sort_by_key(rating);
                self.add_round(bracket(&numbers), now, next);
            }
            Format::RoundRobin => {
                let pairings = rounds(numbers.len()).concat();
                self.rounds.push(self.round(Vec::new(), &pairings, now, next));
            }
        }
    }

    /// Adds a round of a knockout. Whoever dropped out meanwhile loses it at once.
    fn add_round(&mut self, order: Vec<Option<usize>>, now: Timestamp, next: TableId) {
        let pairings = matches(&order);
        let round = self.round(order, &pairings, now, next);
        self.rounds.push(round);
    }

    fn round(
        &self,
        order: Vec<Option<usize>>,
        pairings: &[Pairing],
        now: Timestamp,
        next: TableId,
    ) -> Round {
        // Another process may have given a later id before.
        let first = self.games().map(|game| game.table.0 + 1).fold(next.0, u64::max);
        let game = |(id, pairing): (u64, &Pairing)| {
            let by = BySide::of(|side| self.entrants[pairing[side]].has_left);
            let is_open = !by.first && !by.second;
            let result = if is_open { GameResult::Open } else { GameResult::Forfeited(by) };
            TournamentGame { pairing: *pairing, table: TableId(id), result }
        };
        // What a pause takes is added after it.
        let since = self.paused_since.unwrap_or(now);
        let ends_at = since.saturating_add(self.terms.round_length()).unwrap_or(Timestamp::MAX);
        Round { ends_at, order, games: (first..).zip(pairings).map(game).collect() }
    }

    /// One of its games as it begins, and what happened; `None` where a player dropped out.
    #[must_use]
    pub fn begin_game(
        &self,
        game: &TournamentGame,
        (server, channel): (GuildId, ChannelId),
        themes: &ChosenThemes,
        now: Moment,
    ) -> Option<(Table, Vec<Event>)> {
        let there = |side: Side| {
            Some(self.entrants[game.pairing[side]]).filter(|entrant| !entrant.has_left)
        };
        let player = |side: Side| there(side)?.player;
        let (first, second) = (player(Side::First)?, player(Side::Second)?);
        let terms = ChallengeTerms {
            opponent: Some(second),
            side: Some(Side::First),
            pace: self.terms.pace,
            is_rated: self.terms.is_rated,
            ..ChallengeTerms::of(self.terms.kind)
        };
        let mut table = Table::challenge(first, terms, channel, now);
        let events = table.apply(second, &Command::Accept.themed(themes.clone()), now).ok()?;
        table.tournament = Some(TournamentOf { server, id: self.id });
        Some((table, events))
    }
}

impl Round {
    /// Who is left of a knockout's round, in the order of its bracket; `None` while a game is open.
    #[must_use]
    pub fn winners(&self) -> Option<Vec<Option<usize>>> {
        let games: Vec<(Pairing, GameResult)> =
            self.games.iter().map(|game| (game.pairing, game.result)).collect();
        winners(&self.order, &games)
    }
}

/// What a table says of a game of a tournament, once it is over. Who does not begin a game forfeits it.
#[must_use]
pub fn result_of(table: &Table) -> Option<GameResult> {
    Some(match table.ending()? {
        Ending::Aborted(AbortReason::OutOfTime(side) | AbortReason::Erased(side)) => {
            GameResult::Forfeited(BySide::of(|loser| loser == side))
        }
        Ending::Aborted(AbortReason::Moderator) => GameResult::Forfeited(BySide::default()),
        ending => GameResult::Over(ending.verdict()?),
    })
}

/// What a tournament does with one of its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentAct {
    /// Ends a game that is not over in time.
    Judge(Verdict),
    /// Ends the game of a side that dropped out.
    Forfeit(Side),
    /// Lets the clocks stand.
    Pause,
    /// Lets the clocks go on.
    Resume,
    /// Gives a seat to who took the place over.
    Seat(Side, PlayerId),
}

impl Table {
    /// Whether its tournament lets the game rest.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.playing().is_some_and(|play| play.clocks.is_stopped)
    }

    /// The tournament that the game belongs to.
    #[must_use]
    pub fn tournament(&self) -> Option<TournamentOf> {
        self.tournament
    }

    /// Does what its tournament does with a running game, and says what then happened.
    pub fn apply_act(&mut self, act: TournamentAct, now: Timestamp) -> Vec<Event> {
        let (Some(turn), pace) = (self.turn(), self.pace) else { return Vec::new() };
        let Phase::Playing(play) = &mut self.phase else { return Vec::new() };
        match act {
            TournamentAct::Judge(verdict) => vec![self.end(Ending::Judged(verdict), now)],
            TournamentAct::Forfeit(side) => vec![self.end(Ending::Resigned(side), now)],
            TournamentAct::Pause => {
                if play.clocks.paused_since.is_none() {
                    play.settle(turn, pace, now);
                    play.pause_offer = None;
                    play.clocks.paused_since = Some(now);
                }
                play.clocks.is_stopped = true;
                Vec::new()
            }
            TournamentAct::Resume => {
                if !std::mem::take(&mut play.clocks.is_stopped) {
                    return Vec::new();
                }
                let went_on = self.end_pause(now);
                went_on.then_some(Event::Resumed { side: None }).into_iter().collect()
            }
            TournamentAct::Seat(side, player) => {
                // The holiday of who sat there goes with them.
                let before = play.seats[side].player();
                before.map(|before| self.set_holiday(before, None, now));
                let Phase::Playing(play) = &mut self.phase else { return Vec::new() };
                let seats =
                    BySide::of(|each| if each == side { player.into() } else { play.seats[each] });
                let fresh = Play::new(seats, play.thinking_since);
                let before = std::mem::replace(&mut **play, fresh);
                play.clocks = before.clocks;
                self.rated = Some(Rated::Not(NotRated::TakenOver));
                vec![Event::TakenOver { side }]
            }
        }
    }
}
