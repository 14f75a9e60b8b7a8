//! `/play`: challenges, and the answers to them.

use serenity::all::Permissions;

use super::command::{Pressed, SlashCommand};
use crate::discord::api::ApiError;
use crate::discord::context::{Announced, Ctx, events_text, request_context};
use crate::discord::controls::labelled;
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::interaction::{CommandOptions, Opponent, OptionValue, Origin, Sight};
use crate::discord::message::{Button, ButtonStyle, Message};
use crate::discord::player_name::escaped;
use crate::discord::reply::{Answer, Reply};
use crate::discord::visibility::Visibility;
use crate::i18n::{self, Language, Line, Permission, TITLE_MAX, sentences};
use crate::rules::{GameKind, Side, cut};
use crate::service::{ControlMessage, ErrorChain, Profile, ServiceError, Store, StoredTable};
use crate::table::{ChallengeTerms, ChannelId, Command, Table, TableId, TimeControl, Venue};

const ACCEPT: &str = "accept";
const DECLINE: &str = "decline";
/// Withdraws one's own challenge.
const CANCEL: &str = "cancel";
const REMATCH: &str = "rematch";

/// The option by which a command names a game.
pub(super) const GAME: OptionDefinition =
    OptionDefinition::required("game", OptionKind::Choice(&GameKind::NAMES));

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
        /// There is no computer opponent.
        NoEngine => "line-no-engine",
        /// Nobody plays against themselves.
        CannotChallengeSelf => "line-cannot-challenge-self",
        /// Other bots do not play.
        CannotChallengeBot => "line-cannot-challenge-bot",
        /// Who is challenged is not in the server.
        NotInServer {
            name: &'a str,
        } => "line-not-in-server",
        /// Who is challenged cannot see the channel.
        CannotSeeChannel {
            name: &'a str,
            channel: &'a str,
        } => "line-cannot-see-channel",
        /// A challenge in a conversation that nobody else can see.
        NobodyElseHere => "line-nobody-else-here",
    }

    /// What stands on the buttons.
    enum Label {
        /// To accept a challenge.
        Accept => "label-accept",
        /// To decline a challenge.
        Decline => "label-decline",
        /// To withdraw one's own challenge.
        Cancel => "label-cancel",
        /// To challenge the same opponent again.
        Rematch => "label-rematch",
    }
}

pub(super) struct PlayCommand;

impl SlashCommand for PlayCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "play",
        options: &[
            GAME,
            OptionDefinition::optional("opponent", OptionKind::User),
            OptionDefinition::optional("side", OptionKind::Choice(&["first", "second"])),
            OptionDefinition::optional("days", OptionKind::Integer(1, TimeControl::DAYS_MAX)),
            OptionDefinition::optional("where", OptionKind::Choice(&["here", "thread"])),
        ],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[
        Control::new(ACCEPT, CustomIdForm::Table, Visibility::Public),
        Control::new(DECLINE, CustomIdForm::Table, Visibility::Public),
        Control::new(CANCEL, CustomIdForm::Table, Visibility::Public),
        Control::new(REMATCH, CustomIdForm::Table, Visibility::Public),
    ];

    async fn run<S: Store>(ctx: &Ctx<'_, S>, options: &CommandOptions) -> Answer {
        let opponent = options.user("opponent");
        let Some(terms) = terms(options) else { return Ok(ctx.unknown()) };
        if let Some(opponent) = opponent {
            if let Some(reply) = unfit_opponent(ctx, opponent) {
                return Ok(reply);
            }
            know(ctx, opponent).await?;
        }
        let origin = &ctx.request.origin;
        if origin.guild.is_none() && origin.is_member {
            return Ok(ctx.ephemeral(&Sentence::NobodyElseHere));
        }
        if let Some(reply) = missing_permissions(ctx, terms.setting) {
            return Ok(reply);
        }
        let request = request_context(ctx.request, Announced::ByAnswer);
        let committed = ctx.service().challenge(&request, terms, origin.place).await?;
        // A player who is challenged in a channel reads it; a refused challenge called nobody.
        if let Some(opponent) = opponent.filter(|it| it.sight == Sight::Sees)
            && let Err(error) = ctx.bot.note_reader(opponent.id, origin.place).await
        {
            let error = ErrorChain(&error);
            tracing::error!(%error, table = committed.id.0, "a reader is not noted");
        }
        Ok(Reply::Announcement(Box::new(committed)))
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        match pressed.word {
            DECLINE => pressed.command(ctx, Command::Decline).await,
            CANCEL => pressed.command(ctx, Command::Cancel).await,
            REMATCH => {
                let (id, row) = pressed.table(ctx).await?;
                rematch(ctx, id, &row).await
            }
            _ => {
                let (id, row) = pressed.table(ctx).await?;
                accept(ctx, id, &row).await
            }
        }
    }
}

