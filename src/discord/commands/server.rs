//! `/server`: the settings of a server, for those who manage it.

use super::command::{Pressed, SlashCommand};
use super::{abort, permissions};
use crate::discord::limits::MENU_OPTIONS_MAX;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Access, Definition};
use crate::discord::shared::interaction::{CommandOptions, Origin, Request};
use crate::discord::shared::shared_preferences;
use crate::discord::view::controls::{labelled, menu_of_setting};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{
    Button, ButtonStyle, ComponentRow, Message, ServerChoice, ServerMenu,
};
use crate::discord::view::pick::Choice;
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{DailyBoard, ErrorChain, OldBoards, Posting, ServerSettings, ServiceError};
use kradan_exercises::{begin_of_day, day_of};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_table::{ChannelId, GuildId, RoleId, Venue};

/// A menu of the panel, `server:SETTING`, or a button with the value that it sets,
/// `server:SETTING:VALUE`.
const SERVER: &str = "server";

/// Shows a page of the panel: `server-page:PAGE`.
const PAGE: &str = "server-page";

// The pages.
const SETTINGS: &str = "settings";
const DAILY_PUZZLE: &str = "daily";

// The values of the buttons.
const HERE: &str = "here";
const THREAD: &str = "thread";
const GONE: &str = "gone";
const LINE: &str = "newest";
const PICTURES: &str = "all";
const RATED: &str = "yes";
const FRIENDLY: &str = "no";

/// The value for no language.
const NO_LANGUAGE: &str = "none";

sentences! {
    /// What the panel says.
    enum Sentence<'a> {
        /// Above the settings.
        Heading => "line-server-heading",
        /// What the settings do.
        About => "line-server-about",
        /// Where are games to be played? It is asked once a game has been finished.
        AskVenue => "line-server-ask-venue",
        /// Everybody reads the channel for reports.
        PublicReports {
            channel: &'a str,
        } => "line-server-public-reports",
        /// What the daily puzzle is, and when it comes.
        AboutDaily {
            time: &'a str,
        } => "line-server-about-daily",
        /// It could not be posted.
        DailyRefused {
            channel: &'a str,
        } => "line-server-daily-refused",
        /// A setting was kept.
        Kept => "line-server-kept",
        /// The user does not manage the server.
        OnlyManagers => "line-server-only-managers",
    }

    /// What stands on the buttons and menus.
    enum Label {
        /// The answers to `Sentence::AskVenue`.
        AnswerHere => "label-server-answer-here",
        AnswerThread => "label-server-answer-thread",
        /// Games are played in the channel of their challenge.
        VenueHere => "label-server-here",
        /// Every game has a thread of its own.
        VenueThread => "label-server-thread",
        /// Boards before the newest are deleted.
        BoardsGone => "label-server-boards-gone",
        /// They become one line.
        BoardsLine => "label-server-boards-line",
        /// They keep their pictures.
        BoardsPictures => "label-server-boards-pictures",
        /// Games count where their challenge does not say.
        GamesRated => "label-server-rated",
        GamesFriendly => "label-server-friendly",
        /// The menu of languages of public messages.
        LanguageMenu => "label-server-language",
        /// No language is chosen.
        NoLanguage => "label-server-no-language",
        /// The menu of channels.
        ChannelsMenu => "label-server-channels",
        /// The menu of roles.
        RoleMenu => "label-server-role",
        /// The menu of the moderators' channel.
        ModeratorsMenu => "label-server-moderators",
        /// The page of the daily puzzle.
        DailyPage => "label-server-daily",
        /// The menu of its channel.
        DailyMenu => "label-server-daily-channel",
        /// To all settings.
        Back => "label-server-back",
    }
}

pub(super) struct ServerCommand;

