//! `/play`: challenges, and the answers to them.

use super::command::{Pressed, SlashCommand};
use super::named_people::{absent_opponent, note_opponent};
use super::open_challenges::rating_of;
use super::rules::GAME;
use super::server::{StartRefusal, asks_venue, start_refusal};
use super::time_option::{self, TIME};
use crate::discord::api::ApiError;
use crate::discord::shared::context::{Announced, Ctx, request_context};
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::{
    CommandOptions, OPPONENT, Opponent, OptionValue, Origin,
};
use crate::discord::shared::needed_permissions::has_threads;
use crate::discord::shared::{
    channel_access, guilds, names_once, private_copy, shared_preferences, titles,
};
use crate::discord::view::buttons::{ACCEPT, CANCEL, COMPUTER, DECLINE, REMATCH, REMATCH_AT};
use crate::discord::view::custom_id::{Control, CustomIdForm};
use crate::discord::view::message::Message;
use crate::discord::view::player_name::escaped;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::sight::Sight;
use crate::discord::view::table_view::{self, events_text};
use crate::discord::view::visibility::Visibility;
use crate::service::{
    Committed, ErrorChain, Listing, Profile, ServerSettings, ServiceError, StoredTable,
};
use kradan_i18n::{self as i18n, Language, TITLE_MAX, sentences};
use kradan_ratings::Rating;
use kradan_rules::{GameKind, Side, cut};
use kradan_table::{
    Asked, Below, ChallengeTerms, ChannelId, Command, Level, MessageId, Pictures, TableId,
    TimeControl, Venue,
};

pub(super) const LEVEL: &str = "level";

const LEVELS: [&str; Level::MAX.number() as usize] =
    ["level-1", "level-2", "level-3", "level-4", "level-5", "level-6", "level-7", "level-8"];
/// The value of `rated` for a game against somebody of a similar rating.
const SIMILAR: &str = "similar";

/// The options for games between people; one against the computer has no clocks and is not rated.
const OF_PEOPLE: [&str; 4] = [TIME.name, "holidays", "weekends", "rated"];

sentences! {
    /// What `/play` answers.
    enum Sentence<'a> {
        /// The game goes on in a thread.
        GameInThread {
            thread: &'a str,
        } => "line-game-in-thread",
        /// The name of a game's thread: plain text, to be cut by [`thread_name`].
        ThreadName {
            kind: GameKind,
            /// The first side's player.
            first: &'a str,
            /// The second side's player.
            second: &'a str,
        } => "line-thread-name",
        /// A level is one of the computer, and somebody else was challenged.
        LevelOfPerson => "line-level-of-person",
        /// An option is of no use in a game against the computer.
        NotAgainstComputer {
            option: &'a str,
        } => "line-not-against-computer",
        /// Nobody plays against themselves.
        CannotChallengeSelf => "line-cannot-challenge-self",
        /// Other bots do not play.
        CannotChallengeBot => "line-cannot-challenge-bot",
        /// Who is challenged is not in the server.
        NotInServer {
            name: &'a str,
        } => "line-not-in-server",
        /// Who is challenged is not in the conversation.
        NotInConversation {
            name: &'a str,
        } => "line-not-in-conversation",
        /// Who is challenged cannot see the channel.
        CannotSeeChannel {
            name: &'a str,
            channel: &'a str,
        } => "line-cannot-see-channel",
        /// The challenge is for players whose rating is similar to the challenger's.
        NotSimilar {
            least: &'a str,
            most: &'a str,
        } => "line-not-similar",
        /// A challenge in a conversation that nobody else can see.
        NobodyElseHere => "line-nobody-else-here",
        /// The server has games in other channels.
        StartElsewhere {
            channels: &'a str,
        } => "line-start-elsewhere",
        /// In the server only a role starts games.
        StartByRole {
            role: &'a str,
        } => "line-start-by-role",
    }

    /// The command of a game in the menu of a person, in at most 32 characters.
    enum InMenu {
        Play {
            kind: GameKind,
        } => "label-play-in-menu",
    }
}

pub(super) struct PlayCommand;

