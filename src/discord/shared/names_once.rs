//! The names that stand in place of repeated mentions. They are read only where a message needs them.

use std::collections::HashMap;

use super::titles;
use crate::discord::shared::bot::Bot;
use crate::discord::view::announcement::Announcement;
use crate::discord::view::mentions::{mention_once, repeats_mention};
use crate::discord::view::message::Message;
use crate::service::Profile;
use kradan_table::{PlayerId, Table};

/// The message of an announcement. The names of its players are read where it needs them.
pub(crate) async fn in_message<'a>(
    bot: &Bot,
    announcement: Announcement<'a>,
    message: impl Fn(&Announcement<'a>) -> Message,
) -> Message {
    let with_mentions = message(&announcement);
    let table = &announcement.stored.table;
    if !repeats_mention(&with_mentions.text, &table.players()) {
        return with_mentions;
    }
    message(&Announcement { names: names_at(bot, table).await, ..announcement })
}

/// Leaves the first mention of each player of a table in a text.
pub(crate) async fn in_text(bot: &Bot, table: &Table, text: String) -> String {
    if !repeats_mention(&text, &table.players()) {
        return text;
    }
    let mut lines = [text];
    mention_once(&mut lines, (0, false), &names_at(bot, table).await);
    let [text] = lines;
    text
}

/// The names at a table. Of somebody whose data was just erased the name is empty.
pub(crate) async fn names_at(bot: &Bot, table: &Table) -> HashMap<PlayerId, String> {
    let (people, server) = (
        titles::people(bot.service.store(), [table].into_iter()).await,
        bot.guilds.of(table.channel()),
    );
    let name = |player| {
        let person: Option<&Profile> = people.get(&player);
        (player, person.map(|person| person.name_on(server).to_owned()).unwrap_or_default())
    };
    table.players().into_iter().map(name).collect()
}
