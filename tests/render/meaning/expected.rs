//! What a picture has to show, from the rules alone.

use kradan::render::{Face, Pick, View};
use kradan::rules::{Game, Outcome, Record, Side, Square, Status, Verdict, each_game};

use super::place;
use crate::tested_games::{Beside, Mark, PicturedGame};

/// A square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) piece: Option<Face>,
    pub(super) mark: Mark,
    pub(super) target: bool,
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
        each_game!(game, record => expected.fill(record, view));
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

    fn cell<P: PicturedGame>(&mut self, square: Square, view: View) -> &mut Cell {
        let (column, row) = place(P::KIND, square, view.seen_from);
        &mut self.cells[column][row]
    }

    fn fill<P: PicturedGame>(&mut self, record: &Record<P>, view: View) {
        let position = record.position();
        for square in Square::all() {
            self.cell::<P>(square, view).piece = position.face_on(square, view.seen_from);
        }
        for (square, mark) in P::marks(record) {
            self.cell::<P>(square, view).mark = mark;
        }
        for target in record.legal_moves().into_iter().filter_map(P::target) {
            let shown = match view.picked {
                Some(_) => view.picked == target.source,
                None => view.hints && target.is_hinted,
            };
            self.cell::<P>(target.square, view).target |= shown;
        }
        if let Some(Pick::Square(square)) = view.picked {
            self.cell::<P>(square, view).mark = Mark::Picked;
        }
        // What belongs to the side above begins at the top left, to the other ends at the bottom
        // right.
        let above = position.beside(!view.seen_from, view);
        self.left[..above.len()].copy_from_slice(&above);
        let below = position.beside(view.seen_from, view);
        let first = self.right.len() - below.len();
        self.right[first..].copy_from_slice(&below);
    }
}