impl SlashCommand for ServerCommand {
    const DEFINITION: &'static Definition = &Definition { name: "server", options: &[] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const ACCESS: Access = Access::Managers;
    const CONTROLS: &'static [Control] = &[
        Control::new(
            SERVER,
            CustomIdForm::Text(|text| read_setting(text).is_some()),
            Visibility::Ephemeral,
        ),
        Control::new(
            PAGE,
            CustomIdForm::Text(|text| matches!(text, SETTINGS | DAILY_PUZZLE)),
            Visibility::Ephemeral,
        ),
    ];

    async fn run(ctx: &Ctx<'_>, _: &CommandOptions) -> Answer {
        let Some(guild) = managed(ctx) else { return Ok(ctx.ephemeral(&Sentence::OnlyManagers)) };
        let settings = ctx.service().store().server_settings(guild).await?;
        Ok(Reply::Private(panel(ctx, guild, &settings).await))
    }

    /// Stores a choice, and shows the panel as it is then.
    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        if pressed.word == PAGE {
            return show_page(ctx, pressed.parts.text).await;
        }
        let Some((setting, wanted)) = read_setting(pressed.parts.text) else {
            return Ok(ctx.unknown());
        };
        let Some(guild) = managed(ctx) else { return Ok(ctx.ephemeral(&Sentence::OnlyManagers)) };
        let value = wanted.or(pressed.value).map(str::to_owned);
        let change = move |settings: &mut ServerSettings| {
            choose(settings, setting, value.as_deref());
            settings.venue_asked |= setting == Setting::Venue;
        };
        let settings =
            ctx.service().store().update_server_settings(guild, Box::new(change)).await?;
        if setting == Setting::DailyPuzzle {
            ctx.service().look_at_daily_puzzle(guild).await?;
        }
        let mut panel = panel(ctx, guild, &settings).await;
        panel.text = format!("{}\n{}", panel.text, ctx.say(&Sentence::Kept));
        Ok(Reply::Change(panel))
    }
}

async fn show_page(ctx: &Ctx<'_>, page: &str) -> Answer {
    let Some(guild) = managed(ctx) else { return Ok(ctx.ephemeral(&Sentence::OnlyManagers)) };
    let settings = ctx.service().store().server_settings(guild).await?;
    Ok(Reply::Change(match page {
        DAILY_PUZZLE => daily_page(ctx, guild, &settings).await?,
        _ => panel(ctx, guild, &settings).await,
    }))
}

/// The channel of the daily puzzle.
async fn daily_page(
    ctx: &Ctx<'_>,
    guild: GuildId,
    settings: &ServerSettings,
) -> Result<Message, ServiceError> {
    let next = begin_of_day(day_of(ctx.service().clock().now()) + 1);
    let time = format!("<t:{}:t>", next.as_second());
    let mut lines = vec![format!("**{}**", ctx.say(&Label::DailyPage))];
    lines.push(ctx.say(&Sentence::AboutDaily { time: &time }));
    let is_refused = |board: &DailyBoard| board.posting == Posting::Refused;
    let board = ctx.service().store().daily_puzzle(guild).await?.board;
    let wanted = board.filter(|_| settings.daily_puzzle.is_some());
    if let Some(board) = wanted.filter(is_refused) {
        let channel = format!("<#{}>", board.channel.0);
        lines.push(ctx.say(&Sentence::DailyRefused { channel: &channel }));
    }
    let menu = ServerMenu {
        control: Setting::DailyPuzzle.custom_id(),
        placeholder: ctx.say(&Label::DailyMenu),
        chosen: ServerChoice::Channel(settings.daily_puzzle),
    };
    let control = CustomId::new(PAGE).with(SETTINGS);
    let back = labelled(control, &Label::Back, ButtonStyle::Secondary, ctx.language());
    let rows = vec![ComponentRow::ServerMenu(menu)];
    Ok(Message { rows, ..Message::of(lines.join("\n")) }.with_buttons(vec![back]))
}

