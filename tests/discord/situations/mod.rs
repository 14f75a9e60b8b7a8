//! Things that happen around a game, and what becomes of it.

mod channels;
mod limits;
mod moving_tables;
mod names;
mod other_commands;
mod people;
mod permissions;
mod several_games;
mod slow_responses;
mod threads;
mod time;
mod undelivered;
mod user_installed;

use std::sync::Arc;

use kradan::emulator::{ANN, Id, PostedMessage};
use kradan::i18n::{self, Language, Line};
use kradan::table::TableId;

use crate::harness::{Harness, SOON};
use crate::transcript::Transcript;

/// An hour, in seconds.
const HOUR: i64 = 3_600;
/// A day, in seconds.
const DAY: i64 = 24 * HOUR;

impl Harness {
    /// Lets time pass, and has the bot notice.
    async fn pass(&self, seconds: i64) {
        // The bot was there all the time.
        let service = &self.bot.service;
        service.clock().pass(jiff::SignedDuration::from_secs(seconds));
        service.record_heartbeat().await.unwrap();
        service.wake_loops();
    }

    /// Waits for a message to all in which this stands.
    async fn message_with(&self, place: Id, text: &str) -> Arc<PostedMessage> {
        let said = self.emulator.wait_for(SOON, |world| {
            let mut messages = world.messages(place, ANN);
            messages.find(|it| it.content().contains(text)).cloned()
        });
        said.await.unwrap_or_else(|_| {
            let said: Vec<String> =
                self.public(place).iter().map(|it| it.content().to_owned()).collect();
            panic!("{text:?} is not said, but {said:#?}")
        })
    }

    /// Waits until a table is shown in a place after so many plies.
    async fn shown(&self, place: Id, table: TableId, ply: usize) -> Arc<PostedMessage> {
        let part = format!("-{}-{ply}-", table.0);
        let shown = self.emulator.wait_for(SOON, |world| {
            let mut messages = world.messages(place, ANN);
            let is_it = |it: &&Arc<PostedMessage>| {
                let name = it.attachments().first().and_then(|it| it["filename"].as_str());
                name.is_some_and(|name| name.contains(&part))
            };
            messages.find(is_it).cloned()
        });
        shown.await.expect("the board is shown")
    }
}

impl Transcript {
    /// The same table, looked at somewhere else.
    fn elsewhere(self, place: Id) -> Transcript {
        Transcript { place, ..self }
    }
}

/// What stands around the variables of a line, in a language: those given as `\u{1}`.
fn has_line(content: &str, line: &Line<'_>, language: Language) -> bool {
    i18n::line(line, language).split('\u{1}').all(|part| content.contains(part))
}

/// A channel, as it is mentioned.
fn channel(place: Id) -> String {
    format!("<#{place}>")
}
