//! Picking a move by buttons: below a board, and in private panels with the targets of a piece or
//! the question whether to play.

use super::command::{Pressed, check_seen};
use super::more_panel;
use crate::discord::shared::context::{Caller, Ctx};
use crate::discord::shared::interaction::Payload;
use crate::discord::shared::titles;
use crate::discord::view::controls::{in_rows, labelled};
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::games;
use crate::discord::view::message::{BoardPicture, ButtonStyle, ComponentRow, File, Message};
use crate::discord::view::pick::{Source, read_page};
use crate::discord::view::pick_rows::{
    BACK, FROM, GO, PIECES, Picking, SQUARE, page_of, source_and_page,
};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::table_view;
use crate::discord::view::visibility::Visibility;
use crate::service::{MoveConfirmation, ServiceError, StoredTable};
use kradan_i18n::{self as i18n, sentences};
use kradan_rules::{Side, Square};
use kradan_table::{Command, Refusal, Seen, TableId};

/// Makes the move that is shown, which the custom id names.
const CONFIRM: &str = "confirm";

/// The buttons and menus by which a move is picked.
pub(super) const CONTROLS: &[Control] = &[
    Control::new(GO, CustomIdForm::PositionText, Visibility::Public),
    Control::new(FROM, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(PIECES, CustomIdForm::PositionText, Visibility::Ephemeral),
    Control::new(SQUARE, CustomIdForm::Position, Visibility::Public),
    Control::new(CONFIRM, CustomIdForm::PositionText, Visibility::Public),
    Control::new(BACK, CustomIdForm::Position, Visibility::Ephemeral),
];

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

    /// What stands on the buttons.
    enum Label {
        /// One step back.
        Back => "label-back",
        /// To make the move that is shown.
        PlayIt => "label-play-it",
    }
}

/// The move that a button or menu plays or asks about; empty if there is none.
pub(super) fn picked_move(payload: &Payload) -> &str {
    let Payload::Component { custom_id, value, .. } = payload else { return "" };
    match custom_id.split() {
        (SQUARE, _) => value.as_deref().unwrap_or_default(),
        (GO | CONFIRM, Some(rest)) => rest.splitn(3, ':').nth(2).unwrap_or_default(),
        _ => "",
    }
}

/// A private copy of the board below a text, with move buttons if it is the caller's turn.
pub(crate) fn present_board(
    ctx: &Ctx<'_>,
    id: TableId,
    stored: &StoredTable,
    text: String,
) -> Reply {
    ctx.panel(id, board_message(ctx.caller, id, stored, text))
}

/// The message of [`present_board`].
pub(super) fn board_message(
    caller: &Caller,
    id: TableId,
    stored: &StoredTable,
    text: String,
) -> Message {
    let rows = controls(caller, id, stored, 0);
    Message { rows, file: Some(file(panel_board(id, stored, caller))), ..Message::of(text) }
}

/// The controls of a private board: move buttons if it is the player's turn, and the rest in the
/// last row.
fn controls(caller: &Caller, id: TableId, stored: &StoredTable, page: usize) -> Vec<ComponentRow> {
    let Some(side) = stored.table.side_of(caller.id).filter(|_| stored.table.is_running()) else {
        return Vec::new();
    };
    let is_mover = stored.table.to_move().is_some_and(|(turn, _)| turn == side);
    let others = more_panel::last_row(id, &stored.table, side, caller.language());
    if is_mover { picking(caller, id, stored).first_rows(page, others) } else { in_rows(&others) }
}

/// Handles a step of picking a move. The last step plays.
pub(super) async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
    let (id, stored) = pressed.table(ctx).await?;
    let Some(seen) = pressed.parts.seen else { return Err(ServiceError::NoTable) };
    let value = pressed.value.unwrap_or_default();
    let picked = match pressed.word {
        GO => Some(pressed.parts.text),
        // Other options of the menu lead to other pages.
        SQUARE if read_page(value).is_none() => Some(value),
        _ => None,
    };
    let asks_first = ctx.caller.preferences.confirm == MoveConfirmation::Always;
    let played = match (pressed.word, picked) {
        (CONFIRM, _) => Some(pressed.parts.text),
        (_, picked) if !asks_first => picked,
        _ => None,
    };
    if let Some(text) = played {
        let command = Command::Move(text.to_owned()).on(seen);
        return ctx.command(id, &stored, &command).await;
    }
    check_seen(ctx.caller, id, &stored, seen)?;
    let side = mover(ctx.caller, id, &stored)?;
    let panel = MovePanel::of(ctx, id, &stored).await;
    if let Some(text) = picked {
        return Ok(panel.ask_whether(text));
    }
    match pressed.word {
        FROM => {
            let source = source_and_page(pressed.parts.text).ok_or(ServiceError::NoTable)?;
            Ok(panel.targets(side, source))
        }
        PIECES => Ok(panel.pieces(page_of(pressed.parts.text).unwrap_or(0))),
        SQUARE => Ok(panel.pieces(read_page(value).unwrap_or(0))),
        _ => Ok(panel.pieces(0)),
    }
}

