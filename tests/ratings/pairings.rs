//! Pairings and standings of tournaments.

use std::collections::BTreeSet;

use fastrand::Rng;
use kradan_ratings::pairings::{GameResult, Pairing, bracket, matches, rounds, standings, winners};
use kradan_rules::{BySide, Side, Verdict};

#[test]
fn each_pair_plays_once_and_sides_are_balanced() {
    for players in 2..=16 {
        let rounds = rounds(players);
        assert_eq!(rounds.len(), players + players % 2 - 1);
        let mut pairs = BTreeSet::new();
        let mut firsts = vec![0_i32; players];
        for round in &rounds {
            let mut seen = BTreeSet::new();
            for Pairing { first, second } in round {
                assert!(first != second && seen.insert(*first) && seen.insert(*second));
                assert!(pairs.insert((first.min(second), first.max(second))));
                firsts[*first] += 1;
                firsts[*second] -= 1;
            }
            assert_eq!(round.len(), players / 2, "{players}: whoever has no opponent rests");
        }
        assert_eq!(pairs.len(), players * (players - 1) / 2);
        assert!(firsts.iter().all(|it| it.abs() <= 1), "{players}: {firsts:?}");
    }
}

#[test]
fn points_of_whom_one_beat_decide_among_equals() {
    let game = |first, second, result| (BySide { first, second }, result);
    let won = |side| GameResult::Over(Verdict::Win(side));
    let games = [
        game(0, 1, won(Side::First)),
        game(2, 3, GameResult::Over(Verdict::Draw)),
        game(2, 0, won(Side::First)),
        game(3, 1, GameResult::Open),
        game(1, 2, won(Side::First)),
        game(3, 0, GameResult::Over(Verdict::Draw)),
    ];
    let places = standings(&games, &[false; 4]);
    let shown: Vec<_> =
        places.iter().map(|it| (it.player, it.place, it.halves, it.quarters)).collect();
    // Of 2 and 0 with three half points, 2 beat the better one; of 1 and 3, 1 has won a game.
    assert_eq!(shown, [(2, 1, 3, 8), (0, 2, 3, 6), (1, 3, 2, 6), (3, 4, 2, 6)]);
}

#[test]
fn who_leaves_early_is_struck_and_who_leaves_late_loses_the_rest() {
    let all: Vec<Pairing> = rounds(4).concat();
    let (won, left) = (GameResult::Over(Verdict::Win(Side::First)), 3);
    for played in 0..=3 {
        let mut count = 0;
        let games: Vec<_> = all
            .iter()
            .map(|pairing| {
                let side = Side::ALL.into_iter().find(|side| pairing[*side] == left);
                count += usize::from(side.is_some());
                match side {
                    Some(side) if count > played => {
                        (*pairing, GameResult::Forfeited(BySide::of(|it| it == side)))
                    }
                    _ => (*pairing, won),
                }
            })
            .collect();
        let places = standings(&games, &[false, false, false, true]);
        let struck: Vec<usize> =
            places.iter().filter(|it| it.is_struck).map(|it| it.player).collect();
        if played < 2 {
            assert_eq!(struck, [left], "{played}");
            assert!(
                places[..3].iter().all(|it| it.games == 2),
                "their games with it count for nobody"
            );
            assert_eq!(places[3].place, 4);
        } else {
            assert_eq!(struck, [0; 0], "{played}");
            assert!(places.iter().all(|it| it.games == 3));
        }
        let total: u32 = places.iter().map(|it| it.halves).sum();
        assert_eq!(total as usize, places.iter().map(|it| it.games).sum::<usize>());
    }
}

/// The first round of so many players, of whom 0 is the best.
fn first_round(players: usize) -> Vec<Option<usize>> {
    bracket(&(0..players).collect::<Vec<_>>())
}

fn sorted(players: impl IntoIterator<Item = Option<usize>>) -> Vec<usize> {
    let mut named: Vec<usize> = players.into_iter().flatten().collect();
    named.sort_unstable();
    named
}

#[test]
fn everybody_is_in_a_bracket_once_and_the_best_have_the_byes() {
    for players in 2..=16 {
        let order = first_round(players);
        assert_eq!(sorted(order.clone()), (0..players).collect::<Vec<_>>());
        let byes = players.next_power_of_two() - players;
        let waiting = order.chunks(2).filter(|pair| pair.contains(&None));
        // As many players as byes: no bye meets a bye.
        assert_eq!(sorted(waiting.flatten().copied()), (0..byes).collect::<Vec<_>>(), "{players}");
        assert_eq!(matches(&order).len(), order.len() / 2 - byes);
    }
}

#[test]
fn the_best_come_together_last() {
    for players in 2..=16 {
        let mut order = first_round(players);
        while order.len() > 1 {
            let better =
                |it: &Pairing| if it.first < it.second { Side::First } else { Side::Second };
            let played = |it| (it, GameResult::Over(Verdict::Win(better(&it))));
            let games: Vec<_> = matches(&order).into_iter().map(played).collect();
            order = winners(&order, &games).unwrap();
            assert_eq!(sorted(order.clone()), (0..order.len()).collect::<Vec<_>>(), "{players}");
        }
    }
}

/// Neighbours of the bracket play, the earlier one second, who stays where nobody wins.
#[test]
fn the_winners_of_neighbours_meet() {
    let mut random = Rng::with_seed(52);
    for players in (2..=16).cycle().take(1_000) {
        let mut order = first_round(players);
        while order.len() > 1 {
            let mut games: Vec<(Pairing, GameResult)> = Vec::new();
            let mut expected = Vec::new();
            for pair in order.chunks(2) {
                let (Some(second), Some(first)) = (pair[0], pair[1]) else {
                    expected.push(pair[0].or(pair[1]));
                    continue;
                };
                let forfeited = |first, second| GameResult::Forfeited(BySide { first, second });
                let (result, left) = match random.u8(..7) {
                    0 => (GameResult::Over(Verdict::Win(Side::First)), Some(first)),
                    1 => (GameResult::Over(Verdict::Win(Side::Second)), Some(second)),
                    2 => (GameResult::Over(Verdict::Draw), Some(second)),
                    3 => (forfeited(true, false), Some(second)),
                    4 => (forfeited(false, true), Some(first)),
                    5 => (forfeited(false, false), Some(second)),
                    _ => (forfeited(true, true), None),
                };
                games.push((BySide { first, second }, result));
                expected.push(left);
            }
            let pairings: Vec<Pairing> = games.iter().map(|(pairing, _)| *pairing).collect();
            assert_eq!(matches(&order), pairings);
            random.shuffle(&mut games);
            if let Some((pairing, _)) = games.first().copied() {
                let mut open = games.clone();
                open[0] = (pairing, GameResult::Open);
                assert_eq!(winners(&order, &open), None);
            }
            order = winners(&order, &games).unwrap();
            assert_eq!(order, expected);
        }
    }
}
