//! What a picture has to show, from the rules alone.

use kradan_render::{Face, Pick, View};
use kradan_rules::{Game, Outcome, Record, Side, Square, Status, Verdict, each_game};

use super::place;
use kradan_tested_games::{Beside, Mark, PicturedGame};

/// A square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) piece: Option<Face>,
    pub(super) mark: Mark,
    pub(super) target: bool,
}

/// What a band says of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Waits,
    Moves,
    Won,
    Lost,
    Drawn,
}

/// What a band shows, from the left.
#[derive(Clone, Copy)]
pub(super) struct Band {
    pub(super) standing: Standing,
    pub(super) besides: [Beside; 7],
}

/// A whole picture.
pub(super) struct Expected {
    /// By column and row from the top left.
    pub(super) cells: [[Cell; 8]; 8],
    pub(super) above: Band,
    pub(super) below: Band,
    /// Whether a side has, or has had, anything to show in a band.
    pub(super) has_bands: bool,
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
        let band = |side| Band { standing: standing(side), besides: [Beside::Nothing; 7] };
        let mut expected = Expected {
            cells: [[cell; 8]; 8],
            above: band(!seen_from),
            below: band(seen_from),
            has_bands: false,
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
        for (band, side) in [(&mut self.above, !view.seen_from), (&mut self.below, view.seen_from)]
        {
            let besides = position.beside(side, view);
            band.besides[..besides.len()].copy_from_slice(&besides);
        }
        let shows = |position: &P, side| {
            position.beside(side, view).iter().any(|it| *it != Beside::Nothing)
        };
        let both = |it: &P| Side::ALL.into_iter().any(|side| shows(it, side));
        self.has_bands = record.positions().iter().any(both);
    }
}