impl SlashCommand for PlayCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "play",
        options: &[
            GAME,
            OptionDefinition::optional(OPPONENT, OptionKind::User),
            OptionDefinition::optional(LEVEL, OptionKind::Numbered(&LEVELS)),
            OptionDefinition::optional("side", OptionKind::Choice(&["first", "second"])),
            TIME,
            OptionDefinition::optional("holidays", OptionKind::Choice(&["count", "ignore"])),
            OptionDefinition::optional("weekends", OptionKind::Choice(&["run", "off"])),
            OptionDefinition::optional("rated", OptionKind::Choice(&["yes", SIMILAR, "no"])),
            OptionDefinition::optional("where", OptionKind::Choice(&["here", "thread"])),
            OptionDefinition::optional("pictures", OptionKind::Choice(&["newest", "all"])),
            OptionDefinition::optional(
                "below",
                OptionKind::Choice(&["mover", "beginner", "other"]),
            ),
        ],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[
        Control::new(ACCEPT, CustomIdForm::Table, Visibility::Public),
        Control::new(DECLINE, CustomIdForm::Table, Visibility::Public),
        Control::new(CANCEL, CustomIdForm::Table, Visibility::Public),
        Control::new(REMATCH, CustomIdForm::Table, Visibility::Public),
        Control::new(REMATCH_AT, CustomIdForm::TableText(is_level), Visibility::Public),
        Control::new(COMPUTER, CustomIdForm::Table, Visibility::Public),
    ];

    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let opponent = options.user(OPPONENT);
        let settings = guilds::settings(ctx.bot, ctx.request.origin.guild).await;
        if let Some(why) = start_refused(ctx, &settings, &ctx.request.origin) {
            return Ok(Reply::Private(Message::of(why)));
        }
        let computer = match wished_computer(ctx, options) {
            Ok(computer) => computer,
            Err(reply) => return Ok(reply),
        };
        let Some(time) = time_option::read(options) else { return Ok(time_option::refuse(ctx)) };
        let Some(terms) = terms(options, &settings, &ctx.caller.person, time) else {
            return Ok(ctx.unknown());
        };
        if let Some(opponent) = opponent.filter(|_| computer.is_none())
            && let Some(reply) = unfit_opponent(ctx, opponent)
        {
            return Ok(reply);
        }
        let origin = &ctx.request.origin;
        if computer.is_none() && origin.guild.is_none() && origin.is_member {
            return Ok(ctx.ephemeral(&Sentence::NobodyElseHere));
        }
        if let Some(reply) = ctx.missing_permissions(terms.setting) {
            return Ok(reply);
        }
        let request = request_context(ctx.request, Announced::InResponse);
        if let Some(level) = computer {
            return play_computer(ctx, level, terms).await;
        }
        let committed = ctx.service().challenge(&request, terms, origin.channel).await?;
        // A refused challenge leaves nothing behind, and calls nobody.
        if let Some(opponent) = opponent {
            note_opponent(ctx, committed.id, opponent).await;
        }
        if asks_venue(ctx, &settings) && has_finished_game(ctx).await {
            ctx.bot.venue_questions.note(ctx.request.interaction);
        }
        Ok(Reply::Announcement(Box::new(committed)))
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
        match pressed.word {
            DECLINE => pressed.command(ctx, Command::Decline).await,
            CANCEL => pressed.command(ctx, Command::Cancel).await,
            COMPUTER => {
                let (id, stored) = pressed.table(ctx).await?;
                computer_instead(ctx, id, &stored).await
            }
            REMATCH | REMATCH_AT => {
                let (id, stored) = pressed.table(ctx).await?;
                let refused = match absent_opponent(ctx, id, &stored).await {
                    Some((name, sight)) => out_of_sight(ctx, &name, sight),
                    None => rematch_refused(ctx, id, &stored).await,
                };
                match refused {
                    Some(why) => Ok(Reply::Private(Message::of(why))),
                    None => rematch(ctx, id, &stored, level(pressed.parts.text)).await,
                }
            }
            ACCEPT => {
                let (id, stored) = pressed.table(ctx).await?;
                accept(ctx, id, &stored).await
            }
            _ => Ok(ctx.unknown()),
        }
    }
}

/// The command of a game in the menu of a person, who is challenged to it: `Play Makruk`.
pub(super) fn name_in_menu(kind: GameKind, language: Language) -> String {
    i18n::say(&InMenu::Play { kind }, language)
}

