//! Edits or deletes old messages. In a channel that others use too, a board before the newest is deleted,
//! or becomes one line with a link to the newest, as the server chose; words without a board are deleted
//! with it, or stay; a challenge or an offer says what came of it. A message is edited once, with a text
//! that is made then, so that its link is right.

use std::collections::HashMap;
use std::time::Duration;

use jiff::SignedDuration;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::discord::api::ApiError;
use crate::discord::api::retry::WITHOUT_ACCESS;
use crate::discord::api::snowflake::time_of;
use crate::discord::limits::{TOKEN_USED_FOR, code};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::{cleanup, guilds, shared_preferences, tally, titles};
use crate::discord::view::announcement::{Announcement, last_board_controls};
use crate::discord::view::message::{Message, MessageEdit};
use crate::discord::view::message_link::link;
use crate::discord::view::numbered_moves::{last_move, numbered_moves};
use crate::discord::view::player_name::{escaped, escaped_within};
use crate::discord::view::preferences::Preferences;
use crate::service::{
    Attempt, ChannelAccess, ControlMessage, ErrorChain, Job, JobId, JobKind, MessageContent,
    OldBoards, OutboxEntry, OutboxEntryId, PostedBoard, Settlement, Shows, StoreError, StoredTable,
    TableService, Task,
};
use kradan_i18n::{self as i18n, EventContext, Language, Line, sentences};
use kradan_rules::{BySide, Fingerprint, Game, Side};
use kradan_table::{ChannelId, Ending, Event, MessageId, Pictures, PlayerId, Table, last_mover};

/// How many messages are replaced at once: one channel that holds requests back does not stop the others.
const AT_ONCE: usize = 8;

/// The pause of a further attempt while too many others are made: each may be refused for want of access,
/// and Discord closes its API for who is refused too often.
const AGAIN_AFTER: Duration = Duration::from_secs(60);

/// How old a message is to which the bot no longer waits for access: hardly anybody scrolls back so
/// far.
const GIVEN_UP_AFTER: SignedDuration = SignedDuration::from_hours(30 * 24);

sentences! {
    /// What an old message says.
    enum Sentence<'a> {
        /// A challenge was accepted.
        Accepted {
            title: &'a str,
        } => "settled-challenge-accepted",
        /// An offer that was not answered before the next move or the end.
        Lapsed => "settled-offer-lapsed",
    }
}

/// What becomes of an old message.
#[derive(Clone, Debug, PartialEq)]
enum Replacement {
    Edited(MessageEdit),
    Deleted,
}

/// Replaces old messages, until it is told to stop.
pub(crate) async fn replace(bot: &Bot, stop: &CancellationToken) {
    let attempt = async |Job { task, attempts, .. }: Job| match task {
        Task::ReplaceMessage(old) => replace_one(bot, old, attempts).await,
        _ => Ok(Attempt::Done),
    };
    bot.service.run_jobs(JobKind::ReplaceMessage, AT_ONCE, attempt, stop).await;
}

/// Has the last board of a game edited whose rematch has come to nothing: the button for one
/// comes back.
pub(crate) async fn allow_rematch_again(
    service: &TableService,
    entry: &OutboxEntry,
    stored: &StoredTable,
) {
    let settlement = entry.events.iter().find_map(|event| match event {
        Event::Declined => Some(Settlement::Declined),
        Event::Cancelled => Some(Settlement::Withdrawn),
        Event::Lapsed => Some(Settlement::Lapsed),
        _ => None,
    });
    let (Some(table), Some(_)) = (stored.table.rematch_of(), settlement) else { return };
    let Ok(Some(board)) = service.store().posted_board(table).await else { return };
    let (ply, shows, guild) = (board.ply, Shows::LastBoard, board.guild);
    let content = Some(MessageContent { table, ply, shows, settlement, guild });
    let last = ControlMessage { content, ..board.as_control_message(table) };
    cleanup::queue(service, table, vec![last]).await;
}

