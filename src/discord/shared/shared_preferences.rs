//! The language of a message that several people read, and how the board in it is drawn.
//!
//! A public message is in the language that both players use. Where theirs differ, and in an open
//! challenge in a server, it is in the server's (`/server`, or what Discord gives for a Community), or
//! else in English, which writes moves with letters. A player who was never seen has no language yet
//! and follows the other one.

use super::bot::Bot;
use crate::discord::view::message_link::written_channel;
use crate::discord::view::preferences::{Hints, Preferences, language_of, theme_name};
use crate::service::{ErrorChain, PostedBoard, Profile, ServerSettings};
use kradan_i18n::Language;
use kradan_rules::BySide;
use kradan_table::{ChannelId, ChosenThemes, GuildId, PlayerId, Seat, Table, TableId};

impl Bot {
    /// The preferences of a player, for what they alone read; the usual ones if they are not known.
    pub(crate) async fn preferences_of(&self, player: PlayerId) -> Preferences {
        let profile = self.service.store().profile(player).await.ok().flatten();
        Preferences::of(&profile.unwrap_or_default())
    }

    /// The preferences of a player for a private message about a table. One who was never seen is
    /// addressed in the other player's language.
    pub(crate) async fn preferences_at(&self, table: &Table, player: PlayerId) -> Preferences {
        let preferences = self.preferences_of(player).await;
        let profiles = self.profiles_of(table, None).await;
        let of = |wanted: bool| profiles.iter().filter(move |(it, _)| (*it == player) == wanted);
        if of(true).any(|(_, profile)| language_of(profile).is_some()) {
            return preferences;
        }
        let language = of(false).find_map(|(_, profile)| language_of(profile));
        Preferences { language: language.unwrap_or(preferences.language), ..preferences }
    }

    /// The preferences for a message about a table that everybody in a channel reads. `by` is the
    /// player who caused the message. In a player's conversation with the bot they are that
    /// player's.
    pub(crate) async fn shared_preferences(
        &self,
        id: TableId,
        table: &Table,
        channel: ChannelId,
        by: Option<PlayerId>,
    ) -> Preferences {
        let profiles = self.profiles_of(table, by).await;
        let alone = profiles.iter().find(|(_, profile)| profile.conversation == Some(channel));
        if let Some((_, profile)) = alone {
            return Preferences::of(profile);
        }
        let language = self.shared_language(id, table, channel, &profiles).await;
        let Some(seats) = table.seats() else {
            return Preferences { language, ..Preferences::default() };
        };
        let hints = match table.person_to_move() {
            Some(mover) => self.preferences_of(mover).await.hints,
            None => Hints::Off,
        };
        let unknown = Profile::default();
        let of = |seat: Seat| {
            let found = profiles.iter().find(|(it, _)| seat == *it);
            found.map_or(&unknown, |(_, profile)| profile)
        };
        let players = BySide { first: of(seats.first), second: of(seats.second) };
        Preferences::of_both(table.game().kind(), players, language, hints).at(table)
    }

    /// The name of the theme that a player chose, for a game against a computer.
    pub(crate) async fn own_theme(&self, player: PlayerId) -> ChosenThemes {
        let profile = self.service.store().profile(player).await.ok().flatten();
        let theme = profile.as_ref().and_then(theme_name).map(|theme| (player, theme.to_owned()));
        let otherwise = Preferences::default().theme.name.to_owned();
        ChosenThemes { of_players: theme.into_iter().collect(), otherwise }
    }

    /// The names of the themes that the challenger and the player who accepts chose.
    pub(crate) async fn themes_of(&self, challenge: &Table, accepts: PlayerId) -> ChosenThemes {
        let profiles = self.profiles_of(challenge, Some(accepts)).await;
        let theme = |(player, profile): &(PlayerId, Profile)| {
            Some((*player, theme_name(profile)?.to_owned()))
        };
        let of_players = profiles.iter().filter_map(theme).collect();
        ChosenThemes { of_players, otherwise: Preferences::default().theme.name.to_owned() }
    }

    async fn shared_language(
        &self,
        id: TableId,
        table: &Table,
        channel: ChannelId,
        profiles: &[(PlayerId, Profile)],
    ) -> Language {
        let languages = profiles.iter().filter_map(|(_, profile)| language_of(profile));
        let languages: Vec<Language> = languages.collect();
        let common = languages.first().copied();
        let common = common.filter(|first| languages.iter().all(|it| it == first));
        let guild = self.guild_of(id, channel).await;
        // Everybody in a server may read an open challenge.
        let is_open = table.challenged().is_some_and(|(_, opponent)| opponent.is_none());
        if let Some(language) = common.filter(|_| !is_open || guild.is_none()) {
            return language;
        }
        let settings = self.server_settings(guild).await;
        let chosen = settings.public_language().and_then(|tag| tag.parse().ok());
        chosen.unwrap_or_default()
    }

    /// The profiles of everybody whom a table concerns, and of `by`. Players without a profile are
    /// left out.
    async fn profiles_of(&self, table: &Table, by: Option<PlayerId>) -> Vec<(PlayerId, Profile)> {
        let mut players = table.players();
        players.extend(table.unanswered_challenger().into_iter().chain(by));
        players.sort_unstable();
        players.dedup();
        self.service.store().profiles(players).await.unwrap_or_default()
    }

    /// The guild of the channel where a table is shown, as far as it is known.
    pub(crate) async fn guild_of(&self, table: TableId, channel: ChannelId) -> Option<GuildId> {
        if let Some(guild) = self.guilds.of(channel) {
            return Some(guild);
        }
        let board = self.service.store().posted_board(table).await.ok().flatten();
        let guild = board.filter(|board| board.channel == channel)?.guild?;
        self.guilds.add(channel, Some(guild));
        Some(guild)
    }

    /// The channel where a table is or was shown, as it stands in a message. One of which nothing is known
    /// is taken for a channel of a server.
    pub(crate) async fn written_channel(&self, table: TableId, channel: ChannelId) -> String {
        let board = self.service.store().posted_board(table).await.ok().flatten();
        self.written_channel_of(board.as_ref(), channel)
    }

    /// The same where the last posted board is known.
    pub(crate) fn written_channel_of(
        &self,
        board: Option<&PostedBoard>,
        channel: ChannelId,
    ) -> String {
        let is_conversation = match self.guilds.of_channel(channel) {
            Some(guild) => guild.is_none(),
            None => board.is_some_and(|it| it.channel == channel && it.guild.is_none()),
        };
        written_channel(channel, !is_conversation)
    }

    /// The settings of a server; the default where there is none, or they cannot be read.
    pub(crate) async fn server_settings(&self, guild: Option<GuildId>) -> ServerSettings {
        let Some(guild) = guild else { return ServerSettings::default() };
        self.service.store().server_settings(guild).await.unwrap_or_else(|error| {
            tracing::error!(error = %ErrorChain(&error), guild = guild.0, "the settings of a server cannot be read");
            ServerSettings::default()
        })
    }
}
