//! A table as it is stored, and what it shows.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::challenge::{Challenge, ChallengeTerms, Venue};
use super::{ChannelId, Ending, GameCommand, Moment, PlayerId, Refusal, TimeControl, games};
use crate::rules::{BySide, Game, Side, Status};

/// A table, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    pub(super) game: Game,
    pub(super) pace: TimeControl,
    pub(super) place: ChannelId,
    pub(super) phase: Phase,
}

/// How far a table has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Phase {
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
pub(super) struct Play {
    pub(super) seats: BySide<PlayerId>,
    /// Since when the side to move may think.
    pub(super) thinking_since: Timestamp,
    /// Whether the side to move was reminded of this move.
    pub(super) is_reminded: bool,
    /// Who offers a draw.
    pub(super) draw_offer: Option<Side>,
    /// Who asks for how many plies to be taken back.
    pub(super) takeback: Option<Takeback>,
    /// What each side does with its next move besides moving.
    #[serde(rename = "acts")]
    pub(super) announced: BySide<Option<GameCommand>>,
    /// After how many plies a draw that each side offered was declined last.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) draw_declined: BySide<Option<usize>>,
    /// After how many plies a takeback that each side asked for was refused last.
    #[serde(default, skip_serializing_if = "is_never")]
    pub(super) takeback_refused: BySide<Option<usize>>,
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
}

impl Play {
    pub(super) fn new(seats: BySide<PlayerId>, now: Timestamp) -> Play {
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
pub(super) fn side_of(seats: &BySide<PlayerId>, player: PlayerId) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| seats[side] == player)
}