async fn replace_one(bot: &Bot, old: ControlMessage, attempts: u32) -> Result<Attempt, StoreError> {
    let access = match bot.service.store().channel_access(old.channel).await {
        // It is as good as none.
        Err(error) if error.is_of_one_value() => ChannelAccess::Member,
        other => other?,
    };
    // Where the bot is no member, it changes a message only by the token of an interaction.
    let token = bot.message_tokens.get(old.message);
    if access == ChannelAccess::AnswersOnly && token.is_none() {
        // Another process may have it.
        let age = bot.service.clock().now().duration_since(time_of(old.message.0));
        let is_lost = bot.service.store().processes().get() == 1 || age > TOKEN_USED_FOR;
        return Ok(if is_lost { Attempt::Done } else { Attempt::Failed(Duration::ZERO) });
    }
    if attempts > 0 && !bot.cleanup_limits.may_try_again() {
        return Ok(Attempt::Failed(AGAIN_AFTER));
    }
    if let Err(error) = bot.cleanup_limits.wait(&bot.api).await {
        return Ok(Attempt::Failed(error.retry_after()));
    }
    let Some(replacement) = replacement_of(bot, &old, access).await? else {
        return Ok(Attempt::Done);
    };
    let application = bot.api.application();
    let replaced = match (&replacement, token) {
        (Replacement::Edited(edit), Some(panel)) => {
            bot.api.edit_by_token(application, &panel, edit).await
        }
        (Replacement::Edited(edit), None) => bot.api.edit(old.channel, old.message, edit).await,
        (Replacement::Deleted, Some(panel)) => bot.api.delete_panel(application, &panel).await,
        (Replacement::Deleted, None) => bot.api.delete(old.channel, old.message).await,
    };
    Ok(match replaced {
        Ok(()) | Err(ApiError::Gone(_)) => {
            bot.message_tokens.forget(old.message);
            Attempt::Done
        }
        Err(error) if error.may_pass() => {
            tracing::debug!(old = %old.message.0, error = %ErrorChain(&error), "old message not edited, trying again");
            Attempt::Failed(error.retry_after())
        }
        Err(
            error @ ApiError::Forbidden(
                code::MISSING_ACCESS | code::MISSING_PERMISSIONS | code::THREAD_IS_ARCHIVED,
            ),
        ) if !is_given_up(&bot.service, old.message) => {
            tracing::debug!(old = %old.message.0, error = %ErrorChain(&error), "old message not edited: no access, trying again");
            Attempt::Failed(WITHOUT_ACCESS.pause(attempts))
        }
        Err(error) => {
            tracing::info!(old = %old.message.0, error = %ErrorChain(&error), "old message not edited: given up");
            Attempt::Done
        }
    })
}

/// Whether a message is so old that the bot no longer waits for access to it.
fn is_given_up(service: &TableService, message: MessageId) -> bool {
    service.clock().now().duration_since(time_of(message.0)) > GIVEN_UP_AFTER
}

