//! `/move`, and the menus by which a move is picked: which square, which piece, where to, and whether
//! indeed.

use super::command::Pressed;
use super::move_suggestions::suggestions;
use super::table_command::{
    At, TABLE, TableCommand, WHICH, fitting, keep_if_any, keep_own_turns, table_id,
};
use crate::discord::context::{Caller, Ctx};
use crate::discord::controls::{labelled, menu};
use crate::discord::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::definition::{Definition, OptionDefinition, OptionKind};
use crate::discord::games;
use crate::discord::interaction::{CommandOptions, Payload};
use crate::discord::message::{BoardPicture, ButtonStyle, ComponentRow, File, Message};
use crate::discord::pick::{self, Source};
use crate::discord::reply::{Answer, Reply, Suggestion};
use crate::discord::table_view;
use crate::discord::visibility::Visibility;
use crate::discord::written_moves::written_moves;
use crate::i18n::{self, Language, sentences};
use crate::rules::{Game, Side, Square};
use crate::service::{MoveConfirmation, ServiceError, Store, StoredTable};
use crate::table::{Command, PlayerId, Refusal, Seen, TableId};

/// The option that holds the move.
const MOVE: &str = "move";

/// The menu of squares, for games in which a move is one square.
const SQUARE: &str = "square";
/// The menu of pieces.
const PIECE: &str = "piece";
/// The menu of targets of the piece that was picked, which the custom id names.
const TARGET: &str = "target";
/// Makes the move that is shown, which the custom id names.
const CONFIRM: &str = "confirm";
/// Goes back to the menu of pieces.
const BACK: &str = "back";

sentences! {
    /// What the panels of a move say.
    enum Sentence<'a> {
        /// A piece was picked: where does it go?
        PickTarget {
            piece: &'a str,
            square: Square,
        } => "line-pick-target",
        /// A piece in hand was picked: where is it dropped?
        PickDrop {
            piece: &'a str,
        } => "line-picked-drop",
        /// The picked piece cannot move.
        NothingFrom => "line-nothing-from",
        /// Whether to make this move.
        Confirm {
            /// The move as people write it.
            written: &'a str,
        } => "line-confirm-move",
    }

    /// What stands on the buttons and menus.
    enum Label {
        /// Othello's menu of squares.
        PickSquare => "label-pick-square",
        /// The menu of pieces.
        PickPiece => "label-pick-piece",
        /// The menu of a piece's targets.
        PickTarget => "label-pick-target",
        /// One step back.
        Back => "label-back",
        /// To make the move that is shown.
        PlayIt => "label-play-it",
        /// To pick another piece.
        OtherPiece => "label-other-piece",
    }
}

pub(super) struct MoveCommand;

impl TableCommand for MoveCommand {
    const DEFINITION: &'static Definition = &Definition {
        name: "move",
        options: &[OptionDefinition::required(MOVE, OptionKind::Suggested), TABLE],
    };
    const VISIBILITY: Visibility = Visibility::Public;
    const CONTROLS: &'static [Control] = &[
        Control::new(SQUARE, CustomIdForm::Position, Visibility::Public),
        Control::new(PIECE, CustomIdForm::Position, Visibility::Ephemeral),
        Control::new(TARGET, CustomIdForm::PositionText, Visibility::Public),
        Control::new(CONFIRM, CustomIdForm::PositionText, Visibility::Public),
        Control::new(BACK, CustomIdForm::Position, Visibility::Ephemeral),
    ];
    const HAS_ARGUMENT: bool = true;

    fn narrow(tables: &mut Vec<(TableId, StoredTable)>, player: PlayerId, argument: &str) {
        keep_own_turns(tables, player);
        if !argument.is_empty() {
            keep_if_any(tables, |row| row.table.game().clone().play_text(argument).is_ok());
        }
    }

    fn argument(options: &CommandOptions) -> Option<&str> {
        options.text(MOVE)
    }

    async fn act<S: Store>(ctx: &Ctx<'_, S>, at: At<'_>) -> Answer {
        at.command(ctx, Command::Move(at.argument.to_owned())).await
    }

    async fn press<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
        pick(ctx, pressed).await
    }

    /// Suggests moves of the first table that fits.
    async fn complete<S: Store>(
        ctx: &Ctx<'_, S>,
        option: &str,
        typed: &str,
        options: &CommandOptions,
    ) -> Vec<Suggestion> {
        if option != MOVE {
            return Vec::new();
        }
        let row = if let Some(id) = options.text(TABLE.name).and_then(table_id) {
            ctx.table(id).await.ok()
        } else {
            let tables = fitting::<MoveCommand, S>(ctx, "").await.unwrap_or_default();
            tables.into_iter().next().map(|(_, row)| row)
        };
        row.map(|row| suggestions(row.table.game(), typed, ctx.language())).unwrap_or_default()
    }
}

