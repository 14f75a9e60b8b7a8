//! Perft: counts the leaves of the move tree, to compare move generators.

use super::Position;

/// The number of leaves of the move tree `depth` plies below a position.
///
/// The last ply is counted without being played. A finished game above the last ply counts as
/// [`Position::OVER_IS_A_LEAF`] says.
///
/// ```
/// use kradan_rules::{ogi, perft};
///
/// assert_eq!(perft(&ogi::Position::default(), 3), 14_825);
/// ```
#[must_use]
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    let leaves = match depth {
        0 => return 1,
        1 => position.count_moves(),
        2 => position.count_replies(),
        _ => {
            let mut leaves = 0;
            position.each_move(|mv| leaves += perft(&position.after(mv), depth - 1));
            leaves
        }
    };
    // In Othello only a finished game has no leaf below it, and it is a leaf itself.
    if leaves == 0 && P::OVER_IS_A_LEAF { 1 } else { leaves }
}

/// [`perft`] of the position after each legal move, moves sorted by their notation.
///
/// ```
/// use kradan_rules::{divide, othello};
///
/// let moves = divide(&othello::Position::default(), 2);
/// let texts: Vec<String> = moves.iter().map(|(mv, leaves)| format!("{mv} {leaves}")).collect();
/// assert_eq!(texts, ["c4 3", "d3 3", "e6 3", "f5 3"]);
/// ```
#[must_use]
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(P::Move, u64)> {
    let mut moves = position.legal_moves();
    moves.sort_by_cached_key(ToString::to_string);
    moves.into_iter().map(|mv| (mv, perft(&position.after(mv), depth.saturating_sub(1)))).collect()
}