/// What becomes of an old message; `None` if it stays.
async fn replacement_of(
    bot: &Bot,
    old: &ControlMessage,
    access: ChannelAccess,
) -> Result<Option<Replacement>, StoreError> {
    let with_controls = |rows| Ok(Some(Replacement::Edited(MessageEdit::Controls(rows))));
    let Some(content) = old.content else { return with_controls(Vec::new()) };
    let mut stored = match bot.service.load(content.table).await {
        Ok(Some(stored)) => stored,
        Ok(None) => return with_controls(Vec::new()),
        Err(error) if error.is_of_one_value() => return with_controls(Vec::new()),
        Err(error) => return Err(error),
    };
    // Whoever wishes to be erased is not named any more.
    let withdrawn = [stored.table.unanswered_challenger(), stored.table.declined_by()];
    for player in stored.table.players().into_iter().chain(withdrawn.into_iter().flatten()) {
        let erasure = JobId { kind: JobKind::Erase, subject: player.0 };
        if bot.service.store().job(erasure).await?.is_some() {
            stored.table.erase_player(player);
        }
    }
    // Whose end is not posted yet is posted without the name.
    let is_unnamed = !stored.table.is_open()
        && stored.table.has_erased_seat()
        && bot.service.store().pending_of_table(content.table).await?.is_empty();
    let newest = newest_board(bot, content).await?;
    let is_newest = newest.is_some_and(|board| board.message == old.message);
    let shared =
        shared_preferences::in_channel(bot, content.table, &stored.table, old.channel, None).await;
    let language = shared.language;
    match content.shows {
        Shows::Board(_) | Shows::LastBoard if is_newest && is_unnamed => {
            rename_own_thread(bot, &stored.table, old.channel, language).await;
            return Ok(unnamed_end(&bot.service, content, &stored, &shared));
        }
        // A rematch is offered again below the newest board alone.
        Shows::LastBoard if is_newest || content.settlement.is_none() => {
            let can_ask = content.settlement.is_some();
            let tally = tally::at_end(bot, &stored.table, language).await;
            let table = (content.table, &stored.table);
            return with_controls(last_board_controls(table, can_ask, tally.as_deref(), language));
        }
        // The last board where nothing can be posted: a press on it shows the present one.
        Shows::Board(_)
            if is_newest && access == ChannelAccess::AnswersOnly && stored.table.is_running() =>
        {
            return Ok(None);
        }
        Shows::Board(_) | Shows::LastBoard if is_newest => return with_controls(Vec::new()),
        _ => {}
    }
    let kept = boards_in(bot, &content, &stored.table, old.channel).await?;
    // What is elsewhere, as in a thread that began at a challenge, is found by the line.
    let is_followed = !is_newest
        && newest.is_some_and(|board| board.channel == old.channel)
        && content.is_followed_by_boards();
    match (content.shows, kept) {
        (Shows::Board(_) | Shows::LastBoard, OldBoards::Pictures) => {
            return with_controls(Vec::new());
        }
        (_, OldBoards::Gone) if is_followed => return Ok(Some(Replacement::Deleted)),
        (Shows::Words, _) => return Ok(None),
        _ => {}
    }
    let link = match newest.filter(|_| !is_newest) {
        Some(board) => link(&board),
        None => guilds::written_channel_of(&bot.guilds, newest.as_ref(), stored.table.channel()),
    };
    let text = line_of(bot, &stored, content, &link, language).await;
    let whole = MessageEdit::Whole(Message::of(format!("-# {text}")));
    Ok(Some(Replacement::Edited(whole)))
}

/// The end of a game whose player was erased, told anew: what was posted names the player.
fn unnamed_end(
    service: &TableService,
    content: MessageContent,
    stored: &StoredTable,
    shared: &Preferences,
) -> Option<Replacement> {
    let (id, table) = (content.table, &stored.table);
    let events = [Event::Ended(table.ending()?)];
    let end = Announcement {
        id: OutboxEntryId { table: id, revision: stored.revision },
        ply: table.game().plies(),
        events: &events,
        by: None,
        has_moved: false,
        stored,
        is_quiet: true,
        tally: None,
        names: HashMap::new(),
    };
    let message = end.message(shared, service.clock().now());
    let rows = last_board_controls((id, table), false, None, shared.language);
    Some(Replacement::Edited(MessageEdit::Whole(Message { rows, ..message })))
}

/// Names the thread of a game anew whose player was erased. An archived thread is opened for that.
async fn rename_own_thread(bot: &Bot, table: &Table, channel: ChannelId, language: Language) {
    if !table.is_own_thread(channel) {
        return;
    }
    let change = json!({ "name": titles::title(bot, table, language).await, "archived": false });
    if let Err(error) = bot.api.edit_thread(channel, &change).await {
        tracing::info!(channel = %channel.0, error = %ErrorChain(&error), "thread not renamed after an erasure");
    }
}

