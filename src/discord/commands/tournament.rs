//! `/tournament`: creates and manages the tournaments of a server.

use std::collections::HashMap;

use jiff::SignedDuration;

use super::command::{Pressed, SlashCommand};
use super::play::start_refused;
use super::rules::GAME;
use super::time_option::{self, TIME};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::{CommandOptions, OptionValue};
use crate::discord::shared::needed_permissions::{has_threads, missing};
use crate::discord::shared::{guilds, titles};
use crate::discord::view::controls::{in_rows, labelled, menu};
use crate::discord::view::custom_id::{Control, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, ComponentRow, Message};
use crate::discord::view::message_link::message_link;
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::player_name::shown_name;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::table_view::relative;
use crate::discord::view::tournament::{TOURNAMENT, TournamentView, control, join_button};
use crate::discord::view::visibility::Visibility;
use crate::service::{Profile, ServerSettings, ServiceError};
use kradan_i18n::{Language, sentences};
use kradan_ratings::pairings::GameResult;
use kradan_table::{
    Format, GuildId, PLAYERS, PlayerId, TimeControl, Tournament, TournamentCommand as Command,
    TournamentId, TournamentRefusal, TournamentTerms, Venue,
};

const FORMAT: &str = "format";
const KNOCKOUT: &str = "knockout";
const MOST: &str = "players";
const HOURS: &str = "hours";
const DAYS: &str = "days";

/// The defaults.
const USUAL_MOST: u8 = 8;
const USUAL_HOURS: u8 = 24;
const USUAL_DAYS: u8 = 30;

/// The most games of a player that are listed.
const GAMES_LISTED: usize = 8;

/// The latest beginning, in hours from now, and the longest round, in days.
const HOURS_MAX: u8 = 240;
const DAYS_MAX: u8 = 90;

sentences! {
    /// What members are told.
    enum Sentence<'a> {
        OnlyServers => "line-tournament-only-servers",
        /// The server has as many tournaments as it can have.
        TooMany => "line-tournament-too-many",
        /// Except for moderators a member has one tournament at a time.
        OneEach => "line-tournament-one-each",
        /// No tournament is under way.
        None => "line-tournament-none",
        HasJoined {
            begins: &'a str,
        } => "line-tournament-has-joined",
        HasLeft => "line-tournament-has-left",
        HasDroppedOut => "line-tournament-has-dropped-out",
        HasTakenOver => "line-tournament-has-taken-over",
        /// The change is announced in a moment.
        Done => "line-tournament-done",
        /// Before a player drops out.
        SureLeave => "line-tournament-sure-leave",
        /// Before the tournament is ended.
        SureStop => "line-tournament-sure-stop",
        Over => "line-tournament-over",
        Full => "line-tournament-full",
        Begun => "line-tournament-begun-already",
        NotBegun => "line-tournament-not-begun",
        Joined => "line-tournament-joined-already",
        NotJoined => "line-tournament-not-joined",
        NotYours => "line-tournament-not-yours",
        TooFew => "line-tournament-too-few-yet",
        NotOffered => "line-tournament-not-offered",
        /// A player has blocked the member, or is blocked.
        NotHere => "line-tournament-not-here",
    }

    /// What stands on the buttons.
    enum Label {
        Leave => "label-tournament-drop-out",
        Start => "label-tournament-start",
        Pause => "label-tournament-pause",
        Resume => "label-tournament-resume",
        Stop => "label-tournament-stop",
        Offer => "label-tournament-offer",
    }
}

pub(super) struct TournamentCommand;

