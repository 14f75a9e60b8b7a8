//! The review of a game that was played: who was ahead when, and the moves that cost most.

use std::cmp::Reverse;
use std::vec;

use super::choice::{Choice, Strength, choose, discs_ahead, mate_plies};
use super::evaluate::{CERTAIN, Evaluate};
use kradan_rules::facts::{Made, Piece};
use kradan_rules::{Facts, Game, GameKind, Position as _, Side, Status, Verdict, each_game};

/// How each position is looked at.
const GLANCE: Strength = Strength { nodes: 10_000, depth: 64, spread: 0, solves: 12 };

/// How a move is looked at that seems to be a mistake.
const SECOND_LOOK: Strength = Strength { nodes: 20_000, depth: 64, spread: 0, solves: 14 };

/// How the moves are found that would have followed.
const GUESS: Strength = Strength { nodes: 4_000, depth: 64, spread: 0, solves: 10 };

/// The most moves of each side that are looked at once more, those that seem to have cost most.
const DOUBTED_MAX: usize = 6;

/// The most turning points of each side that a review names.
const NAMED_MAX: usize = 3;

/// The plies of a better line.
const LINE: usize = 3;

/// A game that is walked through, each position looked at once.
#[derive(Clone, Debug)]
pub struct Walk {
    now: Game,
    moves: vec::IntoIter<String>,
    /// The best move now, once it is known.
    best: Option<Choice>,
    strength: Strength,
}

/// A ply of a game beside the best move.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The number of plies before it.
    pub ply: usize,
    pub side: Side,
    /// The move in the exact notation.
    pub played: String,
    pub best: Choice,
    /// How its side stands after it; `None` where it ends the game.
    pub score: Option<i32>,
    /// The [worth](TurningPoint::after) of the best move and of the one that was made.
    with_best: i32,
    after: i32,
}

impl Walk {
    #[must_use]
    pub fn new(game: &Game, strength: Strength) -> Walk {
        Walk { now: game.at_ply(0), moves: game.moves().into_iter(), best: None, strength }
    }
}

impl Iterator for Walk {
    type Item = Judged;

    fn next(&mut self) -> Option<Judged> {
        let Walk { now, strength, .. } = self;
        let Status::Ongoing { turn: side } = now.status() else { return None };
        let (ply, played) = (now.plies(), self.moves.next()?);
        let best = self.best.take().or_else(|| choose(now, *strength, 0))?;
        // The move is one of the game, so it can be made again.
        now.play_text(&played).ok()?;
        self.best = choose(now, *strength, 0);
        let score = self.best.as_ref().map(|reply| -reply.score);
        let after = worth(now.kind(), score.or_else(|| score_at_end(now, side))?);
        let with_best = worth(now.kind(), best.score);
        Some(Judged { ply, side, played, best, score, with_best, after })
    }
}

/// What a review tells of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// By how much the first side was ahead at the start and after each ply, as a
    /// [worth](TurningPoint::after).
    pub advantages: Vec<i32>,
    /// The moves of each side that cost it most, in the order of the game.
    pub turning_points: Vec<TurningPoint>,
}

/// A move after which its side stood worse than after the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The number of plies before it.
    pub ply: usize,
    /// Whose move it was.
    pub side: Side,
    /// The better move, the reply to it and the move after that, in the exact notation, as far as the
    /// game would have gone.
    pub line: Vec<String>,
    /// The worth of the better move.
    pub with_better: i32,
    /// The worth of the move for its side: a pawn is about 100, and a disc 50.
    pub after: i32,
    pub effect: Effect,
}

/// What a move did that cost its side something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It lost a piece.
    Loses(Piece),
    /// It did not win a piece.
    Misses(Piece),
    /// The other side could mate in so many moves.
    AllowsMate(u32),
    /// Its side could have mated in so many moves.
    MissesMate(u32),
    /// The other side could take a corner.
    GivesCorner,
    /// It cost so many discs for certain.
    LosesDiscs(u32),
    /// Nothing that has a name.
    Other,
}

/// A review that is made step by step, a few searches each.
#[derive(Clone, Debug)]
pub struct Reviewing {
    game: Game,
    walk: Walk,
    judged: Vec<Judged>,
    /// The plies to look at once more, when all were looked at once.
    doubted: Option<vec::IntoIter<usize>>,
    turning_points: Vec<TurningPoint>,
}

impl Reviewing {
    #[must_use]
    pub fn new(game: &Game) -> Reviewing {
        Reviewing {
            game: game.clone(),
            walk: Walk::new(game, GLANCE),
            judged: Vec::new(),
            doubted: None,
            turning_points: Vec::new(),
        }
    }

