//! Moves chosen from menus, the board itself, and resigning.

use super::super::bot::{Bot, Guest, Reply};
use super::super::choosing::written_moves;
use super::super::control::Control;
use super::super::message::{Board, File, Look, Message};
use super::super::pick::{self, Source};
use super::super::player_name::escaped;
use super::super::request::Request;
use super::super::telling::{News, in_rows, labelled, mention, menu, move_menu};
use super::opening::told_lacking;
use crate::hall::{Confirm, Declined, NoticeId, Row, Store};
use crate::rules::Side;
use crate::table::{Command, Refusal, Seen, Setting, Table, TableId};
use crate::words::{self, Label, Line};

impl<S: Store> Bot<S> {
    /// A step on the way to a move: which square, which piece, where to, and whether indeed. The
    /// menu was made for the position as it is now.
    pub(super) async fn pick(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &Row,
        (control, value): (&Control, Option<&str>),
    ) -> Result<Reply, Declined> {
        let side = mover(guest, id, row)?;
        let value = value.unwrap_or_default();
        let page = pick::read_page(value);
        match (control, page) {
            (Control::Square { .. } | Control::Piece { .. }, Some(page)) => {
                Ok(self.first_menu(request, guest, (id, row), page))
            }
            (Control::Back { .. }, _) => Ok(self.first_menu(request, guest, (id, row), 0)),
            (Control::Piece { .. }, None) => {
                let Some(source) = Source::read(value) else { return Err(Declined::NoTable) };
                Ok(self.second_menu(request, guest, (id, row), (side, source), 0))
            }
            (Control::Target { from, .. }, Some(page)) => {
                let Some(source) = Source::read(from) else { return Err(Declined::NoTable) };
                Ok(self.second_menu(request, guest, (id, row), (side, source), page))
            }
            (Control::Square { .. } | Control::Target { .. }, None)
                if guest.taste.confirm == Confirm::Always =>
            {
                Ok(self.ask_whether(request, guest, (id, row), value))
            }
            (Control::Square { .. } | Control::Target { .. }, None) => {
                self.make(request, guest, id, row, value).await
            }
            (Control::Confirm { text, .. }, _) => self.make(request, guest, id, row, text).await,
            _ => Ok(guest.told(&Line::UnknownInteraction)),
        }
    }

    async fn make(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &Row,
        text: &str,
    ) -> Result<Reply, Declined> {
        let seen = Seen::Ply(row.table.game().plies());
        let command = Command::Move { text: text.to_owned(), seen };
        self.ask_at(request, guest, id, row, &command).await
    }

    /// Shows a panel: a new one, or in place of the one whose control was used.
    fn panel(&self, request: &Request, id: TableId, message: Message) -> Reply {
        if let Some((_, true)) = request.spot.message {
            return Reply::Change(message);
        }
        self.panels.opened(request.asker.id, id, &request.token);
        Reply::Private(message)
    }

    /// The menu of pieces, for one alone: when there are too many for the board's, or to pick
    /// another one.
    fn first_menu(
        &self,
        request: &Request,
        guest: &Guest,
        (id, row): (TableId, &Row),
        page: usize,
    ) -> Reply {
        let game = row.table.game();
        let rows = move_menu(id, game, page, guest.language()).into_iter().collect();
        let message =
            Message { rows, file: Some(file(panel_board(id, row, guest))), ..Message::default() };
        self.panel(request, id, message)
    }

    /// The menu of targets, below a picture that marks the piece and them.
    fn second_menu(
        &self,
        request: &Request,
        guest: &Guest,
        (id, row): (TableId, &Row),
        (side, source): (Side, Source),
        page: usize,
    ) -> Reply {
        let (game, language) = (row.table.game(), guest.language());
        let ply = game.plies();
        let choices = pick::targets(game, source);
        let control = Control::Target { table: id, ply, from: source.text() };
        let Some(targets) = menu(control, Label::PickTarget, &choices, page, language) else {
            return guest.told(&Line::NothingFrom);
        };
        let name = source.piece(game).map(|(_, piece)| words::piece_name(side, piece, language));
        let name = name.unwrap_or_default();
        let text = guest.say(&match source {
            Source::Square(square) => Line::PickTarget { piece: &name, square },
            Source::Hand(_) => Line::PickedDrop { piece: &name },
        });
        let mut board = panel_board(id, row, guest);
        board.view.picked = Some(source.pick());
        let back = Control::Back { table: id, ply };
        let back = labelled(back, Label::OtherPiece, Look::Plain, language);
        let message = Message { rows: vec![targets], file: Some(file(board)), ..Message::of(text) };
        self.panel(request, id, message.with_buttons(vec![back]))
    }