/// The newest board of the table. A stored value that cannot be read is as good as none.
async fn newest_board(
    bot: &Bot,
    content: MessageContent,
) -> Result<Option<PostedBoard>, StoreError> {
    match bot.service.store().posted_board(content.table).await {
        Err(error) if error.is_of_one_value() => Ok(None),
        other => other,
    }
}

/// What becomes of the old boards of a table in a channel. Where the settings of the server cannot be
/// read, they keep their pictures: what is gone is not restored.
pub(super) async fn boards_in(
    bot: &Bot,
    content: &MessageContent,
    table: &Table,
    channel: ChannelId,
) -> Result<OldBoards, StoreError> {
    if table.is_own_thread(channel) || table.pictures() == Some(Pictures::All) {
        return Ok(OldBoards::Pictures);
    }
    let guild = match content.guild {
        Some(guild) => Some(guild),
        None => guilds::of_table(bot, content.table, channel).await,
    };
    let Some(guild) = guild else { return Ok(OldBoards::default()) };
    match bot.service.store().server_settings(guild).await {
        Ok(settings) => Ok(settings.old_boards),
        Err(error) if error.is_of_one_value() => {
            tracing::error!(error = %ErrorChain(&error), guild = %guild.0, "the settings of a server cannot be read");
            Ok(OldBoards::Pictures)
        }
        Err(error) => Err(error),
    }
}

/// The one line that is left of an old message.
async fn line_of(
    bot: &Bot,
    stored: &StoredTable,
    content: MessageContent,
    link: &str,
    language: Language,
) -> String {
    let table = &stored.table;
    let names = titles::names(bot, table, language).await;
    let names = BySide { first: escaped(&names.first), second: escaped(&names.second) };
    let title = escaped(&titles::title(bot, table, language).await);
    match (content.shows, content.settlement) {
        (Shows::Board(record), _) => {
            match shown_move(table.game(), content.ply, record, language) {
                Some((written, side)) => {
                    format!("{} · {} · {link}", escaped_within(&written), names[side])
                }
                None => format!("{title} · {link}"),
            }
        }
        (Shows::LastBoard | Shows::Words, _) | (Shows::Challenge, None) => {
            format!("{title} · {link}")
        }
        (Shows::Challenge, Some(Settlement::Accepted)) => {
            let accepted = i18n::say(&Sentence::Accepted { title: &title }, language);
            format!("{accepted} · {link}")
        }
        (Shows::Challenge, Some(settlement)) => {
            let event = match settlement {
                Settlement::Declined => Event::Declined,
                Settlement::Withdrawn => Event::Cancelled,
                Settlement::Accepted | Settlement::Lapsed => Event::Lapsed,
            };
            expired_challenge_line(bot, table, &event, language).await
        }
        (Shows::DrawOffer(_) | Shows::Takeback(..) | Shows::PauseOffer(_), _) => {
            offer_line(table, &names, content, language)
        }
    }
}

/// A challenge that came to nothing.
async fn expired_challenge_line(
    bot: &Bot,
    table: &Table,
    event: &Event,
    language: Language,
) -> String {
    let name = async |player: Option<PlayerId>| match player {
        Some(player) if player.is_erased() => i18n::line(&Line::ErasedPlayer, language),
        Some(player) => {
            escaped(&titles::player_name(bot, player, bot.guilds.of(table.channel())).await)
        }
        None => String::new(),
    };
    let first = name(table.unanswered_challenger()).await;
    let names = BySide { first, second: name(table.declined_by()).await };
    let kind = i18n::game_name(table.game().kind(), language);
    format!("{kind} · {} · {}", names.first, said(table, &names, event, None, language))
}