/// The guild whose settings the caller may change. Discord shows the command to nobody else, but
/// a server can give it to others, and a panel stays when a permission is taken away.
fn managed(ctx: &Ctx<'_>) -> Option<GuildId> {
    ctx.request.origin.guild.filter(|_| ctx.request.origin.is_asked_by_manager())
}

/// Whether to ask the caller where games are played: they manage a server that was not asked yet.
pub(super) fn asks_venue(ctx: &Ctx<'_>, settings: &ServerSettings) -> bool {
    ctx.request.origin.is_member && managed(ctx).is_some() && !settings.venue_asked
}

/// Asks where games are to be played, once in a server, after the response to a challenge.
pub(crate) async fn ask_venue(bot: &Bot, request: &Request) {
    let Some(guild) = request.origin.guild else { return };
    let language = shared_preferences::of_player(bot, request.user.id).await.language;
    let button = |label: &Label, value: &str| {
        let control = Setting::Venue.custom_id().with(value);
        labelled(control, label, ButtonStyle::Secondary, language)
    };
    let buttons = vec![button(&Label::AnswerHere, HERE), button(&Label::AnswerThread, THREAD)];
    let question = Message::of(i18n::say(&Sentence::AskVenue, language)).with_buttons(buttons);
    let asked = bot.api.follow_up(request.handle(), &question, Visibility::Ephemeral).await;
    if let Err(error) = asked {
        tracing::warn!(error = %ErrorChain(&error), "question about the venue of games not sent: asked again later");
        return;
    }
    let change = |settings: &mut ServerSettings| settings.venue_asked = true;
    if let Err(error) = bot.service.store().update_server_settings(guild, Box::new(change)).await {
        tracing::error!(error = %ErrorChain(&error), guild = %guild.0, "server settings not stored: venue question was sent");
    }
}

/// Why a server's settings do not let somebody start a game, with mentions of what they allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StartRefusal {
    /// Games are started in these channels.
    Elsewhere(String),
    /// This role starts games.
    ByRole(String),
}

/// Why the user of a request cannot start a game there, if they cannot. A thread counts as its
/// channel, and those who manage the server need no role.
pub(super) fn start_refusal(settings: &ServerSettings, origin: &Origin) -> Option<StartRefusal> {
    let mut here = [Some(origin.channel), origin.parent].into_iter().flatten();
    let ServerSettings { channels, .. } = settings;
    if !channels.is_empty() && !here.any(|channel| channels.contains(&channel)) {
        let channels: Vec<String> =
            channels.iter().map(|channel| format!("<#{}>", channel.0)).collect();
        return Some(StartRefusal::Elsewhere(channels.join(" ")));
    }
    let RoleId(role) = settings.role?;
    // The role of everybody has the id of its guild, and Discord does not list it.
    let is_everybody = origin.guild == Some(GuildId(role));
    let has_role = is_everybody || origin.user_roles.contains(&RoleId(role));
    (!has_role && !origin.is_asked_by_manager())
        .then(|| StartRefusal::ByRole(format!("<@&{role}>")))
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setting {
    Venue,
    Boards,
    Rated,
    Language,
    Channels,
    Role,
    Moderators,
    DailyPuzzle,
}

impl Setting {
    const ALL: [Setting; 8] = [
        Setting::Venue,
        Setting::Boards,
        Setting::Rated,
        Setting::Language,
        Setting::Channels,
        Setting::Role,
        Setting::Moderators,
        Setting::DailyPuzzle,
    ];

    const fn key(self) -> &'static str {
        match self {
            Setting::Venue => "venue",
            Setting::Boards => "pictures",
            Setting::Rated => "rated",
            Setting::Language => "language",
            Setting::Channels => "channels",
            Setting::Role => "role",
            Setting::Moderators => "moderators",
            Setting::DailyPuzzle => "daily",
        }
    }

    fn of_key(key: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|setting| setting.key() == key)
    }

    fn custom_id(self) -> CustomId {
        CustomId::new(SERVER).with(self.key())
    }

    /// The values of a button.
    const fn values(self) -> &'static [&'static str] {
        match self {
            Setting::Venue => &[HERE, THREAD],
            Setting::Boards => &[GONE, LINE, PICTURES],
            Setting::Rated => &[RATED, FRIENDLY],
            Setting::Language
            | Setting::Channels
            | Setting::Role
            | Setting::Moderators
            | Setting::DailyPuzzle => &[],
        }
    }
}

