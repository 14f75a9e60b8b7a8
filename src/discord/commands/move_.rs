//! Moves chosen from menus, the board itself, and resigning.

use super::super::announcement::{Announcement, in_rows, labelled, mention, menu, move_menu};
use super::super::bot::{Bot, Caller, Reply};
use super::super::custom_id::CustomId;
use super::super::interaction::Request;
use super::super::message::{Board, ButtonStyle, File, Message};
use super::super::pick::{self, Source};
use super::super::player_name::escaped;
use super::super::resolve_table::written_moves;
use super::check_seen;
use super::play::told_lacking;
use crate::i18n::{self, Label, Line, RefusalContext};
use crate::rules::Side;
use crate::service::{MoveConfirmation, OutboxEntryId, ServiceError, Store, StoredTable};
use crate::table::{Command, Event, Refusal, Seen, Table, TableId, Venue};

impl<S: Store> Bot<S> {
    /// A step on the way to a move: which square, which piece, where to, and whether indeed. The
    /// last of them plays, if the menu was made for the present position.
    pub(super) async fn pick(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
        (control, value): (&CustomId, Option<&str>),
    ) -> Result<Reply, ServiceError> {
        let Some(seen) = control.seen() else { return Err(ServiceError::NoTable) };
        let value = value.unwrap_or_default();
        let page = pick::read_page(value);
        let is_confirmed = caller.preferences.confirm != MoveConfirmation::Always;
        match (control, page) {
            (CustomId::Square { .. } | CustomId::Target { .. }, None) if is_confirmed => {
                return self.make(request, caller, (id, row), value, seen).await;
            }
            (CustomId::Confirm { text, .. }, _) => {
                return self.make(request, caller, (id, row), text, seen).await;
            }
            _ => {}
        }
        check_seen(caller, id, row, seen)?;
        let side = mover(caller, id, row)?;
        match (control, page) {
            (CustomId::Square { .. } | CustomId::Piece { .. }, Some(page)) => {
                Ok(self.first_menu(request, caller, (id, row), page))
            }
            (CustomId::Back { .. }, _) => Ok(self.first_menu(request, caller, (id, row), 0)),
            (CustomId::Piece { .. }, None) => {
                let Some(source) = Source::read(value) else { return Err(ServiceError::NoTable) };
                Ok(self.second_menu(request, caller, (id, row), (side, source), 0))
            }
            (CustomId::Target { from, .. }, Some(page)) => {
                let Some(source) = Source::read(from) else { return Err(ServiceError::NoTable) };
                Ok(self.second_menu(request, caller, (id, row), (side, source), page))
            }
            (CustomId::Square { .. } | CustomId::Target { .. }, None) => {
                Ok(self.ask_whether(request, caller, (id, row), value))
            }
            _ => Ok(caller.told(&Line::UnknownInteraction)),
        }
    }

    async fn make(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
        text: &str,
        seen: Seen,
    ) -> Result<Reply, ServiceError> {
        let command = Command::Move(text.to_owned()).on(seen);
        self.ask_at(request, caller, id, row, &command).await
    }

    /// Shows a panel: a new one, or in place of the one whose control was used.
    fn panel(&self, request: &Request, id: TableId, message: Message) -> Reply {
        if let Some((_, true)) = request.origin.message {
            return Reply::Change(message);
        }
        self.panels.opened(request.asker.id, id, &request.token);
        Reply::Private(message)
    }

    /// The present board below some words, for one alone; with the menu to move with where it is
    /// their turn.
    pub(in super::super) fn present_board(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
        text: String,
    ) -> Reply {
        let is_mover = row.table.to_move().is_some_and(|(_, player)| player == caller.id);
        let menu =
            if is_mover { move_menu(id, row.table.game(), 0, caller.language()) } else { None };
        let board = file(panel_board(id, row, caller));
        let message =
            Message { rows: menu.into_iter().collect(), file: Some(board), ..Message::of(text) };
        self.panel(request, id, message)
    }

    /// The menu of pieces, for one alone: when there are too many for the board's, or to pick
    /// another one.
    fn first_menu(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
        page: usize,
    ) -> Reply {
        let game = row.table.game();
        let rows = move_menu(id, game, page, caller.language()).into_iter().collect();
        let message =
            Message { rows, file: Some(file(panel_board(id, row, caller))), ..Message::default() };
        self.panel(request, id, message)
    }

    /// The menu of targets, below a picture that marks the piece and them.
    fn second_menu(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
        (side, source): (Side, Source),
        page: usize,
    ) -> Reply {
        let (game, language) = (row.table.game(), caller.language());
        let seen = Seen::of(game);
        let choices = pick::targets(game, source);
        let control = CustomId::Target { table: id, seen, from: source.text() };
        let Some(targets) = menu(control, Label::PickTarget, &choices, page, language) else {
            return caller.told(&Line::NothingFrom);
        };
        let name = source.piece(game).map(|(_, piece)| i18n::piece_name(side, piece, language));
        let name = name.unwrap_or_default();
        let text = caller.say(&match source {
            Source::Square(square) => Line::PickTarget { piece: &name, square },
            Source::Hand(_) => Line::PickedDrop { piece: &name },
        });
        let mut board = panel_board(id, row, caller);
        board.view.picked = Some(source.pick());
        let back = CustomId::Back { table: id, seen };
        let back = labelled(back, Label::OtherPiece, ButtonStyle::Plain, language);
        let message = Message { rows: vec![targets], file: Some(file(board)), ..Message::of(text) };
        self.panel(request, id, message.with_buttons(vec![back]))
    }