    /// Takes the next step, and returns the review after the last one.
    pub fn step(&mut self) -> Option<Review> {
        if let Some(judged) = self.walk.next() {
            self.judged.push(judged);
            return None;
        }
        let doubted = self.doubted.get_or_insert_with(|| doubted(&self.judged).into_iter());
        if let Some(ply) = doubted.next() {
            self.turning_points.extend(turning_point(&self.game, ply, SECOND_LOOK));
            return None;
        }
        let cost = |point: &TurningPoint| (point.side, point.with_better - point.after);
        let turning_points = costliest(&self.turning_points, NAMED_MAX, cost);
        Some(Review { advantages: advantages(&self.judged), turning_points })
    }
}

/// The plies that seem to have cost most.
fn doubted(judged: &[Judged]) -> Vec<usize> {
    let is_doubted =
        |judged: &&Judged| judged.played != judged.best.text && judged.after < judged.with_best;
    let doubted: Vec<&Judged> = judged.iter().filter(is_doubted).collect();
    let cost = |judged: &&Judged| (judged.side, judged.with_best - judged.after);
    costliest(&doubted, DOUBTED_MAX, cost).into_iter().map(|judged| judged.ply).collect()
}

/// Those of each side that cost it most, in the same order.
fn costliest<T: Clone>(all: &[T], most: usize, cost: impl Fn(&T) -> (Side, i32)) -> Vec<T> {
    let mut kept = Vec::new();
    for side in Side::ALL {
        let mut own: Vec<usize> = (0..all.len()).filter(|&at| cost(&all[at]).0 == side).collect();
        own.sort_by_key(|&at| Reverse(cost(&all[at]).1));
        kept.extend(own.into_iter().take(most));
    }
    kept.sort_unstable();
    kept.into_iter().map(|at| all[at].clone()).collect()
}

fn advantages(judged: &[Judged]) -> Vec<i32> {
    let of_first = |side, worth: i32| if side == Side::First { worth } else { -worth };
    let before = judged.iter().map(|judged| of_first(judged.side, judged.with_best));
    let end = judged.last().map(|last| of_first(last.side, last.after));
    before.chain(end).collect()
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

    /// How a side stands that is ahead by a [worth](TurningPoint::after).
    #[must_use]
    pub fn of(worth: i32) -> Standing {
        match worth {
            _ if worth <= -Self::WINNING => Standing::Losing,
            _ if worth <= -Self::BETTER => Standing::Worse,
            _ if worth < Self::BETTER => Standing::Even,
            _ if worth < Self::WINNING => Standing::Better,
            _ => Standing::Winning,
        }
    }
}

/// What a turning point costs at least.
const COST_MIN: i32 = 100;

/// No side is ahead by more than this: of two moves that win, neither is a mistake.
pub const WORTH_MAX: i32 = 1_000;

/// A disc as a worth.
pub const DISC_WORTH: i32 = 50;

/// The turning point that the move of a game after so many plies was; `None` if it cost little, or there is
/// no such move. Both the move and the best one are looked at with `strength`.
fn turning_point(game: &Game, ply: usize, strength: Strength) -> Option<TurningPoint> {
    let after = game.at_ply(ply + 1);
    let mut before = after.clone();
    let played = before.take_back().filter(|_| before.plies() == ply)?;
    let Status::Ongoing { turn: side } = before.status() else { return None };
    if before.legal_moves().len() < 2 {
        return None;
    }
    let mut best = choose(&before, strength, 0)?;
    if best.text == played {
        return None;
    }
    let reply = choose(&after, strength, 0);
    let score = match &reply {
        Some(reply) => -reply.score,
        None => score_at_end(&after, side)?,
    };
    if score.abs() > CERTAIN && best.score.abs() <= CERTAIN {
        // An estimate is not compared with the end of a game that was played out.
        best = choose(&before, Strength { solves: strength.solves + 1, ..strength }, 0)?;
    }
    let [with_better, after] = [best.score, score].map(|score| worth(game.kind(), score));
    let cost = with_better - after;
    if cost < COST_MIN || Standing::of(after) >= Standing::of(with_better) {
        return None;
    }
    // One ply more shows whether the last of them loses what it captured.
    let mut line = continued(&before, vec![best.text], LINE + 1);
    let made = [Some(played), reply.map(|reply| reply.text)].into_iter().flatten().collect();
    let made = continued(&before, made, LINE + 2);
    let effect = effect(&before, (best.score, &line), (score, &made), cost);
    line.truncate(LINE);
    Some(TurningPoint { ply, side, line, with_better, after, effect })
}

