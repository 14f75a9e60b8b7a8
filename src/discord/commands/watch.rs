//! `/watch`: following a game that one does not play. Its follower is told by direct message.

use super::command::{Pressed, SlashCommand};
use super::resolve_table::LOOKED_AT_MAX;
use super::table_command::{LoadedTable, TABLE, WHICH, table_id};
use crate::discord::api::panels::QUESTION;
use crate::discord::api::{ApiError, Priority, base_62};
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::controls::{labelled, menu};
use crate::discord::view::custom_id::{
    Control, CustomId, CustomIdForm, read_table_option, table_option,
};
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::discord::view::pick::{Choice, read_page};
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::visibility::Visibility;
use crate::service::{
    ErrorChain, Follow, FollowLimits, Following, Listing, ServiceError, StoredTable,
};
use kradan_i18n::{Counts, Label as SharedLabel, Language, Line, sentences};
use kradan_table::{Refusal, Seen, TableId};

/// Follows each move.
const FOLLOW_MOVES: &str = "follow-moves";
/// Follows until the end, of which alone the follower is told.
const FOLLOW_END: &str = "follow-end";
const UNFOLLOW: &str = "unfollow";

/// The value of the option for each move.
const MOVES: &str = "moves";

const LIMITS: FollowLimits = FollowLimits { of_table: 50, of_player: 50 };

const TELL: OptionDefinition =
    OptionDefinition::optional("tell", OptionKind::Choice(&[MOVES, "end"]));

sentences! {
    /// What `/watch` says.
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
        /// No game of others is running in the channel.
        NoGame => "line-watch-none",
    }

    /// What stands on the buttons.
    enum Label {
        FollowMoves => "label-follow-moves",
        FollowEnd => "label-follow-end",
        Unfollow => "label-unfollow",
    }
}

pub(super) struct WatchCommand;

impl SlashCommand for WatchCommand {
    const DEFINITION: &'static Definition = &Definition { name: "watch", options: &[TELL, TABLE] };
    const VISIBILITY: Visibility = Visibility::Ephemeral;
    const CONTROLS: &'static [Control] = &[
        Control::new(FOLLOW_MOVES, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(FOLLOW_END, CustomIdForm::Table, Visibility::Ephemeral),
        Control::new(UNFOLLOW, CustomIdForm::Position, Visibility::Ephemeral),
    ];

    /// Follows a game of the channel: the named one, or the only one of others.
    async fn run(ctx: &Ctx<'_>, options: &CommandOptions) -> Answer {
        let tell = options.text(TELL.name).unwrap_or_default();
        if let Some(named) = options.text(TABLE.name) {
            let id = match table_id(named) {
                Some(id) => id,
                None => found_by_title(ctx, named).await?.ok_or(ServiceError::NoTable)?,
            };
            let stored = ctx.table(id).await?;
            return follow(ctx, id, &stored, tell == MOVES).await;
        }
        let tables = games_of_others(ctx).await?;
        match &tables[..] {
            [] => Ok(ctx.ephemeral(&Sentence::NoGame)),
            [(id, stored)] => follow(ctx, *id, stored, tell == MOVES).await,
            _ => Ok(ctx.panel(QUESTION, question(ctx, &tables, tell, 0).await)),
        }
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let id = pressed.parts.table.ok_or(ServiceError::NoTable)?;
        if pressed.word == UNFOLLOW {
            ctx.service().store().unfollow(id, ctx.caller.id).await?;
            return Ok(ctx.ephemeral(&Sentence::Unfollowed));
        }
        let stored = ctx.table(id).await?;
        follow(ctx, id, &stored, pressed.word == FOLLOW_MOVES).await
    }

    /// Suggests the games of others that are running in the channel.
    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        _options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option != TABLE.name {
            return Vec::new();
        }
        let typed = typed.trim().to_lowercase();
        let titled = titled(ctx).await.unwrap_or_default().into_iter();
        let fits = titled.filter(|(_, title)| title.to_lowercase().contains(&typed));
        fits.take(crate::discord::view::pick::OPTIONS_MAX)
            .map(|(id, title)| (title, id.0.to_string()))
            .collect()
    }

    fn takes_table(argument: Option<&str>) -> bool {
        argument.is_none_or(|argument| TELL.choices().contains(&argument))
    }

    async fn choose(ctx: &Ctx<'_>, argument: &str, value: &str) -> Answer {
        if let Some(page) = read_page(value) {
            let tables = games_of_others(ctx).await?;
            return Ok(ctx.panel(QUESTION, question(ctx, &tables, argument, page).await));
        }
        let (id, _) = read_table_option(value).ok_or(ServiceError::NoTable)?;
        let stored = ctx.table(id).await?;
        Ok(match follow(ctx, id, &stored, argument == MOVES).await? {
            // The question makes room.
            Reply::Private(message) => Reply::Change(message),
            other => other,
        })
    }
}