/// The move that a request wants, as it was typed or chosen; empty if it wants none.
pub(in crate::discord) fn typed_move(payload: &Payload) -> &str {
    match payload {
        Payload::Command { name, options } if name == MoveCommand::DEFINITION.name => {
            options.text(MOVE).unwrap_or_default()
        }
        Payload::Component { custom_id, value } => {
            let (word, rest) = custom_id.split();
            match (word, rest) {
                (SQUARE | TARGET, _) => value.as_deref().unwrap_or_default(),
                (CONFIRM, Some(rest)) => rest.splitn(3, ':').nth(2).unwrap_or_default(),
                (WHICH, Some(rest)) => match rest.split_once(':') {
                    Some((MOVE, text)) => text,
                    _ => "",
                },
                _ => "",
            }
        }
        Payload::Command { .. } | Payload::Autocomplete { .. } => "",
    }
}

/// The menu to begin a move with: the squares, or the pieces that can move.
pub(in crate::discord) fn move_menu(
    table: TableId,
    game: &Game,
    page: usize,
    language: Language,
) -> Option<ComponentRow> {
    let (word, label, choices) = if games::picks_squares(game.kind()) {
        (SQUARE, Label::PickSquare, pick::squares(game))
    } else {
        (PIECE, Label::PickPiece, pick::sources(game, language))
    };
    let id = CustomId::new(word).table(table).seen(Seen::of(game));
    menu(id, &label, &choices, page, language)
}

/// The present board below some words, for the caller alone; with the menu to move with where it is
/// their turn.
pub(in crate::discord) fn present_board<S: Store>(
    ctx: &Ctx<'_, S>,
    id: TableId,
    row: &StoredTable,
    text: String,
) -> Reply {
    let is_mover = row.table.to_move().is_some_and(|(_, player)| player == ctx.caller.id);
    let menu = if is_mover { move_menu(id, row.table.game(), 0, ctx.language()) } else { None };
    let board = file(panel_board(id, row, ctx.caller));
    let message =
        Message { rows: menu.into_iter().collect(), file: Some(board), ..Message::of(text) };
    ctx.panel(id, message)
}

/// A step on the way to a move. The last of them plays, if the menu was made for the present
/// position.
async fn pick<S: Store>(ctx: &Ctx<'_, S>, pressed: &Pressed<'_>) -> Answer {
    let (id, row) = pressed.table(ctx).await?;
    let Some(seen) = pressed.parts.seen else { return Err(ServiceError::NoTable) };
    let value = pressed.value.unwrap_or_default();
    let page = pick::read_page(value);
    let is_confirmed = ctx.caller.preferences.confirm != MoveConfirmation::Always;
    let played = match (pressed.word, page) {
        (SQUARE | TARGET, None) if is_confirmed => Some(value),
        (CONFIRM, _) => Some(pressed.parts.text),
        _ => None,
    };
    if let Some(text) = played {
        let command = Command::Move(text.to_owned()).on(seen);
        return ctx.command(id, &row, &command).await;
    }
    check_seen(ctx.caller, id, &row, seen)?;
    let side = mover(ctx.caller, id, &row)?;
    let step = MovePanel { ctx, id, row: &row };
    match (pressed.word, page) {
        (SQUARE | PIECE, Some(page)) => Ok(step.first_menu(page)),
        (BACK, _) => Ok(step.first_menu(0)),
        (PIECE, None) => Ok(step.second_menu(side, read_source(value)?, 0)),
        (TARGET, Some(page)) => Ok(step.second_menu(side, read_source(pressed.parts.text)?, page)),
        _ => Ok(step.ask_whether(value)),
    }
}

fn read_source(text: &str) -> Result<Source, ServiceError> {
    Source::read(text).ok_or(ServiceError::NoTable)
}

/// The panel with which a player chooses a move, step by step.
struct MovePanel<'a, S> {
    ctx: &'a Ctx<'a, S>,
    id: TableId,
    row: &'a StoredTable,
}