impl SlashCommand for TournamentCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "tournament",
        options: &[
            OptionDefinition::optional(GAME.name, GAME.kind)
                .described("option-game-tournament-description"),
            OptionDefinition::optional(FORMAT, OptionKind::Choice(&["everybody", KNOCKOUT])),
            OptionDefinition::optional(MOST, OptionKind::Integer(3, 16)),
            TIME.described("option-time-tournament-description"),
            OptionDefinition::optional(HOURS, OptionKind::Integer(1, HOURS_MAX)),
            OptionDefinition::optional(DAYS, OptionKind::Integer(1, DAYS_MAX))
                .described("option-days-tournament-description"),
            OptionDefinition::optional("rated", OptionKind::Choice(&["yes", "no"])),
            OptionDefinition::optional("where", OptionKind::Choice(&["here", "thread"])),
        ],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[Control::new(
        TOURNAMENT,
        CustomIdForm::Text(|text| read(text).is_some()),
        Visibility::Ephemeral,
    )];

    /// Creates a tournament, or lists those that are under way.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let origin = &ctx.request.origin;
        let Some(server) = origin.guild.filter(|_| origin.is_member) else {
            return Ok(ctx.ephemeral(&Sentence::OnlyServers));
        };
        if options.text(GAME.name).is_none() {
            return list(ctx, server).await;
        }
        let settings = guilds::settings(ctx.bot, Some(server)).await;
        if let Some(why) = start_refused(ctx, &settings, origin) {
            return Ok(Reply::Private(Message::of(why)));
        }
        let Some(pace) = time_option::read_or(options, TimeControl::per_move(24)) else {
            return Ok(time_option::refuse(ctx));
        };
        let Some(terms) = terms(ctx, options, &settings, pace) else { return Ok(ctx.unknown()) };
        if let Some(reply) = ctx.missing_permissions(terms.venue) {
            return Ok(reply);
        }
        let id = TournamentId(ctx.request.interaction.0);
        let language = public_language(&settings).unwrap_or(ctx.language());
        let tag = language.tag();
        let tournament = Tournament::new(id, ctx.caller.id, origin.channel, terms, tag);
        let all = ctx.service().store().tournaments(server).await?;
        let is_own = |other: &&Tournament| !other.is_over() && other.made_by == Some(ctx.caller.id);
        let has_one = all.all.iter().filter(is_own).any(|other| other.id != id);
        if has_one && !origin.is_asked_by_moderator() {
            return Ok(ctx.ephemeral(&Sentence::OneEach));
        }
        let added = ctx.service().add_tournament(server, ctx.caller.id, tournament.clone()).await?;
        if !added {
            return Ok(ctx.ephemeral(&Sentence::TooMany));
        }
        let names = names_of(ctx, &tournament).await?;
        let view = TournamentView { tournament: &tournament, names: &names, language };
        Ok(Reply::Public(view.invitation(None)))
    }

    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        _options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option == TIME.name { time_option::suggest(typed, ctx.language()) } else { Vec::new() }
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let origin = &ctx.request.origin;
        let (Some((id, action)), Some(server)) = (read(pressed.parts.text), origin.guild) else {
            return Ok(ctx.unknown());
        };
        let known = ctx.service().store().tournaments(server).await?.get(id).cloned();
        let Some(tournament) = known else { return Ok(ctx.ephemeral(&Sentence::Over)) };
        if let (Some((message, false)), None) = (origin.message, tournament.shown.invitation)
            && !tournament.has_begun()
        {
            let note =
                move |tournament: &mut Tournament| tournament.shown.invitation = Some(message);
            ctx.service().change_tournament(server, id, note).await?;
        }
        let command = match (action, pressed.value) {
            (Action::More, _) => return panel(ctx, &tournament, 0).await,
            (Action::Offer, Some(chosen)) => match (read_page(chosen), chosen.parse()) {
                (Some(page), _) => return panel(ctx, &tournament, page).await,
                (None, Ok(number)) => Command::Offer(number),
                (None, Err(_)) => return Ok(ctx.unknown()),
            },
            (Action::Offer, None) => return Ok(ctx.unknown()),
            (Action::Sure(command), _) => return Ok(ask_whether(ctx, id, command)),
            (Action::Unjoin, _) if tournament.has_begun() => {
                return Ok(ctx.ephemeral(&Sentence::Begun));
            }
            (Action::Unjoin, _) => Command::Leave,
            (Action::Ask(command), _) => command,
        };
        let joins = matches!(command, Command::Join | Command::TakeOver(_));
        if joins && meets_blocked(ctx, &tournament).await? {
            return Ok(ctx.ephemeral(&Sentence::NotHere));
        }
        let asks = (ctx.caller.id, origin.is_asked_by_moderator());
        let sentence = match ctx.service().ask_tournament((server, id), asks, command).await? {
            Err(refusal) => return Ok(ctx.ephemeral(&refused(refusal))),
            Ok(after) => match command {
                Command::Join => {
                    let begins = relative(after.terms.starts_at);
                    return Ok(ctx.ephemeral(&Sentence::HasJoined { begins: &begins }));
                }
                Command::Leave if after.has_begun() => Sentence::HasDroppedOut,
                Command::Leave => Sentence::HasLeft,
                Command::TakeOver(_) => Sentence::HasTakenOver,
                _ => Sentence::Done,
            },
        };
        let is_own = matches!(origin.message, Some((_, true)));
        let message = Message::of(ctx.say(&sentence));
        Ok(if is_own { Reply::Change(message) } else { Reply::Private(message) })
    }
}