/// The buttons below the board that a spectator sees alone.
pub(super) fn spectator_buttons(
    id: TableId,
    stored: &StoredTable,
    language: Language,
) -> Vec<Button> {
    if !stored.table.is_running() {
        return Vec::new();
    }
    let button = |word, label: Label| {
        labelled(CustomId::new(word).table(id), &label, ButtonStyle::Secondary, language)
    };
    vec![button(FOLLOW_MOVES, Label::FollowMoves), button(FOLLOW_END, Label::FollowEnd)]
}

/// The button with which a follower hears no more of a game. The position tells the messages apart
/// among which one is looked for that may have been posted.
pub(crate) fn unfollow_button(id: TableId, stored: &StoredTable, language: Language) -> Button {
    let unfollow = CustomId::new(UNFOLLOW).table(id).seen(Seen::of(stored.table.game()));
    labelled(unfollow, &Label::Unfollow, ButtonStyle::Secondary, language)
}

/// The running games of others in the channel.
async fn games_of_others(ctx: &Ctx<'_>) -> Result<Vec<LoadedTable>, ServiceError> {
    let channel = ctx.request.origin.channel;
    let games = ctx.service().tables_in_channel(channel, Listing::Running, LOOKED_AT_MAX).await?;
    Ok(games.into_iter().filter(|(_, stored)| !ctx.is_player(stored)).collect())
}

async fn titled(ctx: &Ctx<'_>) -> Result<Vec<(TableId, String)>, ServiceError> {
    let tables = games_of_others(ctx).await?;
    let titles = ctx.bot.titles(&tables, ctx.language()).await;
    Ok(tables.into_iter().map(|(id, _)| id).zip(titles).collect())
}

async fn found_by_title(ctx: &Ctx<'_>, named: &str) -> Result<Option<TableId>, ServiceError> {
    let named = named.trim().to_lowercase();
    let titled = titled(ctx).await?;
    Ok(titled.into_iter().find(|(_, it)| it.to_lowercase().contains(&named)).map(|(id, _)| id))
}

/// Asks which of several games is to be followed.
async fn question(ctx: &Ctx<'_>, tables: &[LoadedTable], tell: &str, page: usize) -> Message {
    let labels = ctx.bot.titles(tables, ctx.language()).await;
    let option = |(label, (id, stored)): (String, &LoadedTable)| Choice {
        label,
        value: table_option(*id, Seen::of(stored.table.game())),
    };
    let options: Vec<Choice> = labels.into_iter().zip(tables).map(option).collect();
    let control = CustomId::new(WHICH).with("watch");
    let control = if tell.is_empty() { control } else { control.with(tell) };
    let menu = menu(control, &SharedLabel::PickTable, &options, page, ctx.language());
    Message { rows: menu.into_iter().collect(), ..Message::of(ctx.say(&Line::WhichTable)) }
}

/// Stores that the caller follows a game, and tells them so by direct message: that shows whether one
/// reaches them.
async fn follow(ctx: &Ctx<'_>, id: TableId, stored: &StoredTable, each_move: bool) -> Answer {
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) };
    if ctx.is_player(stored) {
        return Ok(ctx.ephemeral(&Sentence::Own));
    }
    // Who does not read the channel of a game is told nothing of it.
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
    let heading = ctx.bot.heading(id, stored, ctx.language()).await;
    let told = ctx.say(&if each_move { Sentence::FollowingMoves } else { Sentence::FollowingEnd });
    let unfollow = unfollow_button(id, stored, ctx.language());
    let message = Message::of(format!("{heading}\n{told}")).with_buttons(vec![unfollow]);
    if following == Following::New
        && let Err(error) = greet(ctx, &message).await
    {
        tracing::info!(error = %ErrorChain(&error), table = id.0, "a follower cannot be told");
        if let ApiError::Limited(_) = error {
            // The conversation is opened when they do something later, and what they miss is shown then.
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
    let channel = ctx.bot.conversation_with(ctx.caller.id).await?;
    let mark = base_62(ctx.request.interaction.0, 11);
    ctx.bot.api.post(Priority::Person, channel, message, &mark).await.map(drop)
}