impl<S: Store> MovePanel<'_, S> {
    /// The menu of pieces: when there are too many for the board's, or to pick another one.
    fn first_menu(&self, page: usize) -> Reply {
        let rows = move_menu(self.id, self.row.table.game(), page, self.ctx.language());
        let board = file(panel_board(self.id, self.row, self.ctx.caller));
        let message =
            Message { rows: rows.into_iter().collect(), file: Some(board), ..Message::default() };
        self.ctx.panel(self.id, message)
    }

    /// The menu of targets, below a picture that marks the piece and them.
    fn second_menu(&self, side: Side, source: Source, page: usize) -> Reply {
        let (game, language) = (self.row.table.game(), self.ctx.language());
        let seen = Seen::of(game);
        let choices = pick::targets(game, source);
        let custom_id = CustomId::new(TARGET).table(self.id).seen(seen).with(source.text());
        let Some(targets) = menu(custom_id, &Label::PickTarget, &choices, page, language) else {
            return self.ctx.ephemeral(&Sentence::NothingFrom);
        };
        let name = source.piece(game).map(|(_, piece)| i18n::piece_name(side, piece, language));
        let name = name.unwrap_or_default();
        let text = self.ctx.say(&match source {
            Source::Square(square) => Sentence::PickTarget { piece: &name, square },
            Source::Hand(_) => Sentence::PickDrop { piece: &name },
        });
        let mut board = panel_board(self.id, self.row, self.ctx.caller);
        board.view.picked = Some(source.pick());
        let back = CustomId::new(BACK).table(self.id).seen(seen);
        let back = labelled(back, &Label::OtherPiece, ButtonStyle::Plain, language);
        let message = Message { rows: vec![targets], file: Some(file(board)), ..Message::of(text) };
        self.ctx.panel(self.id, message.with_buttons(vec![back]))
    }

    /// Shows a move before it is made.
    fn ask_whether(&self, text: &str) -> Reply {
        let (game, language) = (self.row.table.game(), self.ctx.language());
        let mut board = panel_board(self.id, self.row, self.ctx.caller);
        if board.game.play_text(text).is_err() {
            return self.ctx.ephemeral(&Sentence::NothingFrom);
        }
        let written = written_moves(game, language)
            .into_iter()
            .find_map(|(written, exact)| (exact == text).then_some(written))
            .unwrap_or_else(|| text.to_owned());
        let written = format!("`{written}`");
        let custom_id = |word| CustomId::new(word).table(self.id).seen(Seen::of(game));
        let confirm = custom_id(CONFIRM).with(text);
        let buttons = vec![
            labelled(confirm, &Label::PlayIt, ButtonStyle::Main, language),
            labelled(custom_id(BACK), &Label::Back, ButtonStyle::Plain, language),
        ];
        let asks = self.ctx.say(&Sentence::Confirm { written: &written });
        let message = Message { file: Some(file(board)), ..Message::of(asks) };
        self.ctx.panel(self.id, message.with_buttons(buttons))
    }
}

/// Whether a control may be used that shows the next step and plays nothing. Those that play are
/// checked by the table, when the command is applied.
pub(super) fn check_seen(
    caller: &Caller,
    id: TableId,
    row: &StoredTable,
    seen: Seen,
) -> Result<(), ServiceError> {
    // A passer-by is told first that they do not play.
    if !row.table.players().contains(&caller.id) {
        return Ok(());
    }
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(row.clone()) };
    row.table.check_seen(seen).map_err(refuse)
}

/// The side of a caller whose turn it is.
fn mover(caller: &Caller, id: TableId, row: &StoredTable) -> Result<Side, ServiceError> {
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(row.clone()) };
    let table = &row.table;
    if !table.players().contains(&caller.id) {
        return Err(refuse(Refusal::NotSeated));
    }
    match (table.to_move(), table.ending()) {
        (Some((side, player)), _) if player == caller.id => Ok(side),
        (Some((turn, player)), _) => Err(refuse(Refusal::NotYourTurn { turn, player })),
        (None, Some(ending)) => Err(refuse(Refusal::Over(ending))),
        (None, None) => Err(refuse(Refusal::NotBegun)),
    }
}

/// The board as a panel shows it: like the public one, with the preferences of its one reader.
pub(super) fn panel_board(id: TableId, row: &StoredTable, caller: &Caller) -> BoardPicture {
    let mut board = table_view::present_board(id, row, &caller.preferences);
    board.name = format!("{}-panel", board.name);
    board
}

fn file(board: BoardPicture) -> File {
    File::Board(Box::new(board))
}
