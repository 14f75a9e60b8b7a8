//! The search finds what a plain search of all moves finds, and its moves are legal.

use super::evaluate::Evaluate;
use super::net::{PARTS, Sums, inputs, inputs_in};
use super::search::{Search, ended};
use super::{Strength, choose};
use kradan_rules::{Game, GameKind, Position, Record, makruk, ogi, othello};

/// How far captures are followed here: a plain search follows all of them.
const CAPTURES_DEEP: u32 = 2;

/// Chance that is the same on every machine (xorshift64*).
struct Rng(u64);

impl Rng {
    fn with_seed(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    }
}

/// A game of random moves, the same on every machine.
fn walk<P: Evaluate>(rng: &mut Rng, plies: usize) -> Record<P> {
    let mut record = Record::<P>::default();
    for _ in 0..plies {
        let mut moves = record.legal_moves();
        if moves.is_empty() {
            record.take_back();
            break;
        }
        moves.sort_unstable();
        record.play(moves[rng.below(moves.len())]).unwrap();
    }
    record
}

/// The score of a position without looking ahead.
fn still<P: Evaluate>(position: &P) -> i32 {
    position.evaluate(&mut Sums::default())
}

/// The score of a position by a search that leaves nothing out. `path` are the positions before it.
fn plain<P: Evaluate>(path: &mut Vec<P>, position: &P, depth: u32, ply: usize) -> i32 {
    if depth == 0 {
        return plain_captures(position, CAPTURES_DEEP, ply);
    }
    // The last positions of the path are those of the search, from where it began.
    let (played, searched) = path.split_at(path.len() - ply);
    let before = played.iter().filter(|earlier| *earlier == position).count();
    if searched.contains(position) || before >= 2 {
        return 0;
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return ended(position, ply);
    }
    path.push(*position);
    let scores = moves.into_iter().map(|mv| -plain(path, &position.after(mv), depth - 1, ply + 1));
    let best = scores.max().unwrap();
    path.pop();
    best
}

fn plain_captures<P: Evaluate>(position: &P, depth: u32, ply: usize) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return ended(position, ply);
    }
    let is_check = position.is_check();
    let own = (!is_check || depth == 0).then(|| still(position));
    let tried = moves.into_iter().filter(|&mv| depth > 0 && (is_check || position.gain(mv) > 0));
    let scores = tried.map(|mv| -plain_captures(&position.after(mv), depth - 1, ply + 1));
    scores.chain(own).max().unwrap()
}

fn search_equals_plain_minimax<P: Evaluate>(positions: u64, depth: u32) {
    for seed in 0..positions {
        let mut rng = Rng::with_seed(seed);
        let plies = rng.below(40);
        let record = walk::<P>(&mut rng, plies);
        let depth = depth.min(record.position().moves_left().unwrap_or(u32::MAX));
        if record.outcome().is_some() || depth == 0 {
            continue;
        }
        let mut search = Search::of_all_moves(&record, CAPTURES_DEEP);
        let found = search.deepen(depth, 0, &mut |_| ())[0].score;
        let mut best = i32::MIN;
        for mv in record.legal_moves() {
            let mut after = record.clone();
            after.play(mv).unwrap();
            let mut path = record.positions().to_vec();
            let score = match after.outcome() {
                Some(outcome) => -after.position().ended(outcome, 1),
                None => -plain(&mut path, after.position(), depth - 1, 1),
            };
            best = best.max(score);
        }
        assert_eq!(found, best, "seed {seed}: {}", record.position());
    }
}

#[test]
fn search_equals_plain_minimax_in_othello() {
    search_equals_plain_minimax::<othello::Position>(200, 3);
}

#[test]
fn search_equals_plain_minimax_in_makruk() {
    search_equals_plain_minimax::<makruk::Position>(200, 2);
}

#[test]
fn search_equals_plain_minimax_in_ogi() {
    search_equals_plain_minimax::<ogi::Position>(100, 2);
}

#[test]
fn every_level_plays_legal_moves_and_the_same_ones_again() {
    for kind in GameKind::ALL {
        for level in [1, 2, 3, 4] {
            let mut game = Game::new(kind);
            let mut rng = Rng::with_seed(u64::from(level));
            for _ in 0..40 {
                let Some(choice) = choose(&game, Strength::of_level(kind, level), 7) else { break };
                assert_eq!(
                    choose(&game, Strength::of_level(kind, level), 7).as_ref(),
                    Some(&choice)
                );
                game.play_text(&choice.text).unwrap();
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play_text(&moves[rng.below(moves.len())]).unwrap();
            }
        }
    }
}

/// The knight takes back.
#[test]
fn level_1_alone_overlooks_what_the_answer_captures() {
    let position = "rnsmksnr/8/pppppppp/8/2R5/PPPPPPPP/8/1NSKMSNR w";
    let game = Game::from_position(GameKind::Makruk, position).unwrap();
    let chosen = |level| {
        let strength = Strength { spread: 0, ..Strength::of_level(game.kind(), level) };
        choose(&game, strength, 0).unwrap().text
    };
    assert_eq!(chosen(1), "c4c6");
    assert_ne!(chosen(2), "c4c6");
}