/// A setting, and the value that a button sets.
fn read_setting(text: &str) -> Option<(Setting, Option<&str>)> {
    let Some((key, value)) = text.split_once(':') else {
        let setting = Setting::of_key(text)?;
        return setting.values().is_empty().then_some((setting, None));
    };
    let setting = Setting::of_key(key)?;
    setting.values().contains(&value).then_some((setting, Some(value)))
}

/// Changes a setting to the chosen option or value, or to the chosen ids, separated by commas. An
/// invalid choice changes nothing.
fn choose(settings: &mut ServerSettings, setting: Setting, value: Option<&str>) {
    match (setting, value) {
        (Setting::Venue, Some(HERE)) => settings.venue = Venue::Here,
        (Setting::Venue, Some(THREAD)) => settings.venue = Venue::Thread,
        (Setting::Boards, Some(GONE)) => settings.old_boards = OldBoards::Gone,
        (Setting::Boards, Some(LINE)) => settings.old_boards = OldBoards::Line,
        (Setting::Boards, Some(PICTURES)) => settings.old_boards = OldBoards::Pictures,
        (Setting::Rated, Some(RATED)) => settings.is_friendly = false,
        (Setting::Rated, Some(FRIENDLY)) => settings.is_friendly = true,
        (Setting::Language, Some(NO_LANGUAGE)) => settings.language = None,
        (Setting::Language, Some(tag)) => {
            if tag.parse::<Language>().is_ok() {
                settings.language = Some(tag.to_owned());
            }
        }
        (Setting::Channels, Some(list)) => {
            if let Some(channels) = ids(list).filter(|channels| channels.len() <= MENU_OPTIONS_MAX)
            {
                settings.channels = channels.into_iter().map(ChannelId).collect();
            }
        }
        (Setting::Role, Some(list)) => {
            if let Some(roles) = ids(list) {
                settings.role = roles.first().copied().map(RoleId);
            }
        }
        (Setting::Moderators, Some(list)) => {
            if let Some(channels) = ids(list) {
                settings.moderators = channels.first().copied().map(ChannelId);
            }
        }
        (Setting::DailyPuzzle, Some(list)) => {
            if let Some(channels) = ids(list) {
                settings.daily_puzzle = channels.first().copied().map(ChannelId);
            }
        }
        (Setting::Venue | Setting::Boards | Setting::Rated, Some(_)) | (_, None) => {}
    }
}

/// The ids of a comma-separated list; `None` if one is invalid.
fn ids(list: &str) -> Option<Vec<u64>> {
    list.split(',').filter(|id| !id.is_empty()).map(|id| id.parse().ok()).collect()
}

async fn panel(ctx: &Ctx<'_>, guild: GuildId, settings: &ServerSettings) -> Message {
    let (heading, about) = (ctx.say(&Sentence::Heading), ctx.say(&Sentence::About));
    let mut lines = vec![format!("**{heading}**"), format!("-# {about}")];
    lines.extend(public_reports(ctx, guild, settings).await);
    lines.extend(permissions::findings(ctx).await);
    let server_menu = |setting: Setting, label: Label, chosen| {
        ComponentRow::ServerMenu(ServerMenu {
            control: setting.custom_id(),
            placeholder: ctx.say(&label),
            chosen,
        })
    };
    let channels = ServerChoice::Channels(settings.channels.clone());
    let moderators = ServerChoice::Channel(settings.moderators);
    let rows = vec![
        switches(ctx, settings),
        languages(ctx, settings),
        server_menu(Setting::Channels, Label::ChannelsMenu, channels),
        server_menu(Setting::Role, Label::RoleMenu, ServerChoice::Role(settings.role)),
        server_menu(Setting::Moderators, Label::ModeratorsMenu, moderators),
    ];
    Message { rows, ..Message::of(lines.join("\n")) }
}

