//! A game as an animation: one of a table, or a pasted record.

use super::command::{Controls, Pressed};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::{shared_preferences, titles};
use crate::discord::view::buttons::REPLAY;
use crate::discord::view::custom_id::{Control, CustomIdForm};
use crate::discord::view::message::{BoardPicture, Message};
use crate::discord::view::player_name::{escaped, shown_name};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::service::{Listing, ServiceError, StoredTable};
use kradan_i18n::{self as i18n, Language, Line, RefusalContext, sentences};
use kradan_rules::notation::{self, Header, RecordError, UnreadableGame};
use kradan_rules::{Game, GameKind, MoveError, Side};
use kradan_table::{Refusal, TableId};

sentences! {
    /// What is said with it.
    enum Sentence<'a> {
        /// Above a game as a moving picture.
        Heading {
            title: &'a str,
        } => "line-replay-heading",
        /// The title of a record without names.
        Written {
            kind: GameKind,
            moves: usize,
        } => "line-replay-written",
        /// The title of a record.
        WrittenOf {
            kind: GameKind,
            first: &'a str,
            second: &'a str,
            moves: usize,
        } => "line-replay-written-of",
        Unreadable => "line-replay-unreadable",
        /// The record begins at an invalid position.
        NoStart {
            kind: GameKind,
        } => "line-replay-no-start",
        /// The move up to which a record can be read, and as which game.
        Broken {
            kind: GameKind,
            number: usize,
            text: &'a str,
            why: &'a str,
        } => "line-replay-broken",
        /// The text at which a record becomes unreadable.
        Stopped {
            kind: GameKind,
            text: &'a str,
        } => "line-replay-stopped",
        /// The record fits several games.
        Several {
            games: &'a str,
        } => "line-replay-several",
    }
}

pub(super) struct Replay;

impl Controls for Replay {
    const CONTROLS: &'static [Control] =
        &[Control::new(REPLAY, CustomIdForm::Table, Visibility::Public)];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        Ok(replay(ctx, id, &stored).await)
    }
}

/// The game as an animation: public for its players in its channel, else for the caller alone.
async fn replay(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable) -> Reply {
    let Some(_film) = ctx.bot.films.begin(ctx.caller.id) else {
        return ctx.ephemeral(&Line::OneMoment);
    };
    let is_public = ctx.is_player(stored) && ctx.is_here(stored);
    let preferences = if is_public {
        shared_preferences::in_channel(ctx.bot, id, &stored.table, stored.table.channel(), None)
            .await
    } else {
        ctx.caller.preferences
    };
    let language = preferences.language;
    let title = if is_public {
        escaped(&titles::title(ctx.bot, &stored.table, language).await)
    } else {
        titles::heading(ctx.bot, id, stored, language).await
    };
    let mut animation = table_view::present_board(id, stored, &preferences);
    animation.name = format!("{}-film", animation.name);
    animation.view.hints = false;
    animation.view.seen_from = Side::First;
    let heading = i18n::say(&Sentence::Heading { title: &title }, language);
    let film = ctx.bot.films.draw(animation).await;
    let message = Message { file: Some(film), ..Message::of(heading) };
    if is_public { Reply::Public(message) } else { Reply::Private(message) }
}

/// A record as an animation.
pub(super) async fn replay_written(ctx: &Ctx<'_>, record: &str, kind: Option<GameKind>) -> Answer {
    let Some(_film) = ctx.bot.films.begin(ctx.caller.id) else {
        return Ok(ctx.ephemeral(&Line::OneMoment));
    };
    let read = match kind {
        Some(kind) => notation::read_as(record, kind),
        None => read_here(ctx, record).await?,
    };
    let (game, header) = match read {
        Ok((game, header)) if game.plies() > 0 => (game, header),
        Ok(_) => return Ok(ctx.ephemeral(&Sentence::Unreadable)),
        Err(error) => return Ok(Reply::Private(Message::of(why_unreadable(ctx, record, error)))),
    };
    let preferences = ctx.caller.preferences;
    let title = title(&game, &header, preferences.language);
    let heading = i18n::say(&Sentence::Heading { title: &title }, preferences.language);
    let mut view = preferences.view(game.kind(), Side::First);
    view.hints = false;
    view.seen_from = Side::First;
    let animation = BoardPicture {
        name: format!("{}-film", game.kind()),
        result: header.result,
        view,
        theme: preferences.theme,
        pieces: preferences.pieces,
        language: preferences.language,
        game,
    };
    let film = ctx.bot.films.draw(animation).await;
    Ok(Reply::Private(Message { file: Some(film), ..Message::of(heading) }))
}

/// Reads a record. One that fits several games is taken for the game of the newest running table in
/// the channel.
async fn read_here(
    ctx: &Ctx<'_>,
    record: &str,
) -> Result<Result<(Game, Header), UnreadableGame>, ServiceError> {
    let read = notation::read(record);
    let Err(UnreadableGame::Several(kinds)) = &read else { return Ok(read) };
    let channel = ctx.request.origin.channel;
    let tables = ctx.service().tables_in_channel(channel, Listing::Running, 1).await?;
    let newest = tables.first().map(|(_, stored)| stored.table.game().kind());
    Ok(match newest.filter(|kind| kinds.contains(kind)) {
        Some(kind) => notation::read_as(record, kind),
        None => read,
    })
}

/// The title of a record: its game, players and number of moves.
fn title(game: &Game, header: &Header, language: Language) -> String {
    let (kind, moves) = (game.kind(), game.plies());
    let name = |name: &Option<String>| name.as_deref().map(|name| escaped(&shown_name([name])));
    match (name(&header.first), name(&header.second)) {
        (None, None) => i18n::say(&Sentence::Written { kind, moves }, language),
        (first, second) => {
            let unknown = || "?".to_owned();
            let (first, second) = (first.unwrap_or_else(unknown), second.unwrap_or_else(unknown));
            let (first, second) = (first.as_str(), second.as_str());
            i18n::say(&Sentence::WrittenOf { kind, first, second, moves }, language)
        }
    }
}

/// Why a record cannot be read, with the move where it fails.
fn why_unreadable(ctx: &Ctx<'_>, record: &str, unreadable: UnreadableGame) -> String {
    let (kind, error) = match unreadable {
        UnreadableGame::Several(kinds) => {
            let names = kinds.into_iter().map(|kind| i18n::game_name(kind, ctx.language()));
            let games = names.collect::<Vec<_>>().join(" / ");
            return ctx.say(&Sentence::Several { games: &games });
        }
        UnreadableGame::Broken { kind, error } => (kind, error),
    };
    let as_code = |text: String| i18n::moves(&[text], ctx.language());
    match error {
        RecordError::Move { ply: 1, source: MoveError::Unreadable(_), .. }
        | RecordError::OtherGame(_)
        | RecordError::WrongSide { .. } => ctx.say(&Sentence::Unreadable),
        RecordError::Start(_) => ctx.say(&Sentence::NoStart { kind }),
        // No move could be read.
        RecordError::Broken(at) if record.trim().starts_with(at.trim_end_matches('…')) => {
            ctx.say(&Sentence::Unreadable)
        }
        RecordError::Broken(at) => ctx.say(&Sentence::Stopped { kind, text: &as_code(at) }),
        RecordError::Move { ply, text, source } => {
            let number = if kind == GameKind::Othello { ply } else { ply.div_ceil(2) };
            let context = RefusalContext { kind, turn_name: None, legal: &[] };
            let why = i18n::refusal(&Refusal::Move(source), &context, ctx.language());
            ctx.say(&Sentence::Broken { kind, number, text: &as_code(text), why: &why })
        }
    }
}
