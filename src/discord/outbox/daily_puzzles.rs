//! The daily puzzles of servers: one board a day, which counts who solved it, and becomes a line when the
//! next day begins. What is to be done next [is decided](crate::service::DailyPuzzle::next) by what is
//! stored, and each step is stored before the next one.

use jiff::{SignedDuration, Timestamp};
use tokio_util::sync::CancellationToken;

use super::reconcile;
use crate::discord::api::snowflake::first_at;
use crate::discord::api::{Api, ApiError, Priority, base_62};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::guilds;
use crate::discord::view::message::{Message, MessageEdit};
use crate::discord::view::puzzle::{DailyView, NAMED_MAX, daily_control};
use crate::service::{
    Attempt, DailyBoard, DailyPuzzle, DailyStep, ErrorChain, Job, JobKind, Posting, ServerSettings,
    StoreError, Task,
};
use kradan_exercises::day_of;
use kradan_table::{ChannelId, GuildId, MessageId, PlayerId};

/// How many servers are served at once: nobody waits for it.
const AT_ONCE: usize = 4;

/// After how long a board is posted that Discord refused: somebody may give us the permission.
const AFTER_REFUSAL: SignedDuration = SignedDuration::from_hours(6);

/// Why a step is not done.
#[derive(Debug, thiserror::Error)]
enum StepError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Api(#[from] ApiError),
    #[error("Discord refuses it")]
    Refused,
}

/// Posts and changes daily puzzles, until it is told to stop.
pub(crate) async fn post(bot: &Bot, stop: &CancellationToken) {
    let attempt = async |Job { task, .. }: Job| match task {
        Task::DailyPuzzle(server, _) => attempt(bot, server).await,
        _ => Ok(Attempt::Done),
    };
    bot.service.run_jobs(JobKind::DailyPuzzle, AT_ONCE, attempt, stop).await;
}

async fn attempt(bot: &Bot, server: GuildId) -> Result<Attempt, StoreError> {
    let store = bot.service.store();
    loop {
        let channel = store.server_settings(server).await?.daily_puzzle;
        let step = store.daily_puzzle(server).await?.next(channel, bot.service.clock().now());
        let done = match step {
            DailyStep::Begin(board) => keep(bot, server, board).await.map_err(StepError::from),
            DailyStep::Post(board, since) => post_board(bot, server, board, since).await,
            DailyStep::Count(board, message) => count(bot, server, board, message).await,
            DailyStep::End(board, message) => end(bot, server, board, message).await,
            DailyStep::Wait(until) => return Ok(Attempt::Next(until)),
            DailyStep::Nothing => return Ok(Attempt::Done),
        };
        match done {
            Ok(()) => {}
            Err(StepError::Store(error)) => return Err(error),
            Err(StepError::Api(error)) => {
                tracing::warn!(server = server.0, error = %ErrorChain(&error), "daily puzzle not posted or changed, trying again");
                return Ok(Attempt::Failed(error.retry_after()));
            }
            Err(StepError::Refused) => {
                let again = bot.service.clock().now().saturating_add(AFTER_REFUSAL);
                return Ok(again.map_or(Attempt::Done, Attempt::Next));
            }
        }
    }
}

/// Stores a board. Answers may have come meanwhile.
async fn keep(bot: &Bot, server: GuildId, board: DailyBoard) -> Result<(), StoreError> {
    let change = move |daily: &mut DailyPuzzle| match &mut daily.board {
        Some(known) if known.day == board.day => {
            (known.channel, known.posting) = (board.channel, board.posting);
            if known.answers == board.answers {
                known.told = board.told;
            }
        }
        other => *other = Some(board.clone()),
    };
    bot.service.store().update_daily_puzzle(server, Box::new(change)).await.map(drop)
}

/// Posts a board, unless it is there. One of a day that is over is only looked for.
async fn post_board(
    bot: &Bot,
    server: GuildId,
    board: DailyBoard,
    since: Timestamp,
) -> Result<(), StepError> {
    let control = daily_control(board.day).to_string();
    let place = (Priority::Announcement, board.channel);
    let after = first_at(since.saturating_sub(reconcile::CLOCKS_APART).unwrap_or(since));
    let found = reconcile::find_control(&bot.api, place, after, |id| id == control).await;
    let found = passing(server, found)?.flatten();
    if let Some(message) = found {
        let posting = Posting::Posted(message);
        return Ok(keep(bot, server, DailyBoard { posting, ..board }).await?);
    }
    let (store, now) = (bot.service.store(), bot.service.clock().now());
    let chosen = store.server_settings(server).await?.daily_puzzle;
    let (Some(channel), Some(view), true) =
        (chosen, view_of(bot, server, &board).await?, day_of(now) == board.day)
    else {
        return Ok(keep(bot, server, DailyBoard { posting: Posting::Over, ..board }).await?);
    };
    if channel != board.channel {
        let posting = Posting::Begun(now);
        return Ok(keep(bot, server, DailyBoard { channel, posting, ..board }).await?);
    }
    let daily = store.daily_puzzle(server).await?;
    let message = view.of(&board).announcement(&daily.mentioned);
    let mark = base_62(board.day.unsigned_abs(), 11);
    let posted = passing(server, post_once(&bot.api, channel, message, &mark).await)?;
    // Discord knows no message of it where somebody deleted it at once.
    let posting = posted.ok_or(StepError::Refused)?.map_or(Posting::Over, Posting::Posted);
    Ok(keep(bot, server, DailyBoard { posting, ..board }).await?)
}

