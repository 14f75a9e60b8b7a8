//! The language of a message that several people read, and how the board in it is drawn.
//!
//! A public message is in the language that both players use. Where theirs differ, and in an open
//! challenge in a server, it is in the server's (`/server`, or what Discord gives for a Community), or
//! else in English, which writes moves with letters. A player who was never seen has no language yet
//! and follows the other one.

use super::bot::Bot;
use super::guilds;
use crate::discord::view::preferences::{Hints, Preferences, language_of, theme_name};
use crate::service::Profile;
use kradan_i18n::Language;
use kradan_rules::BySide;
use kradan_table::{ChannelId, ChosenThemes, PlayerId, Seat, Table, TableId};

/// The preferences of a player, for what they alone read; the usual ones if they are not known.
pub(crate) async fn of_player(bot: &Bot, player: PlayerId) -> Preferences {
    let profile = bot.service.store().profile(player).await.ok().flatten();
    Preferences::of(&profile.unwrap_or_default())
}

/// The preferences of a player for a private message about a table. One who was never seen is
/// addressed in the other player's language.
pub(crate) async fn at_table(bot: &Bot, table: &Table, player: PlayerId) -> Preferences {
    let preferences = of_player(bot, player).await;
    let profiles = profiles(bot, table, None).await;
    let of = |wanted: bool| profiles.iter().filter(move |(id, _)| (*id == player) == wanted);
    if of(true).any(|(_, profile)| language_of(profile).is_some()) {
        return preferences;
    }
    let language = of(false).find_map(|(_, profile)| language_of(profile));
    Preferences { language: language.unwrap_or(preferences.language), ..preferences }
}

/// The preferences for a message about a table that everybody in a channel reads. `by` is the
/// player who caused the message. In a player's conversation with the bot they are that
/// player's.
pub(crate) async fn in_channel(
    bot: &Bot,
    id: TableId,
    table: &Table,
    channel: ChannelId,
    by: Option<PlayerId>,
) -> Preferences {
    of_readers(bot, (id, channel), table, &profiles(bot, table, by).await).await
}

/// The same where the [readers] are known.
pub(crate) async fn of_readers(
    bot: &Bot,
    (id, channel): (TableId, ChannelId),
    table: &Table,
    profiles: &[(PlayerId, Profile)],
) -> Preferences {
    let alone = profiles.iter().find(|(_, profile)| profile.conversation == Some(channel));
    if let Some((_, profile)) = alone {
        return Preferences::of(profile);
    }
    let language = language(bot, id, table, channel, profiles).await;
    let Some(seats) = table.seats() else {
        return Preferences { language, ..Preferences::default() };
    };
    let unknown = Profile::default();
    let of = |seat: Seat| {
        let found = profiles.iter().find(|(player, _)| seat == *player);
        found.map_or(&unknown, |(_, profile)| profile)
    };
    let mover = table.person_to_move().map(|player| Preferences::of(of(Seat::Player(player))));
    let hints = mover.map_or(Hints::Off, |mover| mover.hints);
    let players = BySide { first: of(seats.first), second: of(seats.second) };
    Preferences::of_both(table.game().kind(), players, language, hints).at(table)
}

/// The name of the theme that a player chose, for a game against a computer.
pub(crate) async fn own_theme(bot: &Bot, player: PlayerId) -> ChosenThemes {
    let profile = bot.service.store().profile(player).await.ok().flatten();
    chosen_themes(profile.map(|profile| (player, profile)).as_slice())
}

/// The names of the themes that the challenger and the player who accepts chose.
pub(crate) async fn both_themes(bot: &Bot, challenge: &Table, accepts: PlayerId) -> ChosenThemes {
    chosen_themes(&profiles(bot, challenge, Some(accepts)).await)
}

/// The names of the themes that some players chose.
pub(crate) fn chosen_themes(profiles: &[(PlayerId, Profile)]) -> ChosenThemes {
    let theme =
        |(player, profile): &(PlayerId, Profile)| Some((*player, theme_name(profile)?.to_owned()));
    let of_players = profiles.iter().filter_map(theme).collect();
    ChosenThemes { of_players, otherwise: Preferences::default().theme.name.to_owned() }
}

async fn language(
    bot: &Bot,
    id: TableId,
    table: &Table,
    channel: ChannelId,
    profiles: &[(PlayerId, Profile)],
) -> Language {
    let languages = profiles.iter().filter_map(|(_, profile)| language_of(profile));
    let languages: Vec<Language> = languages.collect();
    let common = languages.first().copied();
    let common = common.filter(|first| languages.iter().all(|language| language == first));
    let guild = guilds::of_table(bot, id, channel).await;
    // Everybody in a server may read an open challenge.
    let is_open = table.challenged().is_some_and(|(_, opponent)| opponent.is_none());
    if let Some(language) = common.filter(|_| !is_open || guild.is_none()) {
        return language;
    }
    let settings = guilds::settings(bot, guild).await;
    let chosen = settings.public_language().and_then(|tag| tag.parse().ok());
    chosen.unwrap_or_default()
}

/// Everybody whom a table concerns, and `by`.
pub(crate) fn readers(table: &Table, by: Option<PlayerId>) -> Vec<PlayerId> {
    let mut players = table.players();
    players.extend(table.unanswered_challenger().into_iter().chain(by));
    players.sort_unstable();
    players.dedup();
    players
}

/// The profiles of [readers]. Players without a profile are left out.
async fn profiles(bot: &Bot, table: &Table, by: Option<PlayerId>) -> Vec<(PlayerId, Profile)> {
    bot.service.store().profiles(readers(table, by)).await.unwrap_or_default()
}
