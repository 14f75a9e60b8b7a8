//! What a picture has to show, from the rules alone.

use kradan::render::art::ogi::Pointing;
use kradan::render::{Pick, View};
use kradan::rules::makruk::Honour;
use kradan::rules::{Game, GameKind, Outcome, Record, Side, Square, Status, Verdict, makruk, ogi};
use kradan::rules::{Position, othello};

use super::place;

/// A piece as it is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Disc(Side),
    Figure(Side, makruk::Role),
    Koma(Side, ogi::Piece, Pointing),
}

/// What a square is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    From,
    To,
    Turned,
    Check,
    Picked,
}

/// A square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) piece: Option<Piece>,
    pub(super) mark: Mark,
    pub(super) target: bool,
}

/// A place beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beside {
    Nothing,
    Discs(Side, usize),
    Hand {
        side: Side,
        role: ogi::Role,
        pointing: Pointing,
        count: u8,
        picked: bool,
    },
    /// The place of pieces in hand where there is none: nobody's wood.
    Ghost {
        role: ogi::Role,
        pointing: Pointing,
    },
    Honour(Side, Honour),
    Said(u8),
    Limit(u8),
}

/// What a corner says of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Waits,
    Moves,
    Won,
    Lost,
    Drawn,
}

/// A whole picture.
pub(super) struct Expected {
    /// By column and row from the top left.
    pub(super) cells: [[Cell; 8]; 8],
    pub(super) left: [Beside; 8],
    pub(super) right: [Beside; 8],
    pub(super) above: Standing,
    pub(super) below: Standing,
    pub(super) files: [char; 8],
    pub(super) ranks: [char; 8],
}

impl Expected {
    pub(super) fn of(game: &Game, view: View) -> Expected {
        let mut expected = Expected::empty(game, view.seen_from);
        match game {
            Game::Othello(record) => expected.othello(record, view),
            Game::Makruk(record) => expected.makruk(record, view),
            Game::Ogi(record) => expected.ogi(record, view),
        }
        expected
    }

    fn empty(game: &Game, seen_from: Side) -> Expected {
        let cell = Cell { piece: None, mark: Mark::None, target: false };
        let standing = |side: Side| match game.status() {
            Status::Ongoing { turn } if turn == side => Standing::Moves,
            Status::Ongoing { .. } => Standing::Waits,
            Status::Over(Outcome { verdict: Verdict::Draw, .. }) => Standing::Drawn,
            Status::Over(Outcome { verdict: Verdict::Win(it), .. }) if it == side => Standing::Won,
            Status::Over(_) => Standing::Lost,
        };
        let mut expected = Expected {
            cells: [[cell; 8]; 8],
            left: [Beside::Nothing; 8],
            right: [Beside::Nothing; 8],
            above: standing(!seen_from),
            below: standing(seen_from),
            files: ['?'; 8],
            ranks: ['?'; 8],
        };
        for square in Square::all() {
            let (column, row) = place(game.kind(), square, seen_from);
            let name: Vec<char> = square.to_string().chars().collect();
            expected.files[column] = name[0];
            expected.ranks[row] = name[1];
        }
        expected
    }

    fn cell(&mut self, kind: GameKind, square: Square, view: View) -> &mut Cell {
        let (column, row) = place(kind, square, view.seen_from);
        &mut self.cells[column][row]
    }

    fn othello(&mut self, record: &Record<othello::Position>, view: View) {
        let kind = GameKind::Othello;
        let position = record.position();
        let disc = |position: &othello::Position, square| {
            Side::ALL.into_iter().find(|&side| position.discs(side).contains(square))
        };
        let before = record.positions().iter().rev().nth(1);
        for square in Square::all() {
            let cell = self.cell(kind, square, view);
            let now = disc(position, square);
            cell.piece = now.map(Piece::Disc);
            cell.mark = match before.map(|before| disc(before, square)) {
                Some(None) if now.is_some() => Mark::To,
                Some(was @ Some(_)) if was != now => Mark::Turned,
                _ => Mark::None,
            };
        }
        if view.hints {
            for mv in record.legal_moves() {
                if let othello::Move::Place(square) = mv {
                    self.cell(kind, square, view).target = true;
                }
            }
        }
        let count =
            |side| Square::all().filter(|&square| disc(position, square) == Some(side)).count();
        self.left[0] = Beside::Discs(!view.seen_from, count(!view.seen_from));
        self.right[7] = Beside::Discs(view.seen_from, count(view.seen_from));
    }

