//! The mistakes of a game that was played.

use super::choice::{Strength, choose, discs_ahead};
use super::evaluate::{CERTAIN, Evaluate};
use kradan_rules::{Game, GameKind, Position as _, Side, Status, Verdict, each_game};

/// A move after which its side stood worse than after the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The number of plies before it.
    pub ply: usize,
    /// The better move in the exact notation.
    pub better: String,
    /// How its side would have stood.
    pub with_better: Standing,
    /// How its side stood after it.
    pub after: Standing,
    /// By how much that is worse: a pawn is about 100, and two discs are 100.
    pub cost: i32,
}

/// How a side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing {
    Losing,
    Worse,
    Even,
    Better,
    Winning,
}

impl Standing {
    /// About a pawn, or two discs.
    const BETTER: i32 = 100;

    /// About three pawns, or six discs.
    const WINNING: i32 = 300;

    fn of(worth: i32) -> Standing {
        match worth {
            _ if worth <= -Self::WINNING => Standing::Losing,
            _ if worth <= -Self::BETTER => Standing::Worse,
            _ if worth < Self::BETTER => Standing::Even,
            _ if worth < Self::WINNING => Standing::Better,
            _ => Standing::Winning,
        }
    }
}

/// What a mistake costs at least.
const COST_MIN: i32 = 100;

/// No side is ahead by more than this: of two moves that win, neither is a mistake.
const WORTH_MAX: i32 = 1_000;

/// The mistake that the move of a game after so many plies was; `None` if it was none, or there is no
/// such move. Both the move and the best one are looked at with `strength`.
#[must_use]
pub fn mistake(game: &Game, ply: usize, strength: Strength) -> Option<Mistake> {
    let mut after = game.clone();
    while after.plies() > ply + 1 && after.take_back().is_some() {}
    let mut before = after.clone();
    let text = before.take_back().filter(|_| before.plies() == ply)?;
    let Status::Ongoing { turn } = before.status() else { return None };
    if before.legal_moves().len() < 2 {
        return None;
    }
    let mut best = choose(&before, strength, 0)?;
    if best.text == text {
        return None;
    }
    let score = match choose(&after, strength, 0) {
        Some(reply) => -reply.score,
        None => score_at_end(&after, turn)?,
    };
    if score.abs() > CERTAIN && best.score.abs() <= CERTAIN {
        // An estimate is not compared with the end of a game that was played out.
        best = choose(&before, Strength { solves: strength.solves + 1, ..strength }, 0)?;
    }
    let (with_better, worth) = (worth(game.kind(), best.score), worth(game.kind(), score));
    let cost = with_better - worth;
    let (with_better, after) = (Standing::of(with_better), Standing::of(worth));
    let is_mistake = cost >= COST_MIN && after < with_better;
    is_mistake.then_some(Mistake { ply, better: best.text, with_better, after, cost })
}

/// The most only moves that are played before a position is judged.
const ONLY_MOVES_MAX: usize = 100;

/// How a game would end that nobody plays on: a side wins that is ahead by [about three pawns or six
/// discs](Standing::Winning), as far as `strength` sees, and otherwise it is drawn.
#[must_use]
pub fn judge(game: &Game, strength: Strength) -> Verdict {
    let (mut game, last) = (game.clone(), game.plies() + ONLY_MOVES_MAX);
    let turn = loop {
        let turn = match game.status() {
            Status::Ongoing { turn } => turn,
            Status::Over(outcome) => return outcome.verdict,
        };
        // An only move is not searched.
        match &game.legal_moves()[..] {
            [only] if game.plies() < last && game.play_text(only).is_ok() => {}
            _ => break turn,
        }
    };
    let score = choose(&game, strength, 0).map_or(0, |best| best.score);
    match Standing::of(worth(game.kind(), score)) {
        Standing::Winning => Verdict::Win(turn),
        Standing::Losing => Verdict::Win(!turn),
        Standing::Worse | Standing::Even | Standing::Better => Verdict::Draw,
    }
}

/// The score of a side in a game that is over.
fn score_at_end(game: &Game, side: Side) -> Option<i32> {
    each_game!(game, record => {
        let position = record.position();
        let score = position.ended(record.outcome()?, 0);
        Some(if position.turn() == side { score } else { -score })
    })
}

