//! The moves of a game so far.

use super::{MoveError, Outcome, Position, Status};

/// A game as it was played: its start, every move and every position.
///
/// ```
/// use kradan_rules::{Record, Status, othello};
///
/// let mut record = Record::<othello::Position>::default();
/// record.play_text("f5")?;
/// record.play_text("D6")?;
/// assert_eq!(record.moves().len(), 2);
/// assert_eq!(record.take_back(), Some("d6".parse()?));
/// assert!(matches!(record.status(), Status::Ongoing { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Its stored form is the game's name, the moves, the final position, and the start where it is
/// not the usual one. Loading plays the moves again, so an impossible game cannot be loaded and a
/// changed rule is noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<P: Position> {
    moves: Vec<P::Move>,
    /// One longer than `moves`, so never empty.
    positions: Vec<P>,
}

impl<P: Position> Default for Record<P> {
    fn default() -> Record<P> {
        Record::new(P::default())
    }
}

impl<P: Position> Record<P> {
    /// A game that begins at a position.
    #[must_use]
    pub fn new(start: P) -> Record<P> {
        Record { moves: Vec::new(), positions: vec![start] }
    }

    /// The first position.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.positions[0]
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.positions[self.moves.len()]
    }

    /// Every position so far: the start, then one after each move.
    #[must_use]
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Every move so far.
    #[must_use]
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// How the game ended by its rules, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| P::repetition(&self.positions))
    }

    /// Whose turn it is, or how the game ended.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.outcome() {
            Some(outcome) => Status::Over(outcome),
            None => Status::Ongoing { turn: self.position().turn() },
        }
    }

    /// The legal moves, in any order; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<P::Move> {
        match self.status() {
            Status::Ongoing { .. } => self.position().legal_moves(),
            Status::Over(_) => Vec::new(),
        }
    }

    /// Reads a move as [`Position::read_move`] does; no move is legal after a repetition that ends
    /// the game.
    ///
    /// # Errors
    ///
    /// As [`Position::read_move`].
    pub fn read_move(&self, text: &str) -> Result<P::Move, MoveError<P::Illegal>> {
        match self.status() {
            Status::Ongoing { .. } => {
                let whole = self.moves.last().and_then(|&last| P::spelled_out(text, last));
                self.position().read_move(whole.as_deref().unwrap_or(text))
            }
            Status::Over(outcome) => Err(MoveError::Over(outcome)),
        }
    }

    /// Reads a move as people type it, and plays it.
    ///
    /// # Errors
    ///
    /// As [`Position::read_move`]; the record does not change.
    pub fn play_text(&mut self, text: &str) -> Result<P::Move, MoveError<P::Illegal>> {
        let mv = self.read_move(text)?;
        self.push(mv);
        Ok(mv)
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// When the rules forbid the move or the game is over; the record does not change.
    pub fn play(&mut self, mv: P::Move) -> Result<(), MoveError<P::Illegal>> {
        if let Status::Over(outcome) = self.status() {
            return Err(MoveError::Over(outcome));
        }
        self.position().check_legal(mv).map_err(MoveError::Illegal)?;
        self.push(mv);
        Ok(())
    }

    fn push(&mut self, mv: P::Move) {
        self.positions.push(self.position().after(mv));
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<P::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// How often the present position has occurred, this time included: 1 or more.
    ///
    /// At a table of Makruk the side to move may claim a draw at the third occurrence.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.positions.iter().filter(|earlier| now.repeats(earlier)).count()
    }
}