/// A warning where everybody can read the moderators' channel.
async fn public_reports(
    ctx: &Ctx<'_>,
    guild: GuildId,
    settings: &ServerSettings,
) -> Option<String> {
    let channel = settings.moderators?;
    match ctx.bot.api.is_public((guild, channel)).await {
        Ok(false) => None,
        Ok(true) => {
            let channel = format!("<#{}>", channel.0);
            Some(ctx.say(&Sentence::PublicReports { channel: &channel }))
        }
        Err(error) => {
            tracing::debug!(error = %ErrorChain(&error), channel = %channel.0, "permissions of the report channel not read");
            None
        }
    }
}

fn switches(ctx: &Ctx<'_>, settings: &ServerSettings) -> ComponentRow {
    let (venue, other_venue) = match settings.venue {
        Venue::Here => (Label::VenueHere, THREAD),
        Venue::Thread => (Label::VenueThread, HERE),
    };
    let (boards, other_boards) = match settings.old_boards {
        OldBoards::Gone => (Label::BoardsGone, LINE),
        OldBoards::Line => (Label::BoardsLine, PICTURES),
        OldBoards::Pictures => (Label::BoardsPictures, GONE),
    };
    let (rated, other_rated) = if settings.is_friendly {
        (Label::GamesFriendly, RATED)
    } else {
        (Label::GamesRated, FRIENDLY)
    };
    let button = |setting: Setting, label: Label, wanted: &str| Button {
        control: setting.custom_id().with(wanted),
        label: ctx.say(&label),
        style: ButtonStyle::Secondary,
        glyph: None,
    };
    ComponentRow::Buttons(vec![
        button(Setting::Venue, venue, other_venue),
        button(Setting::Boards, boards, other_boards),
        button(Setting::Rated, rated, other_rated),
        abort::games_button(ctx.language()),
        Button {
            control: CustomId::new(PAGE).with(DAILY_PUZZLE),
            label: ctx.say(&Label::DailyPage),
            style: ButtonStyle::Secondary,
            glyph: None,
        },
    ])
}

fn languages(ctx: &Ctx<'_>, settings: &ServerSettings) -> ComponentRow {
    let chosen = settings.language.as_deref().filter(|tag| tag.parse::<Language>().is_ok());
    let chosen = chosen.unwrap_or(NO_LANGUAGE).to_owned();
    let none = Choice { label: ctx.say(&Label::NoLanguage), value: NO_LANGUAGE.to_owned() };
    let own = Language::ALL.map(|language| Choice {
        label: language.own_name().to_owned(),
        value: language.tag().to_owned(),
    });
    let options = std::iter::once(none).chain(own);
    menu_of_setting(Setting::Language.custom_id(), ctx.say(&Label::LanguageMenu), options, chosen)
}

#[cfg(test)]
mod tests {
    use serenity::all::{ChannelType, Permissions};

    use super::*;

    fn chosen(setting: Setting, value: Option<&str>) -> ServerSettings {
        let mut settings = ServerSettings::default();
        choose(&mut settings, setting, value);
        settings
    }

