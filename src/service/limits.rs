//! The limits on the games and challenges of one player, and on direct conversations.

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;

use kradan_store::{Limit, SENT_KEPT};
use kradan_table::{Command, PlayerId, Table};

/// The limits as configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The most running games of one player.
    pub games_running: usize,
    /// The most challenges by one player without an answer.
    pub challenges_waiting: usize,
    /// The most challenges that wait for the answer of one player. A player who has a game with
    /// that player, running or over, is not limited.
    pub challenges_received: usize,
    /// The most challenges that one player sends within an hour, whatever becomes of them.
    pub challenges_per_hour: usize,
    /// The seconds between two challenges to the same player, unless the first led to a game; at
    /// most an hour.
    pub seconds_between_challenges: u16,
    /// The most direct conversations that the bot opens within a day.
    pub conversations_per_day: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            games_running: 100,
            challenges_waiting: 25,
            challenges_received: 25,
            challenges_per_hour: 10,
            seconds_between_challenges: 60,
            conversations_per_day: 25,
        }
    }
}

impl Limits {
    /// The largest number that a limit can be.
    pub const MOST: usize = 10_000;

    /// The largest number of seconds between two challenges.
    pub const SECONDS_MOST: u16 = 3_600;

    /// The most conversations that can be opened within a day: the time of each is kept.
    pub const CONVERSATIONS_MOST: usize = 250;

    /// The limits that a new table must meet.
    pub(super) fn of_opening(&self, table: &Table, at: Timestamp) -> Vec<Limit> {
        let Some((challenger, opponent)) = table.challenged() else {
            let most = self.games_running;
            return table
                .players()
                .into_iter()
                .map(|player| Limit::Running { player, most })
                .collect();
        };
        let mut limits: Vec<Limit> =
            opponent.into_iter().flat_map(|opponent| not_blocked(challenger, opponent)).collect();
        limits.push(Limit::Running { player: challenger, most: self.games_running });
        limits.push(Limit::Waiting { challenger, most: self.challenges_waiting });
        if let Some(opponent) = opponent {
            let within = SignedDuration::from_secs(self.seconds_between_challenges.into());
            let most = self.challenges_received;
            limits.push(Limit::SentTo { challenger, opponent, within, at });
            limits.push(Limit::Received { player: opponent, challenger, most });
        }
        let most = self.challenges_per_hour;
        limits.push(Limit::Sent { challenger, most, within: SENT_KEPT, at });
        limits
    }

    /// The limits that a command must meet. An accepted challenge needs room for the game at both
    /// players, and neither of them blocks the other. Who is blocked makes no offers; a claim of a
    /// draw is none.
    pub(super) fn of_command(
        &self,
        table: &Table,
        player: PlayerId,
        command: &Command,
    ) -> Vec<Limit> {
        let most = self.games_running;
        match (command, table.challenged()) {
            (Command::Accept | Command::AcceptIn(_), Some((challenger, _))) => {
                let mut limits = not_blocked(player, challenger).to_vec();
                limits.extend([player, challenger].map(|player| Limit::Running { player, most }));
                limits
            }
            (Command::PlayComputer(_) | Command::PlayComputerIn(..), Some((player, _))) => {
                vec![Limit::Running { player, most }]
            }
            (Command::Draw | Command::AskTakeback | Command::OfferPause, None) => {
                let can_claim = *command == Command::Draw
                    && table.side_of(player).is_some_and(|side| table.can_claim_draw(side));
                let opponent = table.other_than(player).filter(|_| !can_claim);
                let limit = opponent.map(|blocker| Limit::NotBlocked { blocker, blocked: player });
                limit.into_iter().collect()
            }
            (Command::Themed { command, .. } | Command::On { command, .. }, _) => {
                self.of_command(table, player, command)
            }
            _ => Vec::new(),
        }
    }
}

/// Neither of two players blocks the other.
fn not_blocked(one: PlayerId, other: PlayerId) -> [Limit; 2] {
    [
        Limit::NotBlocked { blocker: one, blocked: other },
        Limit::NotBlocked { blocker: other, blocked: one },
    ]
}