/// A score on one scale, estimated or certain.
fn worth(kind: GameKind, score: i32) -> i32 {
    /// A disc on this scale.
    const DISC: f64 = 50.0;
    let worth = match kind {
        GameKind::Othello => (discs_ahead(score) * DISC) as i32,
        GameKind::Makruk | GameKind::Ogi => score,
    };
    worth.clamp(-WORTH_MAX, WORTH_MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::played_out;

    const STRENGTH: Strength = Strength { nodes: 3_000, depth: 64, spread: 0, solves: 8 };

    fn played(mut game: Game, moves: &[&str]) -> Game {
        for mv in moves {
            game.play_text(mv).unwrap();
        }
        game
    }

    #[test]
    fn a_rook_that_is_left_to_be_taken_is_a_mistake() {
        let start = Game::from_position(GameKind::Makruk, "k7/8/8/8/8/8/7r/K6R w").unwrap();
        let found = mistake(&played(start.clone(), &["a1b1", "h2h1"]), 0, STRENGTH).unwrap();
        assert_eq!((found.ply, &found.better[..]), (0, "h1h2"));
        assert!(found.after < found.with_better, "{found:?}");
        assert!(found.cost >= 300, "{found:?}");
        let best = played(start, &["h1h2", "a8a7"]);
        assert_eq!(mistake(&best, 0, STRENGTH), None);
        // The game has no such move.
        assert_eq!(mistake(&best, 2, STRENGTH), None);
    }

    #[test]
    fn a_game_is_judged_by_who_is_far_ahead() {
        use Side::{First, Second};
        for (position, verdict) in [
            ("8/8/8/8/8/1K6/6RR/k7 w", Verdict::Win(First)),
            ("8/8/8/8/8/1K6/6RR/k7 b", Verdict::Win(First)),
            ("K7/6rr/1k6/8/8/8/8/8 w", Verdict::Win(Second)),
            ("k7/8/8/8/8/8/7m/K6M w", Verdict::Draw),
        ] {
            let game = Game::from_position(GameKind::Makruk, position).unwrap();
            assert_eq!(judge(&game, STRENGTH), verdict, "{position}");
        }
        for kind in GameKind::ALL {
            assert_eq!(judge(&Game::new(kind), STRENGTH), Verdict::Draw, "{kind}");
        }
    }

    #[test]
    fn a_mate_that_is_missed_in_a_won_game_is_no_mistake() {
        let start = Game::from_position(GameKind::Makruk, "8/8/p7/8/8/1K6/6RR/k7 w").unwrap();
        assert_eq!(mistake(&played(start, &["h2h3", "a1b1"]), 0, STRENGTH), None);
    }

    #[test]
    fn a_move_that_ends_the_game_is_judged_by_its_end() {
        // Ra2 stalemates.
        let start = Game::from_position(GameKind::Makruk, "8/8/8/8/8/2K5/1R6/k7 w").unwrap();
        let moves = start.legal_moves();
        let drawn = moves.iter().filter(|mv| {
            let outcome = played(start.clone(), &[mv.as_str()]).outcome();
            outcome.is_some_and(|outcome| outcome.verdict == kradan_rules::Verdict::Draw)
        });
        let drawn: Vec<&String> = drawn.collect();
        assert!(!drawn.is_empty(), "{moves:?}");
        for mv in drawn {
            let found = mistake(&played(start.clone(), &[mv.as_str()]), 0, STRENGTH).unwrap();
            assert_eq!(found.after, Standing::Even, "{mv}: {found:?}");
        }
    }

    /// In the last eight squares of Othello everything is known.
    #[test]
    fn at_the_end_of_othello_a_mistake_is_what_costs_discs() {
        let never = AtomicBool::new(false);
        let mut random = fastrand::Rng::with_seed(4);
        let mut mistakes = 0;
        for _ in 0..30 {
            let mut game = Game::new(GameKind::Othello);
            while game.outcome().is_none() {
                let moves = game.legal_moves();
                game.play_text(&moves[random.usize(..moves.len())]).unwrap();
            }
            let mut before = game.clone();
            while let Some(mv) = before.take_back() {
                let ply = before.plies();
                let Some(best) = played_out(&before, 8, &never) else { break };
                let Status::Ongoing { turn } = before.status() else { panic!("a move was made") };
                let after = played(before.clone(), &[&mv]);
                let score = match played_out(&after, 8, &never) {
                    Some(reply) => -reply.score,
                    None => score_at_end(&after, turn).unwrap(),
                };
                let [best, score] =
                    [best.score, score].map(|score| worth(GameKind::Othello, score));
                let stands_worse = Standing::of(score) < Standing::of(best);
                let found = mistake(&game, ply, STRENGTH);
                assert_eq!(found.is_some(), stands_worse && best - score >= COST_MIN, "{ply}");
                if let Some(found) = found {
                    assert_eq!(found.cost, best - score);
                    assert!(before.legal_moves().contains(&found.better));
                    mistakes += 1;
                }
            }
        }
        assert!(mistakes > 20, "{mistakes}");
    }
}