/// An offer and what came of it.
fn offer_line(
    table: &Table,
    names: &BySide<String>,
    content: MessageContent,
    language: Language,
) -> String {
    let (offered, accepted, declined, withdrawn) = match content.shows {
        Shows::Takeback(side, plies) => (
            Event::TakebackAsked { side, plies },
            Event::TakenBack {
                plies: (plies.1 + 1).saturating_sub(plies.0),
                left: plies.0.saturating_sub(1),
                moves: Vec::new(),
            },
            Event::TakebackRefused { side: !side },
            Event::TakebackWithdrawn { side },
        ),
        Shows::DrawOffer(side) => (
            Event::DrawOffered { side },
            Event::Ended(Ending::Agreed),
            Event::DrawDeclined { side: !side },
            Event::DrawWithdrawn { side },
        ),
        Shows::PauseOffer(side) => (
            Event::PauseOffered { side },
            Event::Paused { side: !side },
            Event::PauseDeclined { side: !side },
            Event::PauseWithdrawn { side },
        ),
        Shows::Challenge | Shows::Board(_) | Shows::LastBoard | Shows::Words => {
            return String::new();
        }
    };
    let said = |event, written| said(table, names, event, written, language);
    let outcome = match content.settlement {
        Some(Settlement::Accepted) => said(&accepted, None),
        Some(Settlement::Declined) => said(&declined, None),
        Some(Settlement::Withdrawn) => said(&withdrawn, None),
        Some(Settlement::Lapsed) | None => i18n::say(&Sentence::Lapsed, language),
    };
    let moves = match content.shows {
        // The moves are no more, and that they were taken back says it all.
        Shows::Takeback(..) if content.settlement == Some(Settlement::Accepted) => return outcome,
        Shows::Takeback(_, plies) => numbered_moves(table.game(), plies, language),
        _ => None,
    };
    format!("{} · {outcome}", said(&offered, moves.as_deref()))
}

/// The last move of a record with its number, and the side that made it; `None` at the start, and
/// where the game has gone another way since.
fn shown_move(
    game: &Game,
    ply: usize,
    record: Fingerprint,
    language: Language,
) -> Option<(String, Side)> {
    let game = game.at_ply(ply);
    if game.fingerprint() != record {
        return None;
    }
    let (before, side) = last_mover(&game)?;
    Some((last_move(&game.at_ply(before + 1), language)?, side))
}

/// What happened at a table, with names that mention nobody.
fn said(
    table: &Table,
    names: &BySide<String>,
    event: &Event,
    written: Option<&str>,
    language: Language,
) -> String {
    let names = BySide { first: names.first.as_str(), second: names.second.as_str() };
    let context =
        EventContext { kind: table.game().kind(), names, written, game: Some(table.game()) };
    i18n::event(event, &context, language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::GameKind;

    #[test]
    fn the_last_move_of_a_record_is_shown_while_the_record_stands() {
        let mut game = Game::new(GameKind::Othello);
        let shown = |game: &Game, ply, record| shown_move(game, ply, record, Language::English);
        assert_eq!(shown(&game, 0, game.fingerprint()), None);
        game.play_text("d3").unwrap();
        let record = game.fingerprint();
        game.play_text("c3").unwrap();
        assert_eq!(shown(&game, 1, record), Some(("1. d3".to_owned(), Side::First)));
        game.take_back();
        game.take_back();
        assert_eq!(shown(&game, 1, record), None, "the move was taken back");
        game.play_text("c4").unwrap();
        assert_eq!(shown(&game, 1, record), None, "there is another move");
    }

    #[test]
    fn the_move_before_a_pass_is_shown() {
        for step in 1.. {
            let mut game = Game::new(GameKind::Othello);
            while let [first, ..] = &game.legal_moves()[..] {
                let legal = game.legal_moves();
                let is_pass = first == "pass";
                let plies = game.plies();
                game.play_text(&legal[plies * step % legal.len()]).unwrap();
                if is_pass {
                    let record = game.fingerprint();
                    let shown = shown_move(&game, plies + 1, record, Language::English);
                    let moves = game.moves();
                    let side = if plies % 2 == 1 { Side::First } else { Side::Second };
                    assert_eq!(shown, Some((format!("{plies}. {}", moves[plies - 1]), side)));
                    return;
                }
            }
        }
    }
}