#[test]
fn a_pass_leaves_the_pieces_and_gives_the_move_away() {
    for seed in 0..50 {
        let mut rng = Rng::with_seed(seed);
        let makruk = *walk::<makruk::Position>(&mut rng, 30).position();
        let ogi = *walk::<ogi::Position>(&mut rng, 30).position();
        let passed = (makruk.with_other_side_to_move(), ogi.with_other_side_to_move());
        assert_eq!(passed.0.turn(), !makruk.turn());
        assert_eq!(passed.1.turn(), !ogi.turn());
        assert_eq!(passed.0.with_other_side_to_move(), makruk);
        assert_eq!(passed.1.with_other_side_to_move(), ogi);
    }
}

/// The position upside down with the sides exchanged: the board's lines in the other order, letters in
/// the other case.
fn exchanged<P: Position>(text: &str) -> P {
    let other_case = |letter: char| {
        if letter.is_uppercase() {
            letter.to_lowercase().to_string()
        } else {
            letter.to_uppercase().to_string()
        }
    };
    let mut fields: Vec<String> =
        text.split(' ').map(|field| field.chars().map(other_case).collect()).collect();
    let lines: Vec<&str> = fields[0].split('/').rev().collect();
    fields[0] = lines.join("/");
    for field in &mut fields[1..] {
        *field = match field.as_str() {
            "W" => "b".to_owned(),
            "B" => "w".to_owned(),
            "O/o" | "o/O" => field.clone(),
            _ => field.split('/').rev().collect::<Vec<_>>().join("/"),
        };
    }
    fields.join(" ").parse().unwrap()
}

fn a_position_is_worth_what_it_is_with_the_sides_exchanged<P: Evaluate>() {
    let mut count = 0;
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let plies = rng.below(120);
        let position = *walk::<P>(&mut rng, plies).position();
        // Counts are written with their side.
        let text = position.to_string();
        if text.contains(':') {
            continue;
        }
        let other: P = exchanged(&text);
        assert_eq!(other.turn(), !position.turn(), "{text}");
        assert_eq!(still(&other), still(&position), "{text} {other}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

#[test]
fn a_makruk_position_is_worth_what_it_is_with_the_sides_exchanged() {
    a_position_is_worth_what_it_is_with_the_sides_exchanged::<makruk::Position>();
}

#[test]
fn an_ogi_position_is_worth_what_it_is_with_the_sides_exchanged() {
    a_position_is_worth_what_it_is_with_the_sides_exchanged::<ogi::Position>();
}

fn a_position_is_worth_as_much_after_any_other<P: Evaluate>() {
    let mut sums = Sums::default();
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        for position in walk::<P>(&mut rng, 100).positions() {
            assert_eq!(position.evaluate(&mut sums), still(position), "{position}");
        }
    }
}

#[test]
fn a_makruk_position_is_worth_as_much_after_any_other() {
    a_position_is_worth_as_much_after_any_other::<makruk::Position>();
}

#[test]
fn an_ogi_position_is_worth_as_much_after_any_other() {
    a_position_is_worth_as_much_after_any_other::<ogi::Position>();
}

/// A position of Makruk as a mirror beside the board shows it.
fn mirrored(position: makruk::Position) -> makruk::Position {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    // A promoted bia is a letter and a sign.
    let lines = board.split('/').map(|line| {
        let mut squares: Vec<String> = Vec::new();
        for it in line.chars() {
            if it.is_alphanumeric() {
                squares.push(it.into());
            } else {
                squares.last_mut().unwrap().push(it);
            }
        }
        squares.reverse();
        squares.concat()
    });
    let lines: Vec<String> = lines.collect();
    format!("{} {rest}", lines.join("/")).parse().unwrap()
}

#[test]
fn a_makruk_position_is_worth_what_it_is_in_a_mirror() {
    for seed in 0..200 {
        let mut rng = Rng::with_seed(seed);
        let plies = rng.below(120);
        let position = *walk::<makruk::Position>(&mut rng, plies).position();
        let other = mirrored(position);
        assert_ne!(other, position);
        assert_eq!(still(&other), still(&position), "{position} {other}");
    }
}

#[test]
fn both_sides_see_inputs_that_there_are() {
    for kind in [GameKind::Makruk, GameKind::Ogi] {
        let mut game = Game::new(kind);
        let mut rng = Rng::with_seed(3);
        let mut parts = [false; PARTS];
        for _ in 0..2_000 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                game = Game::new(kind);
                continue;
            }
            game.play_text(&moves[rng.below(moves.len())]).unwrap();
            let inputs = inputs(&game).unwrap();
            let [own, other] = inputs.seen();
            assert!(own.each().chain(other.each()).all(|input| input < inputs_in(kind)));
            assert!(own.each().count() >= 2, "{own:?}");
            assert_eq!(own.each().count(), other.each().count());
            parts[inputs.part()] = true;
        }
        assert!(parts.iter().filter(|&&is_seen| is_seen).count() > PARTS / 2, "{parts:?}");
    }
}
