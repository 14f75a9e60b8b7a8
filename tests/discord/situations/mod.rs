//! Situations around a game: channels, permissions, people, time, limits and failed deliveries.

mod aborts;
mod away;
mod beside_panels;
mod blocks;
mod channels;
mod clocks;
mod clocks_everywhere;
mod clocks_killed;
mod computer;
mod computer_killed;
mod conditional_moves;
mod counts;
mod daily_puzzles;
mod emoji;
mod erased_bytes;
mod hidden_channels;
mod killed;
mod languages;
mod leaderboards;
mod learning;
mod less_noise;
mod limits;
mod living_board;
mod many_deadlines;
mod missing_permissions;
mod moving_tables;
mod names;
mod new_conversations;
mod notes;
mod open_challenges;
mod other_commands;
mod people;
mod permissions;
mod picking;
mod places;
mod privacy;
mod private_boards;
mod profiles;
mod puzzles;
mod questions;
mod rate_limits;
mod ratings;
mod refused;
mod reminder_settings;
mod reminders;
mod reminders_killed;
mod reports;
mod reviews;
mod right_game;
mod seen_from;
mod server_settings;
mod several_games;
mod shrinking_killed;
mod six_weeks;
mod slow_responses;
mod spectators;
mod taps;
mod threads;
mod time;
mod tournaments;
mod undelivered;
mod user_installed;
mod watching;
mod weekends;
mod wording;
mod written_games;

use std::sync::Arc;

use kradan_emulator::{ANN, FaultRule, Id, InjectedFault, PostedMessage};
use kradan_i18n::{self as i18n, Language, Line};
use kradan_table::TableId;

use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::transcript::{Transcript, by_name};

/// In seconds.
const HOUR: i64 = 3_600;
/// In seconds.
const DAY: i64 = 24 * HOUR;

impl Harness {
    /// Advances the clock and wakes the loops.
    async fn pass(&self, seconds: i64) {
        // The time does not count as downtime.
        let service = &self.bot.service;
        service.clock().pass(jiff::SignedDuration::from_secs(seconds));
        service.record_heartbeat().await.unwrap();
        service.wake_loops();
    }

    /// Gives a fault to every post of a message, and refuses every read of messages, so that the bot
    /// cannot find what it posted.
    fn fail_posts_and_reads(&self, fault: InjectedFault) {
        let messages = "/channels/{channel_id}/messages";
        self.emulator.inject_fault(FaultRule::always(&format!("POST {messages}"), fault));
        let refused = InjectedFault::Refused(500);
        self.emulator.inject_fault(FaultRule::always(&format!("GET {messages}"), refused));
    }

    /// Waits for a public message that contains this text.
    async fn message_with(&self, channel: Id, text: &str) -> Arc<PostedMessage> {
        let posted = self.emulator.wait_for(WAIT_MAX, |world| {
            let mut messages = world.messages(channel, ANN);
            messages.find(|it| it.content().contains(text)).cloned()
        });
        posted.await.unwrap_or_else(|_| {
            let posted: Vec<String> =
                self.public(channel).iter().map(|it| it.content().to_owned()).collect();
            panic!("{text:?} is not posted, but {posted:#?}")
        })
    }

    /// Waits for a table's board after so many plies in a channel.
    async fn shown(&self, channel: Id, table: TableId, ply: usize) -> Arc<PostedMessage> {
        let part = format!("-{}-{ply}-", table.0);
        let shown = self.emulator.wait_for(WAIT_MAX, |world| {
            let mut messages = world.messages(channel, ANN);
            let is_it = |it: &&Arc<PostedMessage>| {
                it.posted_files.first().is_some_and(|name| name.contains(&part))
            };
            messages.find(is_it).cloned()
        });
        shown.await.expect("the board is shown")
    }
}

impl Transcript {
    /// The same table, watched in another channel.
    fn elsewhere(self, channel: Id) -> Transcript {
        Transcript { channel, ..self }
    }
}

/// Whether a text contains the fixed parts of a line. The line's variables are given as `\u{1}`.
fn has_line(content: &str, line: &Line<'_>, language: Language) -> bool {
    let (line, content) = (by_name(&i18n::line(line, language)), by_name(content));
    line.split('\u{1}').all(|part| content.contains(part))
}

/// A mention of a channel.
fn channel_mention(channel: Id) -> String {
    format!("<#{channel}>")
}