/// What a control of a tournament does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    /// Shows the panel.
    More,
    /// Offers the chosen place to others.
    Offer,
    /// Leaves before it begins.
    Unjoin,
    /// Asks for confirmation.
    Sure(Command),
    Ask(Command),
}

/// Reads `ID.ACTION`.
fn read(text: &str) -> Option<(TournamentId, Action)> {
    let (id, action) = text.split_once('.')?;
    let id = id.parse().ok().filter(|number: &u64| number.to_string() == id)?;
    let action = match action {
        "more" => Action::More,
        "offer" => Action::Offer,
        "unjoin" => Action::Unjoin,
        "sure-leave" => Action::Sure(Command::Leave),
        "sure-stop" => Action::Sure(Command::Stop),
        "join" => Action::Ask(Command::Join),
        "leave" => Action::Ask(Command::Leave),
        "start" => Action::Ask(Command::Start),
        "pause" => Action::Ask(Command::Pause),
        "resume" => Action::Ask(Command::Resume),
        "stop" => Action::Ask(Command::Stop),
        _ => Action::Ask(Command::TakeOver(action.strip_prefix("take-")?.parse().ok()?)),
    };
    Some((TournamentId(id), action))
}

fn refused(refusal: TournamentRefusal) -> Sentence<'static> {
    match refusal {
        TournamentRefusal::Over => Sentence::Over,
        TournamentRefusal::Full => Sentence::Full,
        TournamentRefusal::Begun => Sentence::Begun,
        TournamentRefusal::NotBegun => Sentence::NotBegun,
        TournamentRefusal::Joined => Sentence::Joined,
        TournamentRefusal::NotJoined => Sentence::NotJoined,
        TournamentRefusal::NotYours => Sentence::NotYours,
        TournamentRefusal::TooFew => Sentence::TooFew,
        TournamentRefusal::NotOffered => Sentence::NotOffered,
    }
}

/// The terms of the options; `None` if they make no sense.
fn terms(
    ctx: &Ctx<'_>,
    options: &CommandOptions,
    settings: &ServerSettings,
    pace: TimeControl,
) -> Option<TournamentTerms> {
    let number = |name, usual: u8| match options.get(name) {
        Some(OptionValue::Integer(number)) => u8::try_from(*number).unwrap_or(usual),
        _ => usual,
    };
    let format = match options.text(FORMAT) {
        Some(KNOCKOUT) => Format::Knockout,
        _ => Format::RoundRobin,
    };
    let hours = SignedDuration::from_hours(number(HOURS, USUAL_HOURS).into());
    Some(TournamentTerms {
        kind: options.text(GAME.name)?.parse().ok()?,
        format,
        pace,
        is_rated: options.text("rated").map_or(!settings.is_friendly, |rated| rated != "no"),
        venue: match options.text("where") {
            // A thread has no threads.
            Some("thread") if has_threads(&ctx.request.origin) => Venue::Thread,
            Some(_) => Venue::Here,
            None => usual_venue(ctx, settings),
        },
        most: usize::from(number(MOST, USUAL_MOST)).clamp(*PLAYERS.start(), *PLAYERS.end()),
        starts_at: ctx.service().clock().now().saturating_add(hours).ok()?,
        round_days: number(DAYS, USUAL_DAYS).clamp(1, DAYS_MAX),
    })
}

