//! The loop of tournaments: what is due is done, and the members see it.

use std::collections::HashMap;
use std::time::Duration;

use jiff::SignedDuration;
use tokio_util::sync::CancellationToken;

use crate::discord::api::snowflake::first_at;
use crate::discord::api::{Api, ApiError, Priority, base_62};
use crate::discord::limits::BITS_BELOW_TIME;
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{channel_access, guilds, shared_preferences};
use crate::discord::view::message::{Message, MessageEdit};
use crate::discord::view::message_link::message_link;
use crate::discord::view::tournament::{TournamentView, content_of};
use crate::service::{ErrorChain, Profile, StoreError, TableService, repeat};
use kradan_i18n::Language;
use kradan_table::{
    ChannelId, GuildId, MessageId, PlayerId, Shown, TableId, Tournament, TournamentEnd,
    TournamentId, Venue,
};

/// The longest pause between two looks at what is due: another process may have ended.
const PATIENCE: Duration = Duration::from_secs(20);

/// After how long it is tried again what Discord did not take: within the minute for which a message that
/// is posted twice is there once.
const RETRY_IN: SignedDuration = SignedDuration::from_secs(15);

/// The lower bits of an id that are left to the games of a round.
const GAME_BITS: u32 = 8;

/// Why a tournament is not looked at to the end.
#[derive(Debug, thiserror::Error)]
enum LookError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Api(#[from] ApiError),
}

/// Has tournaments go on, until it is told to stop.
pub(crate) async fn run(bot: &Bot, stop: &CancellationToken) {
    let job = || async {
        let due = bot.service.store().due_tournaments(bot.service.clock().now()).await?;
        for server in due {
            match look_at_server(bot, server).await {
                Err(error) if error.is_of_one_value() => {
                    tracing::error!(server = %server.0, error = %ErrorChain(&error), "tournaments cannot be read");
                }
                looked => looked?,
            }
        }
        Ok(PATIENCE)
    };
    repeat("tournaments", stop, || bot.service.tournaments_changed(), job).await;
}

async fn look_at_server(bot: &Bot, server: GuildId) -> Result<(), StoreError> {
    let Some(all) = bot.service.claim_tournaments(server).await? else { return Ok(()) };
    let mut retry_in = None;
    for tournament in all.all.iter().filter(|tournament| !tournament.shown.is_end_told) {
        match look_at(bot, server, tournament.id).await {
            Ok(()) => {}
            Err(LookError::Store(error)) => return Err(error),
            Err(LookError::Api(error)) => {
                tracing::warn!(server = %server.0, error = %ErrorChain(&error), "tournament message not updated, trying again");
                retry_in = Some(RETRY_IN);
            }
        }
    }
    bot.service.release_tournaments(server, retry_in).await
}

async fn look_at(bot: &Bot, server: GuildId, id: TournamentId) -> Result<(), LookError> {
    let next = first_game_at(bot, id);
    let advanced = bot.service.advance_tournament(server, id, next).await?;
    let Some(tournament) = advanced else { return Ok(()) };
    let players: Vec<PlayerId> =
        tournament.entrants.iter().filter_map(|entrant| entrant.player).collect();
    let profiles = bot.service.store().profiles(players).await?;
    let tournament = show(bot, server, tournament, &profiles).await?;
    let channel = tournament.shown.thread.unwrap_or(tournament.channel);
    let themes = shared_preferences::chosen_themes(&profiles);
    bot.service.begin_games(server, &tournament, channel, &themes).await?;
    Ok(())
}

/// Brings the messages of a tournament up to date, and returns it with what is shown. Each step is
/// stored before the next one.
async fn show(
    bot: &Bot,
    server: GuildId,
    mut tournament: Tournament,
    profiles: &[(PlayerId, Profile)],
) -> Result<Tournament, LookError> {
    let language = language_of(bot, server, &tournament).await;
    let names: HashMap<PlayerId, String> = profiles
        .iter()
        .map(|(id, profile)| (*id, profile.name_on(Some(server)).to_owned()))
        .collect();
    let before = tournament.clone();
    let view = TournamentView { tournament: &before, names: &names, language };
    let mut shown = tournament.shown;
    if before.has_begun() && shown.table.is_none() {
        // Where it was shown already somebody deleted it, and nobody is called again.
        let is_first = !shown.has_begun;
        let message = if is_first { view.beginning() } else { view.table() };
        let mark = if is_first { 'b' } else { 't' };
        shown.table = match post_of(&bot.api, &before, &message, mark).await {
            Ok(posted) => posted,
            Err(error) if error.may_pass() => return Err(error.into()),
            Err(error) => {
                tracing::warn!(server = %server.0, error = %ErrorChain(&error), "tournament ended: no access to its channel");
                return give_up(bot, server, &view).await;
            }
        };
        shown.has_begun = true;
        shown.content = content_of(&view.table());
        tournament = keep_shown(&bot.service, server, tournament, shown).await?;
        if let (Venue::Thread, Some(message), None) =
            (before.terms.venue, shown.table, shown.thread)
        {
            shown.thread = thread_of(bot, &before, message, &view).await?;
            tournament = keep_shown(&bot.service, server, tournament, shown).await?;
        }
        let link = shown.table.map(|table| message_link(Some(server), before.channel, table));
        if let (Some(invitation), Some(link)) = (shown.invitation, link) {
            edit_of(&bot.api, &before, invitation, view.invitation(Some(&link))).await?;
        }
    }
    let current = match shown.table {
        Some(message) => Some((message, view.table())),
        None => shown.invitation.map(|invitation| (invitation, view.invitation(None))),
    };
    if let Some((message, edit)) = current {
        let content = content_of(&edit);
        if content != shown.content {
            if edit_of(&bot.api, &before, message, edit).await? == Edited::Gone {
                shown.table = None;
            }
            shown.content = content;
            tournament = keep_shown(&bot.service, server, tournament, shown).await?;
        }
    }
    if before.is_over() && !shown.is_end_told {
        // Who called it off before it began told everybody by that.
        if before.has_begun() || before.end == Some(TournamentEnd::TooFew) {
            passing(post_of(&bot.api, &before, &view.end(), 'e').await)?;
        }
        shown.is_end_told = true;
        tournament = keep_shown(&bot.service, server, tournament, shown).await?;
    }
    Ok(tournament)
}