/// Has a message count the answers that there are.
async fn count(
    bot: &Bot,
    server: GuildId,
    board: DailyBoard,
    message: MessageId,
) -> Result<(), StepError> {
    let Some(view) = view_of(bot, server, &board).await? else {
        return Ok(keep(bot, server, DailyBoard { posting: Posting::Over, ..board }).await?);
    };
    let edited = edit(&bot.api, board.channel, message, view.of(&board).message()).await;
    let posting = match passing(server, edited)? {
        Some(()) => Posting::Posted(message),
        None => Posting::Over,
    };
    let told = board.answers.len();
    Ok(keep(bot, server, DailyBoard { posting, told, ..board }).await?)
}

/// Has a message become a line, and forgets who answered.
async fn end(
    bot: &Bot,
    server: GuildId,
    board: DailyBoard,
    message: MessageId,
) -> Result<(), StepError> {
    if let Some(view) = view_of(bot, server, &board).await? {
        let line = MessageEdit::Whole(view.of(&board).line());
        passing(server, bot.api.edit(board.channel, message, &line).await)?;
    }
    let day = board.day;
    let change = move |daily: &mut DailyPuzzle| {
        if let Some(board) = daily.board.as_mut().filter(|board| board.day == day) {
            board.posting = Posting::Over;
            board.answers.clear();
        }
    };
    bot.service.store().update_daily_puzzle(server, Box::new(change)).await?;
    Ok(())
}

/// What a message says beside what is stored of its board.
struct Shown {
    puzzle: &'static kradan_exercises::Puzzle,
    first: Vec<PlayerId>,
    language: kradan_i18n::Language,
}

impl Shown {
    fn of<'a>(&'a self, board: &'a DailyBoard) -> DailyView<'a> {
        DailyView { board, puzzle: self.puzzle, first: &self.first, language: self.language }
    }
}

/// `None` where this version does not know the puzzle.
async fn view_of(
    bot: &Bot,
    server: GuildId,
    board: &DailyBoard,
) -> Result<Option<Shown>, StoreError> {
    let Some(puzzle) = board.puzzle() else { return Ok(None) };
    let settings: ServerSettings = guilds::settings(bot, Some(server)).await;
    let language = settings.public_language().and_then(|tag| tag.parse().ok()).unwrap_or_default();
    let mut first = Vec::new();
    for player in board.solvers().filter(|player| !player.is_erased()) {
        if first.len() >= NAMED_MAX {
            break;
        }
        // Who is in no list of the server is not named here either.
        let profile = bot.service.store().profile(player).await?;
        if profile.is_some_and(|profile| !profile.is_unlisted) {
            first.push(player);
        }
    }
    Ok(Some(Shown { puzzle, first, language }))
}

/// Posts a message, without its picture where files are not allowed.
async fn post_once(
    api: &Api,
    channel: ChannelId,
    message: Message,
    mark: &str,
) -> Result<Option<MessageId>, ApiError> {
    match api.post(Priority::Announcement, channel, &message, mark).await {
        Err(error) if error.is_of_file() => {
            let message = Message { file: None, ..message };
            api.post(Priority::Announcement, channel, &message, mark).await
        }
        posted => posted,
    }
}

async fn edit(
    api: &Api,
    channel: ChannelId,
    message: MessageId,
    edit: Message,
) -> Result<(), ApiError> {
    match api.edit(channel, message, &MessageEdit::Whole(edit.clone())).await {
        Err(error) if error.is_of_file() => {
            let edit = Message { file: None, ..edit };
            api.edit(channel, message, &MessageEdit::Whole(edit)).await
        }
        edited => edited,
    }
}

/// What Discord did; `None` where it refuses it, and not for now alone.
fn passing<T>(server: GuildId, done: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match done {
        Err(error) if !error.may_pass() => {
            tracing::warn!(server = server.0, error = %ErrorChain(&error), "daily puzzle refused by Discord");
            Ok(None)
        }
        other => other.map(Some),
    }
}