/// The default venue: the one that the server chose, else a thread where possible.
fn usual_venue(ctx: &Ctx<'_>, settings: &ServerSettings) -> Venue {
    let origin = &ctx.request.origin;
    let is_wished = !settings.venue_asked || settings.venue == Venue::Thread;
    let can_be = has_threads(origin) && missing(origin, Venue::Thread).is_empty();
    if is_wished && can_be { Venue::Thread } else { Venue::Here }
}

fn public_language(settings: &ServerSettings) -> Option<Language> {
    settings.public_language().and_then(|tag| tag.parse().ok())
}

async fn names_of(
    ctx: &Ctx<'_>,
    tournament: &Tournament,
) -> Result<HashMap<PlayerId, String>, ServiceError> {
    let players = tournament.entrants.iter().filter_map(|entrant| entrant.player).collect();
    let profiles = ctx.service().store().profiles(players).await?;
    let name = |profile: &Profile| profile.name_on(ctx.request.origin.guild).to_owned();
    Ok(profiles.into_iter().map(|(player, profile)| (player, name(&profile))).collect())
}

/// The tournaments of a server that are under way.
async fn list(ctx: &Ctx<'_>, server: GuildId) -> Answer {
    let all = ctx.service().store().tournaments(server).await?;
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    for tournament in all.all.iter().filter(|tournament| !tournament.is_over()) {
        let names = HashMap::new();
        let view = TournamentView { tournament, names: &names, language: ctx.language() };
        let message = tournament.shown.table.or(tournament.shown.invitation);
        let link = match message {
            Some(message) => message_link(Some(server), tournament.channel, message),
            None => format!("<#{}>", tournament.channel.0),
        };
        lines.push(format!("{} · {link}", view.title()));
        buttons.push(Button {
            control: control(tournament.id, "more"),
            label: format!("{}…", view.thread_name()),
            style: ButtonStyle::Secondary,
            glyph: None,
        });
    }
    if lines.is_empty() {
        return Ok(ctx.ephemeral(&Sentence::None));
    }
    Ok(Reply::Private(Message { rows: in_rows(&buttons), ..Message::of(lines.join("\n")) }))
}

