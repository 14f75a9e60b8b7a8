//! Following a game of others by direct messages.

use super::command::{Controls, Pressed};
use crate::discord::api::{ApiError, Priority, base_62};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::{open_conversation, titles};
use crate::discord::view::buttons::{self, UNFOLLOW};
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use crate::service::{ErrorChain, Follow, FollowLimits, Following, ServiceError, StoredTable};
use kradan_i18n::{Counts, Language, Line, sentences};
use kradan_table::{Refusal, TableId};

/// Follows each move.
const FOLLOW_MOVES: &str = "follow-moves";
/// Follows the end alone.
const FOLLOW_END: &str = "follow-end";

const LIMITS: FollowLimits = FollowLimits { of_table: 50, of_player: 50 };

sentences! {
    /// What a follower is told.
    enum Sentence {
        /// The follower is told of each move.
        FollowingMoves => "line-watch-moves",
        /// The follower is told of the end.
        FollowingEnd => "line-watch-end",
        /// The game is the user's own.
        Own => "line-watch-own",
        /// No direct message reaches the user.
        Closed => "line-watch-closed",
        /// As many follow the game as may.
        TableFull {
            most: usize,
        } => "line-watch-full",
        /// The user follows as many games as one may.
        PlayerFull {
            most: usize,
        } => "line-watch-too-many",
        /// The user hears no more of the game.
        Unfollowed => "line-watch-unfollowed",
    }

    /// What stands on the buttons.
    enum Label {
        FollowMoves => "label-follow-moves",
        FollowEnd => "label-follow-end",
    }
}

pub(super) struct Watch;

impl Controls for Watch {
    const CONTROLS: &'static [Control] = &[
        Control::new(FOLLOW_MOVES, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(FOLLOW_END, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(UNFOLLOW, CustomIdForm::Position, Visibility::Ephemeral),
    ];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let id = pressed.parts.table.ok_or(ServiceError::NoTable)?;
        if pressed.word == UNFOLLOW {
            ctx.service().store().unfollow(id, ctx.caller.id).await?;
            return Ok(ctx.ephemeral(&Sentence::Unfollowed));
        }
        let stored = ctx.table(id).await?;
        follow(ctx, id, &stored, pressed.word == FOLLOW_MOVES).await
    }
}

/// The buttons of a spectator, while a game is running.
pub(super) fn buttons(id: TableId, stored: &StoredTable, language: Language) -> Vec<Button> {
    if !stored.table.is_running() {
        return Vec::new();
    }
    let button = |word, label: Label| {
        labelled(CustomId::new(word).table(id), &label, ButtonStyle::Secondary, language)
    };
    vec![button(FOLLOW_MOVES, Label::FollowMoves), button(FOLLOW_END, Label::FollowEnd)]
}

/// Stores that the caller follows a game, and confirms it by direct message, which shows whether
/// one reaches them.
async fn follow(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable, each_move: bool) -> Answer {
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) };
    if ctx.is_player(stored) {
        return Ok(ctx.ephemeral(&Sentence::Own));
    }
    // A game is hidden from those who do not read its channel.
    if !ctx.is_here(stored) {
        return Err(refuse(Refusal::NotSeated));
    }
    if !stored.table.is_running() {
        return Err(refuse(stored.table.ending().map_or(Refusal::NotBegun, Refusal::Over)));
    }
    let (store, player) = (ctx.service().store(), ctx.caller.id);
    let wish = Follow { each_move, since: ctx.service().clock().now() };
    let following = store.follow(id, player, wish, LIMITS).await?;
    match following {
        Following::New | Following::Known => {}
        Following::TableFull => {
            return Ok(ctx.ephemeral(&Sentence::TableFull { most: LIMITS.of_table }));
        }
        Following::PlayerFull => {
            return Ok(ctx.ephemeral(&Sentence::PlayerFull { most: LIMITS.of_player }));
        }
    }
    let heading = titles::heading(ctx.bot, id, stored, ctx.language()).await;
    let told = ctx.say(&if each_move { Sentence::FollowingMoves } else { Sentence::FollowingEnd });
    let unfollow = buttons::unfollow(id, stored, ctx.language());
    let message = Message::of(format!("{heading}\n{told}")).with_buttons(vec![unfollow]);
    if following == Following::New
        && let Err(error) = greet(ctx, &message).await
    {
        tracing::info!(error = %ErrorChain(&error), table = %id.0, "direct message to a follower not sent");
        if let ApiError::Limited(_) = error {
            // The conversation is opened at their next interaction.
            ctx.bot.conversations.want(player);
            return Ok(Reply::Private(message));
        }
        store.unfollow(id, player).await?;
        return Ok(match error {
            ApiError::Forbidden(_) => ctx.ephemeral(&Sentence::Closed),
            _ => ctx.ephemeral(&Line::Failed { counts: Counts::No }),
        });
    }
    Ok(Reply::Private(message))
}

/// Sends the caller the first direct message.
async fn greet(ctx: &Ctx<'_>, message: &Message) -> Result<(), ApiError> {
    let channel = open_conversation::with(ctx.bot, ctx.caller.id).await?;
    let mark = base_62(ctx.request.interaction.0, 11);
    ctx.bot.api.post(Priority::Person, channel, message, &mark).await.map(drop)
}
