//! How strong a computer is, and the move that it chooses.

use std::sync::atomic::AtomicBool;

use super::evaluate::{CERTAIN, DISC, ESTIMATED_DISC, Evaluate, MATES, Scored, WIN};
use super::memory::Memory;
use super::search::{Progress, Search};
use kradan_rules::{Game, GameKind, Record, each_game, each_kind};

/// How strong a computer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// How many positions it looks at. A search looks one move ahead at least.
    pub nodes: u64,
    /// How many moves it looks ahead at most, and what is captured after them. With 0 it looks at its
    /// own move, and overlooks what the answer captures.
    pub depth: u32,
    /// It takes any move that is worse than the best by no more than this.
    pub spread: i32,
    /// Where no more moves than this are left of the game, it plays them all out.
    pub solves: u32,
}

impl Strength {
    /// What each level looks at. The lower ones have a [spread](Evaluate::SPREADS) beside it.
    const LEVELS: [Strength; 8] = [
        Strength { nodes: 2_000, depth: 0, spread: 0, solves: 0 },
        Strength { nodes: 2_000, depth: 1, spread: 0, solves: 0 },
        Strength { nodes: 5_000, depth: 2, spread: 0, solves: 2 },
        Strength { nodes: 5_000, depth: 2, spread: 0, solves: 2 },
        Strength { nodes: 8_000, depth: 4, spread: 0, solves: 4 },
        Strength { nodes: 8_000, depth: 64, spread: 0, solves: 8 },
        Strength { nodes: 70_000, depth: 64, spread: 0, solves: 12 },
        Strength { nodes: 600_000, depth: 64, spread: 0, solves: 18 },
    ];

    /// The strength of a level, 1 to 8; that of the nearest level for other numbers.
    #[must_use]
    pub fn of_level(kind: GameKind, level: u8) -> Strength {
        let index = usize::from(level).clamp(1, Strength::LEVELS.len()) - 1;
        let spreads = each_kind!(kind, P => <P as Evaluate>::SPREADS);
        let spread = spreads.get(index).copied().unwrap_or_default();
        Strength { spread, ..Strength::LEVELS[index] }
    }
}

/// The positions that are looked at at most to play a game out.
const SOLVING_NODES: u64 = 8_000_000;

/// A move that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move in the exact notation.
    pub text: String,
    /// How the side to move stands with it: a pawn is worth about 100.
    pub score: i32,
}

/// Chooses a move for the side to move; `None` once the game is over. `seed` decides among moves of
/// similar worth.
#[must_use]
pub fn choose(game: &Game, strength: Strength, seed: u64) -> Option<Choice> {
    let never = AtomicBool::new(false);
    each_game!(game, record => chosen(record, (strength, Some(seed)), &never, || {
        let mut search = Search::new(record, strength.nodes, &never);
        search.deepen(strength.depth, strength.spread, &mut |_| ())
    }))
}

/// Chooses the best move with what is known of the moves once `stop` is set, and with what earlier searches
/// have learned. `on_depth` is told what each depth has found.
#[must_use]
pub fn choose_until(
    game: &Game,
    strength: Strength,
    stop: &AtomicBool,
    memory: &mut Memory,
    on_depth: &mut dyn FnMut(Progress),
) -> Option<Choice> {
    each_game!(game, record => chosen(record, (strength, None), stop, || {
        let mut search = Search::with_known(record, strength.nodes, stop, memory.take());
        let moves = search.deepen(strength.depth, strength.spread, on_depth);
        memory.keep(search.into_known());
        moves
    }))
}

/// The best move where no more than so many moves are left of the game, if it can be played out before
/// `stop` is set.
#[must_use]
pub fn played_out(game: &Game, solves: u32, stop: &AtomicBool) -> Option<Choice> {
    each_game!(game, record => {
        best_to_the_end(record, solves, stop).map(|best| Choice { text: best.mv.to_string(), score: best.score })
    })
}

fn best_to_the_end<P: Evaluate>(
    record: &Record<P>,
    solves: u32,
    stop: &AtomicBool,
) -> Option<Scored<P::Move>> {
    let position = record.position();
    let is_near = position.moves_left().is_some_and(|left| left <= solves);
    if is_near && record.outcome().is_none() {
        position.played_out(SOLVING_NODES, stop)
    } else {
        None
    }
}

fn chosen<P: Evaluate>(
    record: &Record<P>,
    (strength, seed): (Strength, Option<u64>),
    stop: &AtomicBool,
    search: impl FnOnce() -> Vec<Scored<P::Move>>,
) -> Option<Choice> {
    if record.outcome().is_some() {
        return None;
    }
    let moves = match best_to_the_end(record, strength.solves, stop) {
        Some(best) => vec![best],
        None => search(),
    };
    let best = moves.iter().map(|scored| scored.score).max()?;
    // Nobody lets a certain win go.
    let spread = if best > CERTAIN { 0 } else { strength.spread };
    let fits = |scored: &&Scored<P::Move>| scored.score >= best.saturating_sub(spread);
    let fitting: Vec<&Scored<P::Move>> = moves.iter().filter(fits).collect();
    let mixed = |seed| mixed(seed ^ (record.moves().len() as u64) << 32);
    let which = seed.map_or(0, |seed| mixed(seed) % fitting.len() as u64);
    let Scored { mv, score } = *fitting.get(which as usize)?;
    Some(Choice { text: mv.to_string(), score: *score })
}

/// A number in which each bit depends on all bits of another one (splitmix64).
fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// In how many plies a score of Makruk or Ōgi mates, for whichever side; `None` where it does not.
#[must_use]
pub fn mate_plies(score: i32) -> Option<u32> {
    let plies = u32::try_from(WIN - score.abs()).ok()?;
    (score.abs() > MATES).then_some(plies)
}

/// A score of Othello in discs: what a game that was played out ends with, and an estimate before.
#[must_use]
pub fn discs_ahead(score: i32) -> f64 {
    if score.abs() > CERTAIN {
        f64::from(score - score.signum() * CERTAIN) / f64::from(DISC)
    } else {
        f64::from(score) / f64::from(ESTIMATED_DISC)
    }
}

/// A score of this or less is lost against a beginner too.
pub const LOST: i32 = -1_000;

/// The positions that are looked at to see whether a game was lost some moves ago.
const LOOK: Strength = Strength { nodes: 2_000, depth: 3, spread: 0, solves: 0 };

/// Whether the side to move has been lost for several moves. A game with a certain end is played to
/// it, so it never is there.
#[must_use]
pub fn is_lost(game: &Game) -> bool {
    let has_end = each_game!(game, record => record.position().moves_left().is_some());
    if has_end {
        return false;
    }
    let mut earlier = game.clone();
    for turn in 0..3 {
        if turn > 0 && (earlier.take_back().is_none() || earlier.take_back().is_none()) {
            return false;
        }
        if choose(&earlier, LOOK, 0).is_none_or(|choice| choice.score > LOST) {
            return false;
        }
    }
    true
}