    fn makruk(&mut self, record: &Record<makruk::Position>, view: View) {
        let kind = GameKind::Makruk;
        let position = record.position();
        for square in Square::all() {
            let piece = position.piece_at(square);
            self.cell(kind, square, view).piece =
                piece.map(|(side, role)| Piece::Figure(side, role));
        }
        if let Some(last) = record.moves().last() {
            self.cell(kind, last.from, view).mark = Mark::From;
            self.cell(kind, last.to, view).mark = Mark::To;
        }
        if position.is_check() {
            let khun = Some((position.turn(), makruk::Role::Khun));
            let square = Square::all().find(|&it| position.piece_at(it) == khun).unwrap();
            self.cell(kind, square, view).mark = Mark::Check;
        }
        for mv in record.legal_moves() {
            let shown = match view.picked {
                Some(pick) => pick == Pick::Square(mv.from),
                None => view.hints,
            };
            self.cell(kind, mv.to, view).target |= shown;
        }
        if let Some(Pick::Square(square)) = view.picked {
            self.cell(kind, square, view).mark = Mark::Picked;
        }
        if let Some(count) = position.count() {
            let (column, first) = if count.side == view.seen_from {
                (&mut self.right, 5)
            } else {
                (&mut self.left, 0)
            };
            column[first] = Beside::Honour(count.side, count.honour);
            column[first + 1] = Beside::Said(count.number);
            column[first + 2] = Beside::Limit(count.limit);
        }
    }

    fn ogi(&mut self, record: &Record<ogi::Position>, view: View) {
        let kind = GameKind::Ogi;
        let position = record.position();
        let pointing = |side| if side == view.seen_from { Pointing::Up } else { Pointing::Down };
        for square in Square::all() {
            let piece = position.piece_at(square);
            self.cell(kind, square, view).piece =
                piece.map(|(side, piece)| Piece::Koma(side, piece, pointing(side)));
        }
        match record.moves().last() {
            Some(&ogi::Move::Board { from, to, .. }) => {
                self.cell(kind, from, view).mark = Mark::From;
                self.cell(kind, to, view).mark = Mark::To;
            }
            Some(&ogi::Move::Drop { to, .. }) => self.cell(kind, to, view).mark = Mark::To,
            None => {}
        }
        if position.is_check() {
            let king = ogi::Piece { role: ogi::Role::King, promoted: false };
            let king = Some((position.turn(), king));
            let square = Square::all().find(|&it| position.piece_at(it) == king).unwrap();
            self.cell(kind, square, view).mark = Mark::Check;
        }
        for mv in record.legal_moves() {
            let (source, to, is_drop) = match mv {
                ogi::Move::Board { from, to, .. } => (Pick::Square(from), to, false),
                ogi::Move::Drop { role, to } => (Pick::Hand(role), to, true),
            };
            let shown = match view.picked {
                Some(pick) => pick == source,
                None => view.hints && !is_drop,
            };
            self.cell(kind, to, view).target |= shown;
        }
        if let Some(Pick::Square(square)) = view.picked {
            self.cell(kind, square, view).mark = Mark::Picked;
        }
        for side in Side::ALL {
            let (column, first) =
                if side == view.seen_from { (&mut self.right, 1) } else { (&mut self.left, 0) };
            for (index, role) in ogi::Role::DROPPABLE.into_iter().enumerate() {
                let picked = side == position.turn() && view.picked == Some(Pick::Hand(role));
                let count = position.hands()[side].count(role);
                let pointing = pointing(side);
                column[first + index] = match count {
                    0 => Beside::Ghost { role, pointing },
                    1.. => Beside::Hand { side, role, pointing, count, picked },
                };
            }
        }
    }
}
