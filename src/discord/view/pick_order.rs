//! The order of target squares: as they are read in the picture, or the nearest first.

use super::games;
use super::pick::Target;
use kradan_rules::facts::{Facts, Made, Pieces, Standing};
use kradan_rules::{Game, GameKind, Side, Square};

/// Sorts moves in the exact notation by a key of their target squares.
pub(crate) fn sort_by_target<K: Ord>(game: &Game, moves: &mut [String], key: impl Fn(Square) -> K) {
    moves.sort_by_cached_key(|text| {
        let target = Target::of(game, text).map(|target| target.square);
        target.or_else(|| text.parse().ok()).map(&key)
    });
}

/// The place of a square when the picture is read row by row from the top.
pub(crate) fn reading_order(kind: GameKind, seen_from: Side) -> impl Fn(Square) -> (u8, u8) {
    move |square| {
        let (file, rank) = (square.file(), square.rank());
        match seen_from {
            _ if games::picks_squares(kind) => (rank, file),
            Side::First => (7 - rank, file),
            Side::Second => (rank, 7 - file),
        }
    }
}

/// The distance of a square from the opponent's king or the last move, whichever is nearer. Drops
/// attack the king or answer the last move: of recorded drops with more targets than buttons, four
/// in five are among the twenty nearest.
pub(crate) fn distance(game: &Game) -> impl Fn(Square) -> (u8, u8) {
    let facts = Facts::of(game, None);
    let king = match (&facts.pieces, facts.standing) {
        (Pieces::Ogi { board, .. }, Standing::Turn { side, .. }) => {
            board[!side].first().and_then(|(_, squares)| squares.first().copied())
        }
        _ => None,
    };
    let last = facts.last.and_then(|last| match last.made {
        Made::Placed { to, .. } | Made::Moved { to, .. } | Made::Dropped { to, .. } => Some(to),
        Made::Passed => None,
    });
    move |square| {
        let to = |other: Option<Square>| other.map(|other| steps(square, other));
        let (king, last) = (to(king), to(last));
        let nearer = king.into_iter().chain(last).min().unwrap_or_default();
        (nearer, king.unwrap_or_default() + last.unwrap_or_default())
    }
}

/// How many steps a king takes from square to square.
fn steps(from: Square, to: Square) -> u8 {
    from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank()))
}