/// Moves with the best ones after them, so many in all as far as the game goes.
fn continued(before: &Game, mut moves: Vec<String>, most: usize) -> Vec<String> {
    let mut now = before.clone();
    let can_be_made = moves.iter().all(|mv| now.play_text(mv).is_ok());
    while can_be_made && moves.len() < most {
        let Some(next) = choose(&now, GUESS, 0) else { break };
        if now.play_text(&next.text).is_err() {
            break;
        }
        moves.push(next.text);
    }
    moves
}

/// What a move did, by the score and the line of the better move, by its own, and by what it cost.
fn effect(
    before: &Game,
    (best, better_line): (i32, &[String]),
    (score, line): (i32, &[String]),
    cost: i32,
) -> Effect {
    let moves_to_mate = |score| mate_plies(score).map(|plies| plies.div_ceil(2));
    if before.kind() == GameKind::Othello {
        let takes_corner = |line: &[String]| {
            line.get(1).is_some_and(|reply| ["a1", "a8", "h1", "h8"].contains(&reply.as_str()))
        };
        // Where one of them is certain the other one is, and a draw is 0.
        return if best.abs().max(score.abs()) > CERTAIN {
            let lost = (discs_ahead(best) - discs_ahead(score)).round() as i32;
            Effect::LosesDiscs(lost.unsigned_abs())
        } else if takes_corner(line) && !takes_corner(better_line) {
            Effect::GivesCorner
        } else {
            Effect::Other
        };
    }
    match (moves_to_mate(score), moves_to_mate(best)) {
        (Some(moves @ 1..), _) if score < 0 => return Effect::AllowsMate(moves),
        (_, Some(moves @ 1..)) if best > 0 => return Effect::MissesMate(moves),
        _ => {}
    }
    let [own, others] =
        [0, 1].map(|first| [better_line, line].map(|line| piece_won(before, line, first, cost)));
    match (others, own) {
        ([anyway, Some(lost)], _) if anyway != Some(lost) => Effect::Loses(lost),
        (_, [Some(missed), won]) if won != Some(missed) => Effect::Misses(missed),
        _ => Effect::Other,
    }
}

/// The most that every second move, from the first or the second on, captures for nothing; `None` where
/// all of it is less than half of what is at stake.
fn piece_won(before: &Game, moves: &[String], first: usize, stake: i32) -> Option<Piece> {
    let mut now = before.clone();
    let captured: Vec<Option<(i32, Piece)>> =
        moves.iter().map(|mv| capture(&mut now, mv)).collect();
    let by = |first: usize| captured.iter().skip(first).step_by(2).flatten().copied();
    let (mut won, lost): (Vec<_>, Vec<_>) = (by(first).collect(), by(1 - first).collect());
    let sum = |pieces: &[(i32, Piece)]| pieces.iter().map(|(worth, _)| worth).sum::<i32>();
    if sum(&won) - sum(&lost) < stake / 2 {
        return None;
    }
    won.sort_unstable_by_key(|captured| Reverse(*captured));
    for (worth, _) in lost {
        // It pays for the largest piece that is not larger.
        if let Some(paid) = won.iter().position(|(other, _)| *other <= worth) {
            won.remove(paid);
        }
    }
    won.first().map(|(_, piece)| *piece)
}

