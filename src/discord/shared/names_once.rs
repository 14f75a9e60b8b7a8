//! The names that stand in place of repeated mentions.

use std::collections::HashMap;

use crate::discord::shared::bot::Bot;
use crate::discord::view::mentions::{mention_once, repeats_mention};
use crate::service::Profile;
use kradan_table::{PlayerId, Table};

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
    let profiles = bot.service.store().profiles(table.players()).await.unwrap_or_default();
    names_of(bot, table, &profiles)
}

/// The same where the profiles are known.
pub(crate) fn names_of(
    bot: &Bot,
    table: &Table,
    profiles: &[(PlayerId, Profile)],
) -> HashMap<PlayerId, String> {
    let server = bot.guilds.of(table.channel());
    let name = |player| {
        let known = profiles.iter().find(|(other, _)| *other == player);
        (player, known.map(|(_, profile)| profile.name_on(server).to_owned()).unwrap_or_default())
    };
    table.players().into_iter().map(name).collect()
}