    #[test]
    fn every_choice_is_kept_and_can_be_undone() {
        for (setting, value, undo) in [
            (Setting::Venue, Some(THREAD), Some(HERE)),
            (Setting::Boards, Some(LINE), Some(GONE)),
            (Setting::Rated, Some(FRIENDLY), Some(RATED)),
            (Setting::Language, Some("th"), Some(NO_LANGUAGE)),
            (Setting::Channels, Some("5,6"), Some("")),
            (Setting::Role, Some("7"), Some("")),
            (Setting::Moderators, Some("5"), Some("")),
            (Setting::DailyPuzzle, Some("5"), Some("")),
        ] {
            let mut settings = chosen(setting, value);
            assert_ne!(settings, ServerSettings::default(), "{setting:?}");
            choose(&mut settings, setting, undo);
            assert_eq!(settings, ServerSettings::default(), "{setting:?}");
        }
        let channels = chosen(Setting::Channels, Some("5,6")).channels;
        assert_eq!(channels, [ChannelId(5), ChannelId(6)]);
        assert_eq!(chosen(Setting::Role, Some("7")).role, Some(RoleId(7)));
    }

    #[test]
    fn a_button_that_is_pressed_twice_sets_its_value_twice() {
        for (setting, value) in [(Setting::Venue, THREAD), (Setting::Boards, PICTURES)] {
            let text = format!("{}:{value}", setting.key());
            assert_eq!(read_setting(&text), Some((setting, Some(value))));
            let mut settings = chosen(setting, Some(value));
            let once = settings.clone();
            choose(&mut settings, setting, Some(value));
            assert_eq!(settings, once, "{setting:?}");
        }
        for text in ["venue", "venue:all", "venue:", "language:th", "role:7", "x", ""] {
            assert_eq!(read_setting(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_no_choice_changes_nothing() {
        let many = vec!["5"; MENU_OPTIONS_MAX + 1].join(",");
        for setting in [
            Setting::Language,
            Setting::Channels,
            Setting::Role,
            Setting::Moderators,
            Setting::DailyPuzzle,
        ] {
            for value in [None, Some("klingon"), Some("5;6"), Some("-1")] {
                assert_eq!(chosen(setting, value), ServerSettings::default(), "{setting:?}");
            }
        }
        assert_eq!(chosen(Setting::Channels, Some(&many)), ServerSettings::default());
    }

    fn origin(channel: u64, parent: Option<u64>, permissions: Permissions) -> Origin {
        Origin {
            channel: ChannelId(channel),
            guild: Some(GuildId(1)),
            guild_locale: None,
            permissions: None,
            user_permissions: Some(permissions),
            user_roles: vec![RoleId(8)],
            is_member: true,
            kind: Some(if parent.is_some() {
                ChannelType::PublicThread
            } else {
                ChannelType::Text
            }),
            parent: parent.map(ChannelId),
            message: None,
            people: None,
        }
    }

    #[test]
    fn games_start_in_the_chosen_channels_and_their_threads() {
        let settings = chosen(Setting::Channels, Some("5,6"));
        let refusal = |channel, parent| {
            start_refusal(&settings, &origin(channel, parent, Permissions::MANAGE_GUILD))
        };
        assert_eq!((refusal(5, None), refusal(9, Some(6))), (None, None));
        let elsewhere = Some(StartRefusal::Elsewhere("<#5> <#6>".to_owned()));
        assert_eq!((refusal(7, None), refusal(9, Some(7))), (elsewhere.clone(), elsewhere));
        let all = ServerSettings::default();
        assert_eq!(start_refusal(&all, &origin(7, None, Permissions::empty())), None);
    }

    #[test]
    fn games_are_started_by_the_chosen_role_and_by_managers() {
        let refusal = |role: &str, permissions| {
            start_refusal(&chosen(Setting::Role, Some(role)), &origin(5, None, permissions))
        };
        assert_eq!(refusal("8", Permissions::empty()), None);
        assert_eq!(refusal("1", Permissions::empty()), None, "it is everybody's");
        let by_role = Some(StartRefusal::ByRole("<@&7>".to_owned()));
        assert_eq!(refusal("7", Permissions::empty()), by_role);
        assert_eq!(refusal("7", Permissions::MANAGE_GUILD), None);
    }
}
