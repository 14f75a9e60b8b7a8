//! `/board`: brings the board to where it is asked for, or shows an earlier position.

use super::command::Pressed;
use super::more_panel;
use super::move_panel::panel_board;
use super::play::start_refused;
use super::resolve_table::candidates;
use super::table_command::{ArgumentUse, At, TABLE, TableCommand, table_id};
use super::watch;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::shared::interaction::CommandOptions;
use crate::discord::view::custom_id::Control;
use crate::discord::view::message::{File, Message};
use crate::discord::view::numbered_moves::{last_move, numbered_move};
use crate::discord::view::pick::OPTIONS_MAX;
use crate::discord::view::preferences::Preferences;
use crate::discord::view::reply::{Answer, Reply, Suggestion};
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::service::StoredTable;
use kradan_i18n::{MoveNumber, sentences};
use kradan_table::{Command, Table, Venue};

/// The option that holds the number of the move after which the board is shown.
const AT: &str = "at";

sentences! {
    /// What `/board` says.
    enum Sentence<'a> {
        /// Above an earlier position: the move that led to it.
        After {
            written: &'a str,
        } => "line-board-after",
        /// Above the first position.
        Start => "line-board-start",
        /// What was given is not the number of a move.
        NotANumber => "line-board-not-a-number",
        /// The game has no such move.
        NoSuchMove {
            number: &'a str,
            /// The last move, if there is one.
            last: Option<&'a str>,
        } => "line-board-no-such-move",
    }
}

pub(super) struct BoardCommand;

impl TableCommand for BoardCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "board",
        options: &[TABLE, OptionDefinition::optional(AT, OptionKind::Suggested)],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = more_panel::CONTROLS;
    const FITS_CHALLENGES: bool = true;
    const FITS_PAST: bool = true;
    const FITS_SPECTATORS: bool = true;
    const ARGUMENT: ArgumentUse = ArgumentUse::Optional;

    fn fits(_: &Table) -> bool {
        true
    }

    /// An earlier position is for the caller alone.
    fn asks_elsewhere(argument: &str, _: &Preferences) -> bool {
        argument.is_empty()
    }

    fn argument(options: &CommandOptions) -> &str {
        options.text(AT).unwrap_or_default().trim()
    }

    fn is_argument(argument: &str) -> bool {
        argument.is_empty() || argument.parse::<MoveNumber>().is_ok()
    }

    fn refuse_argument(ctx: &Ctx<'_>) -> Reply {
        ctx.ephemeral(&Sentence::NotANumber)
    }

    /// Brings the board here, where the other player reads it too; elsewhere, and for one who does
    /// not play, the caller sees a copy.
    async fn act(ctx: &Ctx<'_>, at: At<'_>) -> Answer {
        if let Ok(number) = at.argument.parse() {
            return Ok(earlier(ctx, at, number).await);
        }
        if ctx.is_player(at.stored) {
            if let Some(why) = move_refused(ctx, at.stored).await {
                let copy = ctx.bot.private_copy(ctx.caller, at.id, at.stored).await;
                return Ok(Reply::Private(Message {
                    text: format!("{}\n{why}", copy.text),
                    ..copy
                }));
            }
            if let Some(reply) = ctx.missing_permissions(Venue::Here) {
                return Ok(reply);
            }
            let command = Command::Show(ctx.request.origin.channel);
            return ctx.command(at.id, at.stored, &command).await;
        }
        let heading = ctx.bot.heading(at.id, at.stored, ctx.language()).await;
        let board = File::Board(Box::new(panel_board(at.id, at.stored, ctx.caller)));
        let message = Message { file: Some(board), ..Message::of(heading) };
        let buttons = watch::spectator_buttons(at.id, at.stored, ctx.language());
        Ok(Reply::Private(message.with_buttons(buttons)))
    }

    /// Suggests the moves after which the board can be shown, the last ones first.
    async fn complete(
        ctx: &Ctx<'_>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option != AT {
            return Vec::new();
        }
        let stored = match options.text(TABLE.name) {
            Some(named) => match table_id(named) {
                Some(id) => ctx.table(id).await.ok().filter(|stored| may_read(ctx, stored)),
                None => None,
            },
            None => match candidates::<Self>(ctx, "").await.map(|it| it.tables).as_deref() {
                Ok([(_, stored)]) => Some(stored.clone()),
                _ => None,
            },
        };
        stored.map(|stored| suggested_moves(ctx, &stored, typed.trim())).unwrap_or_default()
    }

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        more_panel::press(ctx, pressed).await
    }
}

/// What is said where the server does not let the caller bring a game here that is shown elsewhere.
async fn move_refused(ctx: &Ctx<'_>, stored: &StoredTable) -> Option<String> {
    if ctx.is_here(stored) {
        return None;
    }
    let settings = ctx.bot.server_settings(ctx.request.origin.guild).await;
    start_refused(ctx, &settings, &ctx.request.origin)
}

fn may_read(ctx: &Ctx<'_>, stored: &StoredTable) -> bool {
    ctx.is_player(stored) || ctx.is_here(stored)
}

/// The moves of a game whose numbers begin as typed, the last ones first.
fn suggested_moves(ctx: &Ctx<'_>, stored: &StoredTable, typed: &str) -> Vec<Suggestion> {
    let game = stored.table.game();
    let suggestion = |ply| {
        let number = MoveNumber::of(game, ply, ctx.language())?.to_string();
        let written = numbered_move(game, ply, ctx.language())?;
        number.starts_with(typed).then_some((written, number))
    };
    (0..game.plies()).rev().filter_map(suggestion).take(OPTIONS_MAX).collect()
}

/// The position after a move, for the caller alone.
async fn earlier(ctx: &Ctx<'_>, at: At<'_>, number: MoveNumber) -> Reply {
    let (table, language) = (&at.stored.table, ctx.language());
    let code = |mv: String| format!("`{mv}`");
    let Some(plies) = number.plies(table.game(), language) else {
        let last = last_move(table.game(), language).map(code);
        let number = code(number.to_string());
        return ctx.ephemeral(&Sentence::NoSuchMove { number: &number, last: last.as_deref() });
    };
    let last = plies.checked_sub(1).and_then(|ply| numbered_move(table.game(), ply, language));
    let position = match last.map(code) {
        Some(written) => ctx.say(&Sentence::After { written: &written }),
        None => ctx.say(&Sentence::Start),
    };
    let heading = ctx.bot.heading(at.id, at.stored, language).await;
    let key = (at.id, at.stored.revision);
    let mut board = table_view::board(key, table, plies, &ctx.caller.preferences);
    board.name = format!("{}-panel", board.name);
    // What could be played then is of no use now.
    board.view.hints = false;
    let file = Some(File::Board(Box::new(board)));
    Reply::Private(Message { file, ..Message::of(format!("{heading}\n{position}")) })
}