/// The buttons below a challenge.
pub(in crate::discord) fn challenge_buttons(
    id: TableId,
    table: &Table,
    language: Language,
) -> Vec<Button> {
    let button =
        |word, label: Label, look| labelled(CustomId::new(word).table(id), &label, look, language);
    let accept = button(ACCEPT, Label::Accept, ButtonStyle::Yes);
    let decline = button(DECLINE, Label::Decline, ButtonStyle::Plain);
    let cancel = button(CANCEL, Label::Cancel, ButtonStyle::Plain);
    match table.challenged() {
        Some((_, Some(_))) => vec![accept, decline, cancel],
        Some((_, None)) => vec![accept, cancel],
        None => Vec::new(),
    }
}

/// The button below a game that is over.
pub(in crate::discord) fn rematch_button(id: TableId, language: Language) -> Button {
    labelled(CustomId::new(REMATCH).table(id), &Label::Rematch, ButtonStyle::Main, language)
}

/// The terms of a challenge; `None` if the options make no sense.
fn terms(options: &CommandOptions) -> Option<ChallengeTerms> {
    Some(ChallengeTerms {
        kind: options.text(GAME.name)?.parse().ok()?,
        opponent: options.user("opponent").map(|opponent| opponent.id),
        side: match options.text("side") {
            Some("first") => Some(Side::First),
            Some("second") => Some(Side::Second),
            Some(_) | None => None,
        },
        setting: match options.text("where") {
            Some("thread") => Venue::Thread,
            Some(_) | None => Venue::Here,
        },
        pace: match options.get("days") {
            Some(OptionValue::Integer(days)) => TimeControl::days(u8::try_from(*days).ok()?)?,
            Some(_) => return None,
            None => TimeControl::default(),
        },
    })
}

/// What is said about an opponent who cannot be challenged here.
fn unfit_opponent<S: Store>(ctx: &Ctx<'_, S>, opponent: &Opponent) -> Option<Reply> {
    let name = escaped(&opponent.name);
    let channel = format!("<#{}>", ctx.request.origin.place.0);
    let line = if opponent.id.0 == ctx.request.application.0 {
        Sentence::NoEngine
    } else if opponent.is_bot {
        Sentence::CannotChallengeBot
    } else if opponent.id == ctx.caller.id {
        Sentence::CannotChallengeSelf
    } else {
        match opponent.sight {
            Sight::Sees | Sight::Unknown => return None,
            Sight::NotInServer => Sentence::NotInServer { name: &name },
            Sight::CannotSee => Sentence::CannotSeeChannel { name: &name, channel: &channel },
        }
    };
    Some(ctx.ephemeral(&line))
}

/// Stores the name of a player who never asked for anything. They read the challenge in the
/// language of the server.
async fn know<S: Store>(ctx: &Ctx<'_, S>, opponent: &Opponent) -> Result<(), ServiceError> {
    let store = ctx.service().store();
    let known = store.profile(opponent.id).await?;
    if known.as_ref().is_some_and(|person| person.name == opponent.name) {
        return Ok(());
    }
    let (origin, asker) = (&ctx.request.origin, &ctx.request.asker);
    let locale = origin.locale.clone().unwrap_or_else(|| asker.locale.clone());
    let name = opponent.name.clone();
    let change = move |person: &mut Profile| {
        if person.locale.is_empty() {
            person.locale = locale;
        }
        person.name = name;
    };
    store.update_profile(opponent.id, change).await?;
    Ok(())
}

/// Accepts a challenge. The thread comes first, so that the game begins in it or does not begin: if
/// the bot ends in between, the challenge still stands, and leads to the same thread.
async fn accept<S: Store>(ctx: &Ctx<'_, S>, id: TableId, row: &StoredTable) -> Answer {
    let Some(thread) = thread_for(ctx, id, row).await else {
        return ctx.command(id, row, &Command::Accept).await;
    };
    let request = request_context(ctx.request, Announced::ByNotice);
    let committed = ctx.service().ask(&request, id, &Command::AcceptIn(thread)).await?;
    for player in committed.stored.table.players() {
        // A reader of a channel reads the public threads below it.
        if let Err(error) = ctx.bot.note_reader(player, thread).await {
            tracing::error!(error = %ErrorChain(&error), table = id.0, "a reader is not noted");
        }
    }
    if let Some((challenge, _)) = ctx.request.origin.message {
        let place = ctx.request.origin.place;
        ctx.bot.clean_up(id, vec![ControlMessage { channel: place, message: challenge }]).await;
    }
    let thread = format!("<#{}>", thread.0);
    let begun = events_text(&committed, ctx.caller);
    let text = format!("{begun}\n{}", ctx.say(&Sentence::GameInThread { thread: &thread }));
    Ok(Reply::Public(Message::of(text)))
}