/// Whether a player has blocked the caller, or is blocked by them.
async fn meets_blocked(ctx: &Ctx<'_>, tournament: &Tournament) -> Result<bool, ServiceError> {
    let (store, caller) = (ctx.service().store(), ctx.caller.id);
    let there =
        tournament.entrants.iter().filter(|entrant| !entrant.has_left && !entrant.is_offered);
    for player in there.filter_map(|entrant| entrant.player) {
        if store.has_blocked(player, caller).await? || store.has_blocked(caller, player).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The panel: buttons for the organizer, and those of a player.
async fn panel(ctx: &Ctx<'_>, tournament: &Tournament, page: usize) -> Answer {
    if tournament.is_over() {
        return Ok(ctx.ephemeral(&Sentence::Over));
    }
    let language = ctx.language();
    let runs_it =
        tournament.made_by == Some(ctx.caller.id) || ctx.request.origin.is_asked_by_moderator();
    let button = |action, label: Label, style| {
        labelled(control(tournament.id, action), &label, style, language)
    };
    let mut buttons = Vec::new();
    if runs_it && !tournament.has_begun() {
        buttons.push(button("start", Label::Start, ButtonStyle::Primary));
    }
    if runs_it && tournament.has_begun() {
        buttons.push(match tournament.paused_since {
            None => button("pause", Label::Pause, ButtonStyle::Secondary),
            Some(_) => button("resume", Label::Resume, ButtonStyle::Primary),
        });
    }
    if runs_it {
        buttons.push(button("sure-stop", Label::Stop, ButtonStyle::Danger));
    }
    if tournament.has_begun() && tournament.plays(ctx.caller.id) {
        buttons.push(button("sure-leave", Label::Leave, ButtonStyle::Danger));
    }
    if !tournament.has_begun() && !tournament.plays(ctx.caller.id) {
        buttons.push(join_button(tournament.id, language));
    }
    let mut rows = in_rows(&buttons);
    if runs_it && tournament.has_begun() {
        rows.extend(offer_menu(ctx, tournament, page).await?);
    }
    let names = HashMap::new();
    let view = TournamentView { tournament, names: &names, language };
    let mut lines = vec![view.title(), view.rules()];
    lines.extend(own_games(ctx, tournament).await?);
    let message = Message { rows, ..Message::of(lines.join("\n")) };
    let is_own = matches!(ctx.request.origin.message, Some((_, true)));
    Ok(if is_own { Reply::Change(message) } else { Reply::Private(message) })
}

/// The caller’s games that are under way, each with a link.
async fn own_games(ctx: &Ctx<'_>, tournament: &Tournament) -> Result<Vec<String>, ServiceError> {
    let open = tournament.games().filter(|game| game.result == GameResult::Open);
    let mut tables = ctx.service().load_all(open.map(|game| game.table).collect()).await?;
    tables.retain(|(_, stored)| ctx.is_player(stored));
    let mut lines = Vec::new();
    for (id, stored) in tables.iter().take(GAMES_LISTED) {
        lines.push(format!("- {}", titles::heading(ctx.bot, *id, stored, ctx.language()).await));
    }
    Ok(lines)
}

/// Asks a player to confirm dropping out, or the organizer to confirm the end.
fn ask_whether(ctx: &Ctx<'_>, id: TournamentId, command: Command) -> Reply {
    let (sentence, action, label) = match command {
        Command::Stop => (Sentence::SureStop, "stop", Label::Stop),
        _ => (Sentence::SureLeave, "leave", Label::Leave),
    };
    let button = labelled(control(id, action), &label, ButtonStyle::Danger, ctx.language());
    Reply::Change(Message::of(ctx.say(&sentence)).with_buttons(vec![button]))
}

/// The menu of players whose places can be offered to others.
async fn offer_menu(
    ctx: &Ctx<'_>,
    tournament: &Tournament,
    page: usize,
) -> Result<Option<ComponentRow>, ServiceError> {
    let names = names_of(ctx, tournament).await?;
    let places = (0_usize..).zip(&tournament.entrants);
    let there = places.filter(|(_, entrant)| !entrant.has_left && !entrant.is_offered);
    let choice = |(number, player): (usize, PlayerId)| Choice {
        label: shown_name(names.get(&player).map(String::as_str)),
        value: number.to_string(),
    };
    let choices: Vec<Choice> =
        there.filter_map(|(number, entrant)| Some((number, entrant.player?))).map(choice).collect();
    let control = control(tournament.id, "offer");
    Ok(menu(control, &Label::Offer, &choices, page, ctx.language()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_back_and_nothing_else_is_one() {
        let id = TournamentId(u64::MAX);
        for action in [
            "more",
            "offer",
            "join",
            "unjoin",
            "sure-stop",
            "sure-leave",
            "leave",
            "start",
            "pause",
            "resume",
            "stop",
            "take-3",
        ] {
            let text = control(id, action).to_string();
            let (read, _) = read(text.strip_prefix("tournament:").unwrap()).unwrap();
            assert_eq!(read, id, "{action}");
        }
        for text in ["", "7", "7.", "7.win", "7.take-", "7.take-x", "07.join", "x.join"] {
            assert_eq!(read(text), None, "{text:?}");
        }
    }
}
