//! Tournaments: who plays whom, and where everybody stands.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use kradan_rules::{BySide, Side, Verdict};

/// A game of a tournament: the numbers of its players, from 0.
pub type Pairing = BySide<usize>;

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// It is not over.
    Open,
    Over(Verdict),
    /// A side did not play it to its end, and the other one wins; or neither did, and nobody does.
    Forfeited(BySide<bool>),
}

/// Where a player stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the player, from 0.
    pub player: usize,
    /// The place, from 1: those who are level share one.
    pub place: usize,
    /// In half points: two for a game that is won, one for a draw.
    pub halves: u32,
    /// The Sonneborn-Berger score, in quarter points: what those have whom the player beat, and half of
    /// what those have with whom the player drew.
    pub quarters: u32,
    pub won: usize,
    /// How many games are over.
    pub games: usize,
    /// Whether the player dropped out before half of their games was over: none of these counts.
    pub is_struck: bool,
}

/// The games of a round robin by rounds, each of two players once. Nobody has a side more than one game
/// oftener than the other one (*Berger tables*, FIDE Handbook C.05, Annex 1).
///
/// With an odd number somebody rests in each round.
#[must_use]
pub fn rounds(players: usize) -> Vec<Vec<Pairing>> {
    let even = players + players % 2;
    let last = even.saturating_sub(1);
    // The players stand in a circle but for the last one, who meets whoever stands at the top.
    let round = |round: usize| -> Vec<Pairing> {
        let at = |place: usize| (round * (even / 2) + place) % last;
        let top = (at(0), last);
        let others = (1..even / 2).map(|place| (at(place), at(last - place)));
        let top = if round.is_multiple_of(2) { top } else { (top.1, top.0) };
        let pairs = std::iter::once(top).chain(others);
        let play = pairs.filter(|(first, second)| *first < players && *second < players);
        play.map(|(first, second)| BySide { first, second }).collect()
    };
    (0..last).map(round).collect()
}

/// The standings after some games, the best first. `has_left` says who dropped out.
#[must_use]
pub fn standings(games: &[(Pairing, GameResult)], has_left: &[bool]) -> Vec<Place> {
    let is_over = |result: &GameResult| !matches!(result, GameResult::Open);
    let of = |player: usize| {
        games.iter().filter_map(move |(pairing, result)| {
            let side = Side::ALL.into_iter().find(|side| pairing[*side] == player)?;
            Some((side, pairing[!side], *result))
        })
    };
    let is_struck = |player: usize| {
        let is_played = |(side, result): (Side, GameResult)| match result {
            GameResult::Open => false,
            GameResult::Over(_) => true,
            GameResult::Forfeited(by) => !by[side],
        };
        let played = of(player).filter(|(side, _, result)| is_played((*side, *result))).count();
        has_left[player] && 2 * played < of(player).count()
    };
    let struck: Vec<bool> = (0..has_left.len()).map(is_struck).collect();
    let struck = &struck;
    let counted = |player: usize| {
        let is_counted = !struck[player];
        of(player)
            .filter(move |(_, other, result)| is_counted && is_over(result) && !struck[*other])
    };
    let halves =
        |player: usize| counted(player).map(|(side, _, result)| halves_of(result, side)).sum();
    let points: Vec<u32> = (0..has_left.len()).map(halves).collect();
    let mut places: Vec<Place> = (0..has_left.len())
        .map(|player| Place {
            player,
            place: 0,
            halves: points[player],
            quarters: counted(player)
                .map(|(side, other, result)| halves_of(result, side) * points[other])
                .sum(),
            won: counted(player).filter(|(side, _, result)| halves_of(*result, *side) == 2).count(),
            games: counted(player).count(),
            is_struck: struck[player],
        })
        .collect();
    let key = |place: &Place| (place.is_struck, Reverse((place.halves, place.quarters, place.won)));
    places.sort_by_key(|place| (key(place), place.player));
    for at in 0..places.len() {
        let level = at.checked_sub(1).map(|before| places[before]);
        let shared = level.filter(|before| key(before) == key(&places[at]));
        places[at].place = shared.map_or(at + 1, |before| before.place);
    }
    places
}

/// The half points of a side.
fn halves_of(result: GameResult, side: Side) -> u32 {
    match result {
        GameResult::Over(Verdict::Draw) => 1,
        GameResult::Over(Verdict::Win(winner)) if winner == side => 2,
        GameResult::Forfeited(by) if by[!side] && !by[side] => 2,
        GameResult::Open | GameResult::Over(_) | GameResult::Forfeited(_) => 0,
    }
}

/// The players of a knockout's first round in the order of its bracket: each plays the next one, and the
/// winners of neighbours meet. The best come together last, and have a bye where somebody is missing.
///
/// `players` are their numbers, the best first.
#[must_use]
pub fn bracket(players: &[usize]) -> Vec<Option<usize>> {
    let mut order = vec![0];
    while order.len() < players.len() {
        let last = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    order.into_iter().map(|seed| players.get(seed).copied()).collect()
}

/// Who is left of a knockout's round, in the order of its bracket; `None` while a game is open. A draw is
/// won by the second side.
#[must_use]
pub fn winners(
    order: &[Option<usize>],
    games: &[(Pairing, GameResult)],
) -> Option<Vec<Option<usize>>> {
    let winner = |pair: &[Option<usize>]| match *pair {
        [Some(one), Some(other)] => {
            let is_theirs = |pairing: &Pairing| {
                [pairing.first, pairing.second] == [one, other]
                    || [pairing.first, pairing.second] == [other, one]
            };
            let (pairing, result) = games.iter().find(|(pairing, _)| is_theirs(pairing))?;
            match result {
                GameResult::Open => None,
                GameResult::Over(Verdict::Win(side)) => Some(Some(pairing[*side])),
                GameResult::Over(Verdict::Draw) => Some(Some(pairing.second)),
                GameResult::Forfeited(by) => {
                    let left = Side::ALL.into_iter().rev().find(|side| !by[*side]);
                    Some(left.map(|side| pairing[side]))
                }
            }
        }
        [one, other] => Some(one.or(other)),
        _ => Some(None),
    };
    order.chunks(2).map(winner).collect()
}

/// The games of a knockout's round: whoever is named later in the bracket has the first move.
#[must_use]
pub fn matches(order: &[Option<usize>]) -> Vec<Pairing> {
    let pair = |pair: &[Option<usize>]| match *pair {
        [Some(second), Some(first)] => Some(BySide { first, second }),
        _ => None,
    };
    order.chunks(2).filter_map(pair).collect()
}
