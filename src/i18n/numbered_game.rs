//! The numbers of the moves of a game.

use super::move_number::MoveNumber;
use super::{Language, games};
use kradan_rules::{Game, GameKind};

impl MoveNumber {
    /// The number of the move at a ply, counted from 0, as readers of a language count; `None` for a
    /// pass. A ply that is not played yet has the number that its move will have.
    ///
    /// ```
    /// use kradan_i18n::{Language, MoveNumber};
    /// use kradan_rules::{Game, GameKind};
    ///
    /// let number = |kind, language| {
    ///     MoveNumber::of(&Game::new(kind), 23, language).unwrap().to_string()
    /// };
    /// assert_eq!(number(GameKind::Makruk, Language::Thai), "12…");
    /// assert_eq!(number(GameKind::Makruk, Language::Japanese), "12…");
    /// assert_eq!(number(GameKind::Ogi, Language::Japanese), "24");
    /// assert_eq!(number(GameKind::Othello, Language::Thai), "24");
    /// ```
    #[must_use]
    pub fn of(game: &Game, ply: usize, language: Language) -> Option<MoveNumber> {
        games::move_number(game, ply, language)
    }

    /// The same where the game is not at hand: passes count as moves.
    #[must_use]
    pub fn of_ply(kind: GameKind, ply: usize, language: Language) -> MoveNumber {
        MoveNumber::shared_by(games::plies_of_a_number(kind, language), ply)
    }

    /// How many plies of a game were played right after the move of this number: 0 for the number 0.
    /// `None` where the game has no such move.
    #[must_use]
    pub fn plies(self, game: &Game, language: Language) -> Option<usize> {
        if self.number == 0 {
            return (!self.is_second).then_some(0);
        }
        let is_it = |&ply: &usize| MoveNumber::of(game, ply, language) == Some(self);
        let ply = (0..game.plies()).find(is_it)?;
        Some(ply + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_found_by_its_number() {
        let pairs = |kind| [(kind, Language::English), (kind, Language::Japanese)];
        for (kind, language) in GameKind::ALL.into_iter().flat_map(pairs) {
            let mut game = Game::new(kind);
            for _ in 0..20 {
                let mv = game.legal_moves().remove(0);
                game.play_text(&mv).unwrap();
            }
            for ply in 0..game.plies() {
                let Some(number) = MoveNumber::of(&game, ply, language) else { continue };
                assert_eq!(number.plies(&game, language), Some(ply + 1), "{kind}, {number}");
                assert_eq!(number.to_string().parse(), Ok(number));
                assert_eq!(number.before_move().parse(), Ok(number));
            }
            assert_eq!("0".parse::<MoveNumber>().unwrap().plies(&game, language), Some(0));
            for none in ["0…", "500", "500…"] {
                let number: MoveNumber = none.parse().unwrap();
                assert_eq!(number.plies(&game, language), None, "{none}");
            }
        }
    }

    #[test]
    fn a_pass_has_no_number() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut game = Game::new(GameKind::Othello);
        // Somebody has to pass in most games.
        while !game.moves().iter().any(|mv| mv == "pass") {
            if game.outcome().is_some() {
                game = Game::new(GameKind::Othello);
            }
            let moves = game.legal_moves();
            game.play_text(&moves[random.usize(..moves.len())]).unwrap();
        }
        if let Some(mv) = game.legal_moves().first() {
            game.play_text(mv).unwrap();
        }
        let moves = game.moves();
        let mut placed = 0;
        for (ply, mv) in moves.iter().enumerate() {
            let number =
                MoveNumber::of(&game, ply, Language::English).map(|number| number.to_string());
            placed += usize::from(mv != "pass");
            assert_eq!(number, (mv != "pass").then(|| placed.to_string()), "{ply}");
        }
        assert!(placed <= 60);
    }
}
