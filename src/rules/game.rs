//! Operations on any of the games, with moves and positions as text.

use super::{
    Fingerprint, Game, GameKind, Illegal, MoveError, MoveStyle, Outcome, Position, PositionError,
    Record, Side, Status,
};

impl Game {
    /// A new game from the usual start.
    #[must_use]
    pub fn new(kind: GameKind) -> Game {
        each_kind!(kind, P => Record::<P>::default().into())
    }

    /// A new game from a position.
    ///
    /// # Errors
    ///
    /// When the text is not a position of that game.
    pub fn from_position(kind: GameKind, position: &str) -> Result<Game, PositionError> {
        Ok(each_kind!(kind, P => Record::<P>::new(position.parse()?).into()))
    }

    /// Which game it is.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        each_game!(self, record => kind_of(record))
    }

    /// Whose turn it is, or how the game ended by its rules.
    #[must_use]
    pub fn status(&self) -> Status {
        each_game!(self, record => record.status())
    }

    /// How the game ended by its rules, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        each_game!(self, record => record.outcome())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        each_game!(self, record => record.position().is_check())
    }

    /// How many plies were played.
    #[must_use]
    pub fn plies(&self) -> usize {
        each_game!(self, record => record.moves().len())
    }

    /// Every move so far, in the exact notation.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        each_game!(self, record => record.moves().iter().map(ToString::to_string).collect())
    }

    /// The fingerprint of the start and every move so far.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        each_game!(self, record => Fingerprint::of(record))
    }

    /// The legal moves in the exact notation, sorted.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        let mut moves: Vec<String> = each_game!(self, record => record.legal_moves().iter().map(ToString::to_string).collect());
        moves.sort_unstable();
        moves
    }

    /// The text of the position, with counts and house rule.
    #[must_use]
    pub fn position(&self) -> String {
        each_game!(self, record => record.position().to_string())
    }

    /// The board as plain text, with whose turn it is or how the game ended.
    ///
    /// ```
    /// use kradan_rules::{Game, GameKind};
    ///
    /// let mut game = Game::from_position(GameKind::Ogi, "1k^6/8/8/8/8/8/7K^/1+R6 / o/O")?;
    /// for mv in ["b8c8", "b1c1", "c8b8", "c1b1"].into_iter().cycle().take(12) {
    ///     game.play_text(mv)?;
    /// }
    /// assert!(game.diagram().ends_with("0-1 by perpetual-check\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn diagram(&self) -> String {
        self.diagram_from(Side::First)
    }

    /// The diagram as this side sees it, with its own edge below.
    #[must_use]
    pub fn diagram_from(&self, side: Side) -> String {
        each_game!(self, record => record.position().captioned(record.outcome(), side))
    }

    /// A move as people write it, by its index from 0; `None` where there is no such ply.
    #[must_use]
    pub fn written(&self, ply: usize, style: MoveStyle) -> Option<String> {
        each_game!(self, record => {
            let (position, &mv) = (record.positions().get(ply)?, record.moves().get(ply)?);
            Some(position.written(mv, style))
        })
    }

    /// The number that was said with a move, by the move's index from 0: Makruk's counts.
    #[must_use]
    pub fn said(&self, ply: usize) -> Option<u8> {
        each_game!(self, record => {
            let (position, &mv) = (record.positions().get(ply)?, record.moves().get(ply)?);
            Position::said(position, mv)
        })
    }

    /// Reads a move as people type it, plays it, and returns it in the exact notation.
    ///
    /// # Errors
    ///
    /// As [`Position::read_move`]; the game does not change.
    pub fn play_text(&mut self, text: &str) -> Result<String, MoveError<Illegal>> {
        each_game!(self, record => match record.play_text(text) {
            Ok(mv) => Ok(mv.to_string()),
            Err(error) => Err(error.map_illegal(Illegal::from)),
        })
    }

    /// Takes the last move back and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<String> {
        each_game!(self, record => record.take_back().map(|mv| mv.to_string()))
    }

    /// The game as it was after so many plies, or as it is if it has no more.
    #[must_use]
    pub fn at_ply(&self, plies: usize) -> Game {
        let mut earlier = self.clone();
        while earlier.plies() > plies && earlier.take_back().is_some() {}
        earlier
    }

    /// How often the present position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        each_game!(self, record => record.occurrences())
    }
}

/// Which game a record is of.
fn kind_of<P: Position>(_: &Record<P>) -> GameKind {
    P::KIND
}
