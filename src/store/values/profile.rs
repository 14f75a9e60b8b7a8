//! The profile of a player.

use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::Ratings;
use kradan_exercises::Progress;
use kradan_rules::GameKind;
use kradan_table::{ChannelId, GuildId, Holidays, Ladder, Quiet, QuietHours, ReminderWishes};

/// The most reports of one player within an hour.
const REPORTS_MAX: usize = 5;

const REPORTS_WITHIN: SignedDuration = SignedDuration::from_hours(1);

/// The most servers of which a player's nickname is stored. Beyond them that of the oldest server goes.
const NICKNAMES_MAX: usize = 30;

/// A player's name and preferences. A preference is `None` until the player chooses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name that others see where the player has no nickname.
    pub name: String,
    /// The player's nicknames on servers, at most [`NICKNAMES_MAX`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub nicknames: BTreeMap<GuildId, String>,
    /// The language of the player's Discord client, as Discord names it: `en-US`.
    pub locale: String,
    /// The tag of the chosen language.
    pub language: Option<String>,
    /// The name of the theme.
    pub theme: Option<String>,
    /// The name of the piece set for Ōgi.
    pub pieces: Option<String>,
    pub below: Orientation,
    /// Whether the squares that a piece can move to are marked.
    pub hints: Option<bool>,
    pub confirm: MoveConfirmation,
    /// The channel of the direct messages with the player, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ChannelId>,
    /// Whether a move is played for the player where it is the only legal one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plays_only_moves: bool,
    #[serde(default, skip_serializing_if = "Holidays::is_untouched")]
    pub holidays: Holidays,
    /// The IANA name of the time zone, which this version may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub reminders: Ladder,
    /// They count in the time zone, and only where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<QuietHours>,
    /// Whether the last reminder of a turn comes in quiet hours, where it would be too late after them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last_in_quiet: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub remind_by: RemindBy,
    #[serde(default, skip_serializing_if = "is_default")]
    pub finished: FinishedGames,
    /// When the player used the bot, to the hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub ratings: Ratings,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub puzzles: BTreeMap<GameKind, Progress>,
    /// How many exercises of each lesson were solved, by its id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lessons: BTreeMap<GameKind, BTreeMap<String, u8>>,
    /// The servers that the player was seen to have left, in whose lists they are not.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left_servers: BTreeSet<GuildId>,
    /// Whether the player is in no list of a server's players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unlisted: bool,
    /// The servers whose tournaments and daily puzzles may name the player.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty", alias = "tournaments")]
    pub named_on: BTreeSet<GuildId>,
    /// When the player sent the reports of the last hour.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<Timestamp>,
    /// In the profile of the bot's own user: the conversations that it opened.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opened: OpenedConversations,
}

impl Profile {
    /// The chosen time zone, as far as this version knows it.
    #[must_use]
    pub fn time_zone(&self) -> Option<TimeZone> {
        self.zone.as_deref().and_then(|name| TimeZone::get(name).ok())
    }

    #[must_use]
    pub fn reminder_wishes(&self) -> ReminderWishes {
        let zone = self.zone.clone().filter(|_| self.time_zone().is_some());
        let quiet = self.quiet.zip(zone).map(|(hours, zone)| Quiet {
            hours,
            zone,
            is_broken_by_last: self.last_in_quiet,
        });
        ReminderWishes { ladder: self.reminders, quiet }
    }

    /// The name that others see on a server, or in a private conversation.
    #[must_use]
    pub fn name_on(&self, server: Option<GuildId>) -> &str {
        server.and_then(|server| self.nicknames.get(&server)).unwrap_or(&self.name)
    }

    /// Stores the player's name, and the one that others see on a server.
    pub fn set_names(&mut self, name: &str, on_server: Option<(GuildId, &str)>) {
        name.clone_into(&mut self.name);
        let Some((server, shown)) = on_server else { return };
        if shown == name {
            self.nicknames.remove(&server);
            return;
        }
        self.nicknames.insert(server, shown.to_owned());
        while self.nicknames.len() > NICKNAMES_MAX {
            let others = self.nicknames.keys().find(|other| **other != server).copied();
            others.map(|oldest| self.nicknames.remove(&oldest));
        }
    }

    /// Counts a report that is to be sent now, unless the player sent [as many as one may](REPORTS_MAX):
    /// then the last one is of another time.
    pub fn count_report(&mut self, now: Timestamp) {
        self.reports.retain(|at| now.duration_since(*at).abs() < REPORTS_WITHIN);
        if self.reports.len() < REPORTS_MAX {
            self.reports.push(now);
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How many games a player has finished, of each kind. Games without a result do not count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FinishedGames(BTreeMap<GameKind, u32>);

impl FinishedGames {
    #[must_use]
    pub fn of(&self, kind: GameKind) -> u32 {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    pub fn add(&mut self, kind: GameKind) {
        let count = self.0.entry(kind).or_default();
        *count = count.saturating_add(1);
    }
}

/// When conversations were opened that were not known, as far as it counts for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenedConversations {
    /// The newest last.
    pub at: Vec<Timestamp>,
    /// When Discord said that they are too many.
    pub refused_at: Option<Timestamp>,
}

/// How reminders reach the player. Where one way is closed, the other is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RemindBy {
    /// In the channel of the game.
    #[default]
    Channel,
    DirectMessage,
}

/// The side at the bottom of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// The side to move.
    #[default]
    Mover,
    /// Always the first side.
    First,
    /// Always the second side.
    Second,
}

/// Whether every move, picked or typed, needs a second click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveConfirmation {
    /// The move is played at once.
    #[default]
    Never,
    /// The move is shown first, and played with the second click.
    Always,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_one_person_are_limited_for_an_hour() {
        let mut profile = Profile::default();
        let mut is_counted = |minutes| {
            let now = Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes);
            profile.count_report(now);
            profile.reports.last() == Some(&now)
        };
        assert!((0..5).all(&mut is_counted));
        assert!(!is_counted(5) && !is_counted(59));
        assert!(is_counted(60));
        assert!(!is_counted(60 - 1), "the clock was set back");
        assert!(is_counted(61));
    }
}