/// The game of a command in the menu of a person.
pub(super) fn game_in_menu(name: &str) -> Option<GameKind> {
    GameKind::ALL.into_iter().find(|kind| name_in_menu(*kind, Language::English) == name)
}

/// The level of a custom id.
fn level(text: &str) -> Option<Level> {
    let number = text.parse::<u8>().ok().filter(|number| number.to_string() == text)?;
    Level::new(number)
}

fn is_level(text: &str) -> bool {
    level(text).is_some()
}

/// The terms of a challenge, with the settings of the server as defaults; `None` if the options
/// make no sense.
fn terms(
    options: &CommandOptions,
    settings: &ServerSettings,
    challenger: &Profile,
    pace: TimeControl,
) -> Option<ChallengeTerms> {
    let kind = options.text(GAME.name)?.parse().ok()?;
    let is_for_similar = options.text("rated") == Some(SIMILAR);
    let asked = if is_for_similar { Asked::Similar } else { Asked::Anybody };
    let known = challenger.ratings.of.get(&kind).copied().filter(|rating| rating.games > 0);
    // Players who hide from lists show their rating only where the challenge needs it.
    let rating = match known.filter(|_| !challenger.is_unlisted) {
        None if is_for_similar => Some(known.unwrap_or(Rating::NEW)),
        rating => rating,
    };
    Some(ChallengeTerms {
        kind,
        rating,
        asked,
        opponent: options.user(OPPONENT).map(|opponent| opponent.id),
        side: match options.text("side") {
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(_) | None => None,
        },
        setting: match options.text("where") {
            Some("thread") => Venue::Thread,
            Some(_) => Venue::Here,
            None => settings.venue,
        },
        pace,
        no_holidays: options.text("holidays") == Some("ignore"),
        weekends_off: options.text("weekends") == Some("off"),
        is_rated: options.text("rated").map_or(!settings.is_friendly, |rated| rated != "no"),
        pictures: match options.text("pictures") {
            Some("newest") => Some(Pictures::Newest),
            Some("all") => Some(Pictures::All),
            Some(_) | None => None,
        },
        below: match options.text("below") {
            Some("mover") => Some(Below::Mover),
            Some("beginner") => Some(Below::First),
            Some("other") => Some(Below::Second),
            Some(_) | None => None,
        },
    })
}

/// The refusal where the server's settings do not let the caller start a game here.
pub(super) fn start_refused(
    ctx: &Ctx<'_>,
    settings: &ServerSettings,
    origin: &Origin,
) -> Option<String> {
    Some(match start_refusal(settings, origin)? {
        StartRefusal::Elsewhere(channels) => {
            ctx.say(&Sentence::StartElsewhere { channels: &channels })
        }
        StartRefusal::ByRole(role) => ctx.say(&Sentence::StartByRole { role: &role }),
    })
}

