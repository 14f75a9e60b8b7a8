//! Mates in one, two and three moves, found again over all replies.

use std::collections::BTreeSet;

use kradan_rules::{GameKind, Position, Reason};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mate {
    id: String,
    game: GameKind,
    pos: String,
    /// Another program's text of the position.
    #[serde(rename = "fsf")]
    _fsf: Option<IgnoredAny>,
    #[serde(rename = "mate_in")]
    moves: u8,
    /// All the moves that mate in so many.
    keys: Option<BTreeSet<String>>,
    /// One of them.
    key: Option<String>,
    /// That there may be more keys than the one.
    other_keys: Option<NotSearched>,
    /// That there is no mate in one, where a mate in two was not looked for.
    shorter_excluded: Option<OneExcluded>,
}

#[derive(Deserialize, PartialEq, Debug)]
enum NotSearched {
    #[serde(rename = "not searched")]
    NotSearched,
}

#[derive(Deserialize, PartialEq, Debug)]
enum OneExcluded {
    #[serde(rename = "no mate in 1; mate in 2 not searched exhaustively")]
    OneExcluded,
}

pub(crate) fn check<P: Position>(record: &Mate) {
    let Mate { id, game, pos, moves, keys, key, other_keys, shorter_excluded, .. } = record;
    let moves = *moves;
    assert_eq!(*game, P::KIND, "{id}");
    // Moves alone are meant: a count that would be a draw first does not spoil a mate here.
    let position = pos.parse::<P>().unwrap().for_perft();
    assert_eq!(keys.is_none(), moves == 3 || other_keys.is_some(), "{id}");
    assert_eq!(shorter_excluded.is_some(), moves == 3, "{id}");

    if moves > 1 {
        assert_eq!(mating_moves(&position, 1), BTreeSet::new(), "{id} has no mate in 1");
    }
    if let Some(key) = key {
        let mv = key.parse().unwrap();
        assert_eq!(position.check_legal(mv), Ok(()), "{id}");
        assert!(is_lost(&position.after(mv), moves - 1), "{id}: {key}");
        assert!(keys.as_ref().is_none_or(|keys| keys.contains(key)), "{id}: {key}");
    } else {
        assert!(keys.is_some(), "{id}");
    }
    if let Some(keys) = keys {
        assert_eq!(&mating_moves(&position, moves), keys, "{id}");
    }
}

/// The moves after which every reply is mated in so many moves, that one included.
fn mating_moves<P: Position>(position: &P, moves: u8) -> BTreeSet<String> {
    let mut keys = position.legal_moves();
    keys.retain(|&mv| is_lost(&position.after(mv), moves - 1));
    keys.iter().map(ToString::to_string).collect()
}

/// Whether the side to move is mated now or, whatever it does, by so many more moves.
fn is_lost<P: Position>(position: &P, moves: u8) -> bool {
    if moves == 0 && !position.is_check() {
        return false;
    }
    if let Some(outcome) = position.outcome() {
        return outcome.reason == Reason::Checkmate;
    }
    moves > 0 && position.legal_moves().into_iter().all(|mv| mates(&position.after(mv), moves))
}

/// Whether the side to move can mate in so many moves.
fn mates<P: Position>(position: &P, moves: u8) -> bool {
    let mut replies: Vec<P> =
        position.legal_moves().into_iter().map(|mv| position.after(mv)).collect();
    // A mate is sooner found among the checks.
    replies.sort_by_key(|after| !after.is_check());
    (1..=moves).any(|moves| replies.iter().any(|after| is_lost(after, moves - 1)))
}