/// The thread of a game that is about to begin, if one is wished for and can be opened.
async fn thread_for<S: Store>(
    ctx: &Ctx<'_, S>,
    id: TableId,
    row: &StoredTable,
) -> Option<ChannelId> {
    let origin = &ctx.request.origin;
    let (challenge, _) = origin.message?;
    let now = ctx.service().clock().moment();
    let may_begin = row.table.clone().apply(ctx.caller.id, &Command::Accept, now).is_ok()
        && ctx.service().has_room(&row.table, ctx.caller.id).await.unwrap_or(true);
    let is_wished = row.table.setting() == Some(Venue::Thread);
    if !(is_wished && may_begin && has_threads(origin)) {
        return None;
    }
    let challenger = row.table.challenged().map(|(challenger, _)| challenger)?;
    let kind = row.table.game().kind();
    let (one, other) = (ctx.bot.name(challenger).await, &ctx.caller.person.name);
    let name = match row.table.wished_side() {
        Some(Side::Second) => Sentence::ThreadName { kind, first: other, second: &one },
        Some(Side::First) | None => Sentence::ThreadName { kind, first: &one, second: other },
    };
    let (api, name) = (&ctx.bot.api, thread_name(&name, ctx.language()));
    let opened = match api.open_thread(origin.place, challenge, &name).await {
        // It may be there.
        Err(ApiError::Unsure(_)) => api.open_thread(origin.place, challenge, &name).await,
        other => other,
    };
    opened
        .inspect_err(|error| {
            let error = ErrorChain(error);
            tracing::warn!(%error, table = id.0, "no thread could be opened");
        })
        .ok()
}

/// The name of a thread, cut to the characters that it may have.
fn thread_name(name: &Sentence<'_>, language: Language) -> String {
    cut(&i18n::say(name, language), TITLE_MAX - 1)
}

/// Asks for a rematch.
async fn rematch<S: Store>(ctx: &Ctx<'_, S>, id: TableId, row: &StoredTable) -> Answer {
    let is_here = ctx.is_here(row);
    let announced = if is_here { Announced::ByAnswer } else { Announced::ByNotice };
    let request = request_context(ctx.request, announced);
    let committed = ctx.service().rematch(&request, id).await?;
    if is_here {
        return Ok(Reply::Announcement(Box::new(committed)));
    }
    Ok(ctx.announced_elsewhere(&committed, row).await)
}

/// Whether threads can be opened where a request comes from. A thread has none of its own, a
/// private conversation none either, and where the bot is no member it opens none.
fn has_threads(origin: &Origin) -> bool {
    origin.guild.is_some() && origin.is_member && !origin.is_thread
}

/// What is said where the bot lacks permissions that a game needs; `None` where it lacks none.
pub(super) fn missing_permissions<S: Store>(ctx: &Ctx<'_, S>, venue: Venue) -> Option<Reply> {
    let origin = &ctx.request.origin;
    let lacking = lacking(origin, venue);
    let channel = format!("<#{}>", origin.place.0);
    let line = Line::MissingPermissions { permissions: &lacking, channel: &channel };
    (!lacking.is_empty()).then(|| ctx.ephemeral(&line))
}

/// The permissions that the bot lacks to show a game where a request comes from. Without files the
/// board comes as text, so that is not among them. Where a person brought the bot along it lacks
/// nothing that anybody could give it.
fn lacking(origin: &Origin, venue: Venue) -> Vec<Permission> {
    // In a private conversation Discord tells of no permission to write, and none is needed.
    let is_server_of_ours = origin.guild.is_some() && origin.is_member;
    let Some(ours) = origin.permissions.filter(|_| is_server_of_ours) else {
        return Vec::new();
    };
    let writing = if origin.is_thread {
        (Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads)
    } else {
        (Permissions::SEND_MESSAGES, Permission::SendMessages)
    };
    let mut needed = vec![(Permissions::VIEW_CHANNEL, Permission::ViewChannel), writing];
    if venue == Venue::Thread && has_threads(origin) {
        needed.push((Permissions::CREATE_PUBLIC_THREADS, Permission::CreatePublicThreads));
        needed.push((Permissions::SEND_MESSAGES_IN_THREADS, Permission::SendMessagesInThreads));
    }
    let lacks = |(bit, _): &(Permissions, Permission)| !ours.contains(*bit);
    needed.into_iter().filter(lacks).map(|(_, permission)| permission).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