    /// Shows a move before it is made.
    fn ask_whether(
        &self,
        request: &Request,
        guest: &Guest,
        (id, row): (TableId, &Row),
        text: &str,
    ) -> Reply {
        let (game, language) = (row.table.game(), guest.language());
        let mut board = panel_board(id, row, guest);
        if board.game.play(text).is_err() {
            return guest.told(&Line::NothingFrom);
        }
        let written = written_moves(game, language)
            .into_iter()
            .find_map(|(written, exact)| (exact == text).then_some(written))
            .unwrap_or_else(|| text.to_owned());
        let written = format!("`{written}`");
        let ply = game.plies();
        let confirm = Control::Confirm { table: id, ply, text: text.to_owned() };
        let buttons = vec![
            labelled(confirm, Label::PlayIt, Look::Main, language),
            labelled(Control::Back { table: id, ply }, Label::Back, Look::Plain, language),
        ];
        let asks = guest.say(&Line::ConfirmMove { written: &written });
        let message = Message { file: Some(file(board)), ..Message::of(asks) };
        self.panel(request, id, message.with_buttons(buttons))
    }

    /// `/board`: brings the board here; to one who does not play, a copy is shown.
    pub(super) async fn board(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &Row,
    ) -> Result<Reply, Declined> {
        if row.table.players().contains(&guest.id) {
            if let Some(reply) = told_lacking(request, guest, Setting::Here) {
                return Ok(reply);
            }
            let command = Command::Show(request.spot.place);
            return self.ask_at(request, guest, id, row, &command).await;
        }
        let title = self.title(&row.table, guest.language()).await;
        let board = file(panel_board(id, row, guest));
        Ok(Reply::Private(Message { file: Some(board), ..Message::of(escaped(&title)) }))
    }

    /// Asks whether to resign indeed, naming the game and the opponent.
    pub(super) async fn ask_to_resign(
        &self,
        request: &Request,
        guest: &Guest,
        id: TableId,
        row: &Row,
    ) -> Reply {
        let opponent = match opponent(&row.table, guest) {
            Ok(opponent) => opponent,
            Err(refusal) => {
                let refused = Declined::Refused { id, refusal, row: Box::new(row.clone()) };
                return self.declined(request, guest, refused).await;
            }
        };
        let opponent = mention(opponent);
        let kind = row.table.game().kind();
        let language = guest.language();
        let buttons = vec![
            labelled(Control::ResignYes(id), Label::ResignYes, Look::Grave, language),
            labelled(Control::Keep, Label::KeepPlaying, Look::Plain, language),
        ];
        let text = guest.say(&Line::ResignAsk { kind, opponent: &opponent });
        let message = Message { rows: in_rows(&buttons), ..Message::of(text) };
        self.panel(request, id, message)
    }
}

/// The side of a guest whose turn it is.
fn mover(guest: &Guest, id: TableId, row: &Row) -> Result<Side, Declined> {
    let refuse = |refusal| Declined::Refused { id, refusal, row: Box::new(row.clone()) };
    let table = &row.table;
    if !table.players().contains(&guest.id) {
        return Err(refuse(Refusal::NotSeated));
    }
    match (table.to_move(), table.ending()) {
        (Some((side, player)), _) if player == guest.id => Ok(side),
        (Some((turn, player)), _) => Err(refuse(Refusal::NotYourTurn { turn, player })),
        (None, Some(ending)) => Err(refuse(Refusal::Over(ending))),
        (None, None) => Err(refuse(Refusal::NotBegun)),
    }
}

/// Against whom a guest plays.
fn opponent(table: &Table, guest: &Guest) -> Result<crate::table::PlayerId, Refusal> {
    if let Some(ending) = table.ending() {
        return Err(Refusal::Over(ending));
    }
    let seats = table.seats().ok_or(Refusal::NotBegun)?;
    match guest.id {
        id if id == seats.first => Ok(seats.second),
        id if id == seats.second => Ok(seats.first),
        _ => Err(Refusal::NotSeated),
    }
}

/// The board as a panel shows it: like the public one, in the taste of its one reader.
fn panel_board(id: TableId, row: &Row, guest: &Guest) -> Board {
    let id = NoticeId { table: id, revision: row.revision };
    let ply = row.table.game().plies();
    let mut board = News { id, ply, events: &[], by: None, row }.board(&guest.taste);
    board.name = format!("{}-panel", board.name);
    board
}

fn file(board: Board) -> File {
    File::Board(Box::new(board))
}