/// The refusal where the server's settings do not let the caller have a rematch in the channel of
/// the game. The button may be on a copy of the last board elsewhere.
async fn rematch_refused(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Option<String> {
    let (origin, channel) = (&ctx.request.origin, stored.table.channel());
    if origin.channel == channel || !ctx.is_player(stored) {
        let settings = guilds::settings(ctx.bot, origin.guild).await;
        return start_refused(ctx, &settings, origin);
    }
    let board = ctx.service().store().posted_board(id).await.ok().flatten();
    let of_board = board.filter(|board| board.channel == channel).and_then(|board| board.guild);
    let guild = ctx.bot.guilds.of(channel).or(of_board);
    let settings = guilds::settings(ctx.bot, guild).await;
    let is_same = guild.is_some() && guild == origin.guild;
    let mut there = Origin { channel, guild, parent: None, ..origin.clone() };
    if !is_same {
        // What the caller may do in another server is not known here.
        (there.user_permissions, there.user_roles) = (None, Vec::new());
    }
    if !settings.channels.is_empty() && !settings.channels.contains(&channel) {
        there.parent = ctx.bot.api.parent_of(channel).await.ok().flatten();
    }
    start_refused(ctx, &settings, &there)
}

/// The computer that is challenged: by its level, or by challenging the bot.
fn wished_computer(ctx: &Ctx<'_>, options: &CommandOptions) -> Result<Option<Level>, Reply> {
    let level = match options.get(LEVEL) {
        Some(OptionValue::Integer(number)) => u8::try_from(*number).ok().and_then(Level::new),
        _ => None,
    };
    let computer = match options.user(OPPONENT) {
        None => level,
        Some(opponent) if opponent.id.0 == ctx.request.application.0 => {
            Some(level.unwrap_or(Level::DEFAULT))
        }
        Some(_) if level.is_some() => return Err(ctx.ephemeral(&Sentence::LevelOfPerson)),
        Some(_) => None,
    };
    let useless = OF_PEOPLE.into_iter().find(|option| options.get(option).is_some());
    match useless.filter(|_| computer.is_some()) {
        Some(option) => Err(ctx.ephemeral(&Sentence::NotAgainstComputer { option })),
        None => Ok(computer),
    }
}

/// The refusal of an opponent who cannot be challenged here.
fn unfit_opponent(ctx: &Ctx<'_>, opponent: &Opponent) -> Option<Reply> {
    let line = if opponent.is_bot {
        Sentence::CannotChallengeBot
    } else if opponent.id == ctx.caller.id {
        Sentence::CannotChallengeSelf
    } else {
        return out_of_sight(ctx, &opponent.name, opponent.sight)
            .map(|why| Reply::Private(Message::of(why)));
    };
    Some(ctx.ephemeral(&line))
}

/// The refusal of an opponent who cannot see the game.
fn out_of_sight(ctx: &Ctx<'_>, name: &str, sight: Sight) -> Option<String> {
    let name = &escaped(name);
    let channel = &format!("<#{}>", ctx.request.origin.channel.0);
    Some(ctx.say(&match sight {
        Sight::Sees | Sight::Unknown => return None,
        Sight::NotInServer => Sentence::NotInServer { name },
        Sight::NotInConversation => Sentence::NotInConversation { name },
        Sight::CannotSee => Sentence::CannotSeeChannel { name, channel },
    }))
}

/// Accepts a challenge. The thread is opened first: if the bot ends in between, the challenge still
/// stands, and leads to the same thread.
async fn accept(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Answer {
    if let Some(similar) = stored.table.similar_ratings()
        && !similar.contains(&rating_of(&ctx.caller.person, &stored.table))
    {
        let [least, most] = [similar.start(), similar.end()].map(i32::to_string);
        return Ok(ctx.ephemeral(&Sentence::NotSimilar { least: &least, most: &most }));
    }
    let themes = shared_preferences::both_themes(ctx.bot, &stored.table, ctx.caller.id).await;
    let (one, other) =
        (stored.table.challenged().map(|(challenger, _)| challenger), &ctx.request.user.name);
    let one = match one {
        Some(challenger) => {
            titles::player_name(ctx.bot, challenger, ctx.request.origin.guild).await
        }
        None => String::new(),
    };
    let Some(thread) = thread_for(ctx, id, stored, &Command::Accept, (&one, other)).await else {
        return ctx.command(id, stored, &Command::Accept.themed(themes)).await;
    };
    let request = request_context(ctx.request, Announced::InMessage);
    let accept = Command::AcceptIn(thread).themed(themes);
    let committed = ctx.service().ask(&request, id, &accept).await?;
    Ok(begun_in_thread(ctx, &committed, stored.table.channel(), thread).await)
}

/// Plays the computer instead of waiting for somebody to accept the caller's challenge.
async fn computer_instead(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Answer {
    let level = Level::DEFAULT;
    let themes = shared_preferences::own_theme(ctx.bot, ctx.caller.id).await;
    let play = Command::PlayComputer(level);
    let computer = table_view::computer_name(level, ctx.language());
    let names = (ctx.request.user.name.as_str(), computer.as_str());
    let Some(thread) = thread_for(ctx, id, stored, &play, names).await else {
        return ctx.command(id, stored, &play.themed(themes)).await;
    };
    let request = request_context(ctx.request, Announced::InMessage);
    let play = Command::PlayComputerIn(level, thread).themed(themes);
    let committed = ctx.service().ask(&request, id, &play).await?;
    Ok(begun_in_thread(ctx, &committed, stored.table.channel(), thread).await)
}

/// Whether the channel has a finished game. A store error counts as no.
async fn has_finished_game(ctx: &Ctx<'_>) -> bool {
    let channel = ctx.request.origin.channel;
    let over = ctx.service().tables_in_channel(channel, Listing::Over, 1).await;
    over.is_ok_and(|over| !over.is_empty())
}

/// Begins a game against the computer, in a thread if one is asked for and possible.
async fn play_computer(ctx: &Ctx<'_>, level: Level, terms: ChallengeTerms) -> Answer {
    let themes = shared_preferences::own_theme(ctx.bot, ctx.caller.id).await;
    let (service, channel) = (ctx.service(), ctx.request.origin.channel);
    let Some(thread) = new_thread_for(ctx, level, &terms).await else {
        let request = request_context(ctx.request, Announced::InResponse);
        let terms = ChallengeTerms { setting: Venue::Here, ..terms };
        let played = service.play_computer(&request, level, terms, &themes, channel).await?;
        return Ok(Reply::Announcement(Box::new(played)));
    };
    let request = request_context(ctx.request, Announced::InMessage);
    let played = service.play_computer(&request, level, terms, &themes, thread).await?;
    Ok(begun_in_thread(ctx, &played, channel, thread).await)
}

/// Opens the thread for a new game against the computer. A repeated interaction opens no second
/// one.
async fn new_thread_for(ctx: &Ctx<'_>, level: Level, terms: &ChallengeTerms) -> Option<ChannelId> {
    let is_wished = terms.setting == Venue::Thread && has_threads(&ctx.request.origin);
    let (service, caller) = (ctx.service(), ctx.caller);
    if !is_wished
        || ctx.is_carried_out().await.unwrap_or(true)
        || !service.has_room_for_game(caller.id).await.unwrap_or(false)
    {
        return None;
    }
    let (kind, language) = (terms.kind, ctx.language());
    let (person, computer) = (&ctx.request.user.name, &table_view::computer_name(level, language));
    let name = match terms.side {
        Some(Side::Second) => Sentence::ThreadName { kind, first: computer, second: person },
        Some(Side::First) | None => Sentence::ThreadName { kind, first: person, second: computer },
    };
    let (origin, name) = (&ctx.request.origin, thread_name(&name, language));
    let opened = ctx.bot.api.open_new_thread(origin.channel, origin.kind, &name).await;
    let log_failure = |error: &ApiError| {
        tracing::warn!(error = %ErrorChain(error), "thread not opened");
    };
    opened.inspect_err(log_failure).ok()
}

/// Links to the thread of a new game in the channel of its challenge.
async fn begun_in_thread(
    ctx: &Ctx<'_>,
    committed: &Committed,
    channel: ChannelId,
    thread: ChannelId,
) -> Reply {
    let (id, table) = (committed.id, &committed.stored.table);
    let is_here = channel == ctx.request.origin.channel;
    let guild = if is_here { ctx.request.origin.guild } else { ctx.bot.guilds.of(channel) };
    if let Some(guild) = guild {
        ctx.bot.guilds.add(thread, Some(guild));
    }
    if let Err(error) = channel_access::watch_thread(ctx.service(), thread).await {
        tracing::error!(error = %ErrorChain(&error), table = %id.0, "thread not watched");
    }
    for player in table.players() {
        // A reader of a channel reads the public threads below it.
        if let Err(error) = ctx.service().store().add_reader(player, thread).await {
            tracing::error!(error = %ErrorChain(&error), table = %id.0, "channel reader not stored");
        }
    }
    let language = if is_here {
        shared_preferences::in_channel(ctx.bot, id, table, channel, None).await.language
    } else {
        ctx.language()
    };
    let begun =
        names_once::in_text(ctx.bot, table, events_text(table, &committed.events, language)).await;
    let thread = format!("<#{}>", thread.0);
    let goes_on = i18n::say(&Sentence::GameInThread { thread: &thread }, language);
    let message = Message::of(format!("{begun}\n{goes_on}"));
    if is_here { Reply::Public(message) } else { Reply::Private(message) }
}

/// Opens the thread for a game that is about to begin, if one is asked for and possible. The names
/// are those of the challenger and the opponent.
async fn thread_for(
    ctx: &Ctx<'_>,
    id: TableId,
    stored: &StoredTable,
    begin: &Command,
    (one, other): (&str, &str),
) -> Option<ChannelId> {
    let origin = &ctx.request.origin;
    let challenge = public_challenge(ctx, id, stored).await?;
    let now = ctx.service().clock().moment();
    let may_begin = stored.table.clone().apply(ctx.caller.id, begin, now).is_ok()
        && ctx.service().has_room(&stored.table, ctx.caller.id, begin).await.unwrap_or(true);
    let is_wished = stored.table.setting() == Some(Venue::Thread);
    if !(is_wished && may_begin) {
        return None;
    }
    let channel = stored.table.channel();
    let has_threads = if ctx.is_here(stored) {
        has_threads(origin)
    } else {
        // Where Discord does not say, a thread is tried.
        ctx.bot.api.has_threads(channel).await.unwrap_or(true)
    };
    if !has_threads {
        return None;
    }
    let kind = stored.table.game().kind();
    let name = match stored.table.requested_side() {
        Some(Side::Second) => Sentence::ThreadName { kind, first: other, second: one },
        Some(Side::First) | None => Sentence::ThreadName { kind, first: one, second: other },
    };
    let by = Some(ctx.caller.id);
    let shared = shared_preferences::in_channel(ctx.bot, id, &stored.table, channel, by).await;
    let (api, name) = (&ctx.bot.api, thread_name(&name, shared.language));
    let opened = match api.open_thread(channel, challenge, &name).await {
        // The first request may have opened it; a second one then finds it.
        Err(ApiError::Unsure(_)) => api.open_thread(channel, challenge, &name).await,
        other => other,
    };
    opened
        .inspect_err(|error| {
            let error = ErrorChain(error);
            tracing::warn!(%error, table = %id.0, "thread not opened");
        })
        .ok()
}

/// The public message of a challenge: the one whose button was used, unless that is a private copy.
async fn public_challenge(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Option<MessageId> {
    let (pressed, is_private) = ctx.request.origin.message?;
    if !is_private && ctx.is_here(stored) {
        return Some(pressed);
    }
    let board = ctx.service().store().posted_board(id).await.ok().flatten()?;
    (board.channel == stored.table.channel()).then_some(board.message)
}

/// The name of a thread, cut to the characters that it may have.
fn thread_name(name: &Sentence<'_>, language: Language) -> String {
    cut(&i18n::say(name, language), TITLE_MAX - 1)
}

/// Asks for a rematch, or begins one at another level of the computer.
async fn rematch(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable, level: Option<Level>) -> Answer {
    let is_here = ctx.is_here(stored);
    let announced = if is_here { Announced::InResponse } else { Announced::InMessage };
    let request = request_context(ctx.request, announced);
    let committed = match ctx.service().rematch(&request, id, level).await {
        // The other player was faster: both want it.
        Err(ServiceError::RematchStands { id, stored })
            if stored.table.challenged().and_then(|(_, challenged)| challenged)
                == Some(ctx.caller.id) =>
        {
            return accept(ctx, id, &stored).await;
        }
        // This is a second click: the caller sees the challenge.
        Err(ServiceError::RematchStands { id, stored }) => {
            return Ok(Reply::Private(
                private_copy::message(ctx.bot, ctx.caller, id, &stored).await,
            ));
        }
        other => other?,
    };
    if is_here {
        return Ok(Reply::Announcement(Box::new(committed)));
    }
    Ok(ctx.announced_elsewhere(&committed, stored).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_menus_fit_and_differ() {
        for language in Language::ALL {
            let mut names = GameKind::ALL.map(|kind| name_in_menu(kind, language)).to_vec();
            assert!(names.iter().all(|name| (1..=32).contains(&name.chars().count())), "{names:?}");
            names.sort();
            names.dedup();
            assert_eq!(names.len(), GameKind::ALL.len());
        }
        assert_eq!(game_in_menu("Play Makruk"), Some(GameKind::Makruk));
        assert_eq!(game_in_menu("play"), None);
    }

    #[test]
    fn names_of_threads_fit() {
        for name in ["𝄞".repeat(32), "x".repeat(80)] {
            for language in Language::ALL {
                for kind in GameKind::ALL {
                    let thread = Sentence::ThreadName { kind, first: &name, second: &name };
                    assert!(thread_name(&thread, language).chars().count() <= TITLE_MAX);
                }
            }
        }
    }
}