/// Makes a move, and returns what it captures with its worth.
fn capture(game: &mut Game, mv: &str) -> Option<(i32, Piece)> {
    let worth = each_game!(&*game, record => {
        let position = record.position();
        position.read_move(mv).map_or(0, |mv| position.worth_taken(mv))
    });
    game.play_text(mv).ok()?;
    match Facts::of(game, None).last?.made {
        Made::Moved { captured: Some(piece), .. } => Some((worth, piece)),
        _ => None,
    }
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
    let worth = match kind {
        GameKind::Othello => (discs_ahead(score) * f64::from(DISC_WORTH)) as i32,
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
        let found = turning_point(&played(start.clone(), &["a1b1", "h2h1"]), 0, STRENGTH).unwrap();
        assert_eq!((found.ply, found.side, &found.line[0][..]), (0, Side::First, "h1h2"));
        assert_eq!(found.line.len(), LINE);
        assert!(found.with_better - found.after >= 300, "{found:?}");
        let rook = Piece::Makruk(kradan_rules::makruk::Role::Rua);
        assert_eq!(found.effect, Effect::Loses(rook));
        let best = played(start, &["h1h2", "a8a7"]);
        assert_eq!(turning_point(&best, 0, STRENGTH), None);
        // The game has no such move.
        assert_eq!(turning_point(&best, 2, STRENGTH), None);
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
        assert_eq!(turning_point(&played(start, &["h2h3", "a1b1"]), 0, STRENGTH), None);
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
            let found = turning_point(&played(start.clone(), &[mv.as_str()]), 0, STRENGTH).unwrap();
            assert_eq!(found.after, 0, "{mv}: {found:?}");
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
                let found = turning_point(&game, ply, STRENGTH);
                assert_eq!(found.is_some(), stands_worse && best - score >= COST_MIN, "{ply}");
                if let Some(found) = found {
                    assert_eq!((found.with_better, found.after), (best, score));
                    assert!(before.legal_moves().contains(&found.line[0]));
                    assert!(matches!(found.effect, Effect::LosesDiscs(2..)), "{found:?}");
                    mistakes += 1;
                }
            }
        }
        assert!(mistakes > 20, "{mistakes}");
    }

    #[test]
    fn a_mate_that_is_let_go_is_named() {
        // Without the rooks the bia wins.
        let start = Game::from_position(GameKind::Makruk, "8/8/8/8/8/1K6/6RR/k7 w").unwrap();
        let mut mates = start.legal_moves();
        mates.retain(|mv| {
            let outcome = played(start.clone(), &[mv.as_str()]).outcome();
            outcome.is_some_and(|outcome| outcome.verdict == Verdict::Win(Side::First))
        });
        assert!(!mates.is_empty());
        let drawn = start.legal_moves().into_iter().find(|mv| {
            let outcome = played(start.clone(), &[mv.as_str()]).outcome();
            outcome.is_some_and(|outcome| outcome.verdict == Verdict::Draw)
        });
        let drawn = drawn.expect("a move stalemates");
        let found = turning_point(&played(start, &[drawn.as_str()]), 0, STRENGTH).unwrap();
        assert!(mates.contains(&found.line[0]) && found.line.len() == 1, "{found:?}");
        assert_eq!(found.effect, Effect::MissesMate(1));
    }

    /// Random moves of a game, of which a few are the best ones.
    fn random_game(kind: GameKind, seed: u64) -> Game {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game::new(kind);
        while game.outcome().is_none() && game.plies() < 40 {
            let moves = game.legal_moves();
            let best = choose(&game, GUESS, 0).unwrap().text;
            let mv = if random.bool() { &best } else { &moves[random.usize(..moves.len())] };
            game.play_text(mv).unwrap();
        }
        game
    }

    #[test]
    fn a_review_names_the_moves_that_cost_most() {
        for kind in GameKind::ALL {
            let game = random_game(kind, 3);
            let mut reviewing = Reviewing::new(&game);
            let mut steps = 1;
            let review = loop {
                match reviewing.step() {
                    Some(review) => break review,
                    None => steps += 1,
                }
            };
            assert!(steps <= game.plies() + 2 * DOUBTED_MAX + 1, "{steps}");
            let walked = &reviewing.judged;
            assert_eq!(walked.len(), game.plies());
            // What one side gains the other loses: a position has one worth.
            for (now, next) in walked.iter().zip(&walked[1..]) {
                assert_eq!(now.score, Some(-next.best.score), "{kind}, {}", now.ply);
                assert_eq!(now.after, -next.with_best);
            }
            assert_eq!(review.advantages.len(), game.plies() + 1);
            for judged in walked {
                let own = if judged.side == Side::First { 1 } else { -1 };
                assert_eq!(review.advantages[judged.ply], own * judged.with_best);
            }
            assert!(!review.turning_points.is_empty(), "{kind}: half of the moves are random");
            assert!(review.turning_points.is_sorted_by_key(|point| point.ply));
            for side in Side::ALL {
                let cost = |point: &&TurningPoint| point.with_better - point.after;
                let own = |all: &[TurningPoint]| -> Vec<i32> {
                    let own = all.iter().filter(|point| point.side == side);
                    let mut costs: Vec<i32> = own.map(|point| cost(&point)).collect();
                    costs.sort_unstable_by_key(|cost| Reverse(*cost));
                    costs
                };
                let (named, found) = (own(&review.turning_points), own(&reviewing.turning_points));
                assert_eq!(named, found[..found.len().min(NAMED_MAX)], "{kind}, {side:?}");
            }
            for TurningPoint { ply, line, .. } in &review.turning_points {
                let before = game.at_ply(*ply);
                assert_ne!(line[0], game.moves()[*ply], "the best move is none");
                let line: Vec<&str> = line.iter().map(String::as_str).collect();
                assert!((1..=LINE).contains(&line.len()));
                played(before, &line);
            }
        }
    }
}