    /// Shows a move before it is made.
    fn ask_whether(
        &self,
        request: &Request,
        caller: &Caller,
        (id, row): (TableId, &StoredTable),
        text: &str,
    ) -> Reply {
        let (game, language) = (row.table.game(), caller.language());
        let mut board = panel_board(id, row, caller);
        if board.game.play_text(text).is_err() {
            return caller.told(&Line::NothingFrom);
        }
        let written = written_moves(game, language)
            .into_iter()
            .find_map(|(written, exact)| (exact == text).then_some(written))
            .unwrap_or_else(|| text.to_owned());
        let written = format!("`{written}`");
        let seen = Seen::of(game);
        let confirm = CustomId::Confirm { table: id, seen, text: text.to_owned() };
        let buttons = vec![
            labelled(confirm, Label::PlayIt, ButtonStyle::Main, language),
            labelled(CustomId::Back { table: id, seen }, Label::Back, ButtonStyle::Plain, language),
        ];
        let asks = caller.say(&Line::ConfirmMove { written: &written });
        let message = Message { file: Some(file(board)), ..Message::of(asks) };
        self.panel(request, id, message.with_buttons(buttons))
    }

    /// `/board`: brings the board here, where the other player reads it too; otherwise, and to one
    /// who does not play, a copy is shown.
    pub(super) async fn board(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
    ) -> Result<Reply, ServiceError> {
        if row.table.players().contains(&caller.id) {
            if let Some(reply) = told_lacking(request, caller, Venue::Here) {
                return Ok(reply);
            }
            let command = Command::Show(request.origin.place);
            return self.ask_at(request, caller, id, row, &command).await;
        }
        let title = self.title(&row.table, caller.language()).await;
        let board = file(panel_board(id, row, caller));
        Ok(Reply::Private(Message { file: Some(board), ..Message::of(escaped(&title)) }))
    }

    /// What `/board` shows where a table does not go: how it stands, for who asked alone, and why.
    pub(in super::super) fn private_copy(caller: &Caller, id: TableId, row: &StoredTable) -> Reply {
        let kind = row.table.game().kind();
        let around = RefusalContext { kind, turn_name: None, legal: &[] };
        let why = i18n::refusal(&Refusal::Unread, &around, caller.language());
        let events = [Event::Shown(row.table.place())];
        let id = OutboxEntryId { table: id, revision: row.revision };
        let ply = row.table.game().plies();
        let by = Some(caller.id);
        let news =
            Announcement { id, ply, events: &events, by, has_moved: false, row, is_quiet: true };
        let message = news.copy(&caller.preferences);
        let text = format!("{}\n{why}", message.text).trim().to_owned();
        Reply::Private(Message { text, ..message })
    }

    /// Asks whether to resign indeed, naming the game and the opponent.
    pub(super) async fn ask_to_resign(
        &self,
        request: &Request,
        caller: &Caller,
        id: TableId,
        row: &StoredTable,
    ) -> Reply {
        let opponent = match opponent(&row.table, caller) {
            Ok(opponent) => opponent,
            Err(refusal) => {
                let refused = ServiceError::Refused { id, refusal, stored: Box::new(row.clone()) };
                return self.declined(request, caller, refused).await;
            }
        };
        let opponent = mention(opponent);
        let kind = row.table.game().kind();
        let language = caller.language();
        let yes = CustomId::ResignYes { table: id, seen: Seen::of(row.table.game()) };
        let buttons = vec![
            labelled(yes, Label::ResignYes, ButtonStyle::Grave, language),
            labelled(CustomId::Keep, Label::KeepPlaying, ButtonStyle::Plain, language),
        ];
        let text = caller.say(&Line::ResignAsk { kind, opponent: &opponent });
        let message = Message { rows: in_rows(&buttons), ..Message::of(text) };
        self.panel(request, id, message)
    }
}

/// The side of a guest whose turn it is.
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

/// Against whom a guest plays.
fn opponent(table: &Table, caller: &Caller) -> Result<crate::table::PlayerId, Refusal> {
    if let Some(ending) = table.ending() {
        return Err(Refusal::Over(ending));
    }
    let seats = table.seats().ok_or(Refusal::NotBegun)?;
    match caller.id {
        id if id == seats.first => Ok(seats.second),
        id if id == seats.second => Ok(seats.first),
        _ => Err(Refusal::NotSeated),
    }
}

/// The board as a panel shows it: like the public one, in the taste of its one reader.
fn panel_board(id: TableId, row: &StoredTable, caller: &Caller) -> Board {
    let id = OutboxEntryId { table: id, revision: row.revision };
    let ply = row.table.game().plies();
    let mut board =
        Announcement { id, ply, events: &[], by: None, has_moved: false, row, is_quiet: false }
            .board(&caller.preferences);
    board.name = format!("{}-panel", board.name);
    board
}

fn file(board: Board) -> File {
    File::Board(Box::new(board))
}