fn picking<'a>(caller: &'a Caller, table: TableId, stored: &'a StoredTable) -> Picking<'a> {
    Picking::of(table, stored.table.game(), &caller.preferences)
}

/// Shows a move to the caller alone before it is made.
pub(super) async fn ask_whether(
    ctx: &Ctx<'_>,
    id: TableId,
    stored: &StoredTable,
    exact: &str,
) -> Reply {
    MovePanel::of(ctx, id, stored).await.ask_whether(exact)
}

/// The panel with which a player chooses a move, step by step.
struct MovePanel<'a> {
    ctx: &'a Ctx<'a>,
    id: TableId,
    stored: &'a StoredTable,
    /// The game, with a link to its board.
    heading: String,
}

impl<'a> MovePanel<'a> {
    async fn of(ctx: &'a Ctx<'a>, id: TableId, stored: &'a StoredTable) -> MovePanel<'a> {
        let heading = titles::heading(ctx.bot, id, stored, ctx.language()).await;
        MovePanel { ctx, id, stored, heading }
    }

    /// The squares, or a page of the pieces that can move.
    fn pieces(&self, page: usize) -> Reply {
        let rows = controls(self.ctx.caller, self.id, self.stored, page);
        let board = file(panel_board(self.id, self.stored, self.ctx.caller));
        let text = self.heading.clone();
        self.ctx.panel(self.id, Message { rows, file: Some(board), ..Message::of(text) })
    }

    /// A page of the targets of a piece, below a picture that marks the piece and all of them.
    fn targets(&self, side: Side, (source, page): (Source, usize)) -> Reply {
        let (game, language) = (self.stored.table.game(), self.ctx.language());
        let picking = picking(self.ctx.caller, self.id, self.stored);
        let Some(rows) = picking.target_rows(source, page) else {
            return self.ctx.ephemeral(&Sentence::NothingFrom);
        };
        let name = source.piece(game).map(|(_, piece)| i18n::piece_name(side, piece, language));
        let name = name.unwrap_or_default();
        let text = self.ctx.say(&match source {
            Source::Square(square) => Sentence::PickTarget { piece: &name, square },
            Source::Hand(_) => Sentence::PickDrop { piece: &name },
        });
        let text = format!("{}\n{text}", self.heading);
        let mut board = panel_board(self.id, self.stored, self.ctx.caller);
        board.view.picked = Some(source.pick());
        self.ctx.panel(self.id, Message { rows, file: Some(file(board)), ..Message::of(text) })
    }

    /// Shows a move before it is made.
    fn ask_whether(&self, text: &str) -> Reply {
        let (game, language) = (self.stored.table.game(), self.ctx.language());
        let mut board = panel_board(self.id, self.stored, self.ctx.caller);
        if board.game.play_text(text).is_err() {
            return self.ctx.ephemeral(&Sentence::NothingFrom);
        }
        // Hints would be those of the opponent.
        board.view.hints = false;
        let written = board.game.written(game.plies(), games::move_style(game.kind(), language));
        let written = format!("`{}`", written.as_deref().unwrap_or(text));
        let custom_id = |word| CustomId::new(word).table(self.id).seen(Seen::of(game));
        let confirm = custom_id(CONFIRM).with(text);
        let buttons = vec![
            labelled(confirm, &Label::PlayIt, ButtonStyle::Primary, language),
            labelled(custom_id(BACK), &Label::Back, ButtonStyle::Secondary, language),
        ];
        let asks = self.ctx.say(&Sentence::Confirm { written: &written });
        let asks = format!("{}\n{asks}", self.heading);
        let message = Message { file: Some(file(board)), ..Message::of(asks) };
        self.ctx.panel(self.id, message.with_buttons(buttons))
    }
}

/// The side of a caller whose turn it is.
fn mover(caller: &Caller, id: TableId, stored: &StoredTable) -> Result<Side, ServiceError> {
    let refuse = |refusal| ServiceError::Refused { id, refusal, stored: Box::new(stored.clone()) };
    let table = &stored.table;
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
pub(super) fn panel_board(id: TableId, stored: &StoredTable, caller: &Caller) -> BoardPicture {
    let mut board = table_view::present_board(id, stored, &caller.preferences);
    board.name = format!("{}-panel", board.name);
    board
}

fn file(board: BoardPicture) -> File {
    File::Board(Box::new(board))
}