/// Stores what is shown of a tournament. The invitation may have become known meanwhile.
async fn keep_shown(
    service: &TableService,
    server: GuildId,
    tournament: Tournament,
    shown: Shown,
) -> Result<Tournament, StoreError> {
    let keep = move |stored: &mut Tournament| {
        stored.shown = Shown { invitation: stored.shown.invitation.or(shown.invitation), ..shown };
    };
    service.change_tournament(server, tournament.id, keep).await?;
    Ok(Tournament { shown, ..tournament })
}

/// Ends a tournament whose channel cannot be written to.
async fn give_up(
    bot: &Bot,
    server: GuildId,
    view: &TournamentView<'_>,
) -> Result<Tournament, LookError> {
    let end = |tournament: &mut Tournament| {
        tournament.end = Some(TournamentEnd::Stopped);
        tournament.shown.is_end_told = true;
    };
    let mut ended = view.tournament.clone();
    bot.service.change_tournament(server, ended.id, end).await?;
    end(&mut ended);
    if let Some(invitation) = ended.shown.invitation {
        let edit = TournamentView { tournament: &ended, ..*view }.invitation(None);
        edit_of(&bot.api, &ended, invitation, edit).await?;
    }
    Ok(ended)
}

/// Posts a message of a tournament, once. `stage` tells its messages apart.
async fn post_of(
    api: &Api,
    tournament: &Tournament,
    message: &Message,
    stage: char,
) -> Result<Option<MessageId>, ApiError> {
    let (channel, mark) = (tournament.channel, format!("{}{stage}", base_62(tournament.id.0, 11)));
    match api.post(Priority::Person, channel, message, &mark).await {
        Err(error) if error.is_of_file() => {
            let message = Message { file: None, ..message.clone() };
            api.post(Priority::Person, channel, &message, &mark).await
        }
        posted => posted,
    }
}

/// Edits a message of a tournament.
async fn edit_of(
    api: &Api,
    tournament: &Tournament,
    message: MessageId,
    edit: Message,
) -> Result<Edited, ApiError> {
    let whole = MessageEdit::Whole(edit.clone());
    let edited = match api.edit(tournament.channel, message, &whole).await {
        Err(error) if error.is_of_file() => {
            let without = MessageEdit::Whole(Message { file: None, ..edit });
            api.edit(tournament.channel, message, &without).await
        }
        edited => edited,
    };
    match edited {
        Err(ApiError::Gone(_)) => Ok(Edited::Gone),
        edited => passing(edited.map(Some)).map(|_| Edited::Done),
    }
}

/// The thread for the games of a tournament; `None` where there can be none.
async fn thread_of(
    bot: &Bot,
    tournament: &Tournament,
    message: MessageId,
    view: &TournamentView<'_>,
) -> Result<Option<ChannelId>, LookError> {
    let opened =
        bot.api.open_thread(tournament.channel, message, &view.thread_name()).await.map(Some);
    let thread = passing(opened)?;
    if let Some(thread) = thread {
        channel_access::watch_thread(&bot.service, thread).await?;
    }
    Ok(thread)
}

/// The language of what all members of a server read: that of who made the tournament where nobody
/// chose one.
async fn language_of(bot: &Bot, server: GuildId, tournament: &Tournament) -> Language {
    let settings = guilds::settings(bot, Some(server)).await;
    let tags = [settings.public_language(), Some(tournament.language.as_str())];
    tags.into_iter().flatten().find_map(|tag| tag.parse().ok()).unwrap_or_default()
}

/// What became of a message that is edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edited {
    Done,
    /// Somebody deleted it.
    Gone,
}

/// What Discord did, unless it may do it later.
fn passing<T>(done: Result<Option<T>, ApiError>) -> Result<Option<T>, ApiError> {
    match done {
        Err(error) if !error.may_pass() => {
            tracing::warn!(error = %ErrorChain(&error), "tournament message refused by Discord");
            Ok(None)
        }
        other => other,
    }
}

/// The id of the first game that a tournament begins now: no other tournament has it, and no interaction
/// of this time.
fn first_game_at(bot: &Bot, TournamentId(id): TournamentId) -> TableId {
    let of_tournament = (id >> BITS_BELOW_TIME) % (1 << (BITS_BELOW_TIME - GAME_BITS));
    TableId(first_at(bot.service.clock().now()) | of_tournament << GAME_BITS)
}
