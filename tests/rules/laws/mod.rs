//! What holds for every game, whatever is played: laws written once, tried on thousands of random
//! games of each.

mod law;

use kradan_rules::all_games;

/// How many games of each kind are walked through.
const WALKS: u64 = 2_000;

/// Where a walk breaks off that has not come to an end. Othello never gets there; the others seldom
/// do, in Makruk where a count was given up, in Ōgi where captured pieces go on coming back.
const PLIES_MAX: usize = 1_000;

/// A test for each law.
macro_rules! laws {
    ($($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                crate::laws::law::$law(&GAMES);
            }
        )*
    };
}

/// A test for each law that takes minutes; `.ci/run` runs them in release.
macro_rules! slow_laws {
    ($($law:ident)*) => {
        $(
            #[test]
            #[ignore = "takes minutes"]
            fn $law() {
                crate::laws::law::$law(&GAMES);
            }
        )*
    };
}

/// All the laws for each game.
macro_rules! hold {
    ($($Game:ident in $game:ident),+) => {
        $(mod $game {
            use std::sync::LazyLock;

            use kradan_rules::{Record, $game::Position};

            use crate::laws::{PLIES_MAX, WALKS};
            use kradan_tested_games::walk;

            static GAMES: LazyLock<Vec<Record<Position>>> =
                LazyLock::new(|| (0..WALKS).map(|seed| walk(seed, PLIES_MAX)).collect());

            laws! {
                walks_are_whole_games
                moves_end_with_the_game
                moves_are_never_written_alike
                exact_notation_reads_back
                typed_notation_reads_back
                a_move_hands_over_the_turn
                positions_read_back
                a_move_taken_back_leaves_no_trace
                stored_games_load_equal
                written_games_read_back
                fast_moves_are_the_slow_ones
                counts_agree_with_lists
                exactly_the_listed_moves_are_legal
                illegal_texts_are_errors
            }

            slow_laws! {
                fast_moves_are_the_slow_ones_ply_by_ply
                counts_agree_with_lists_ply_by_ply
            }
        })+
    };
}

all_games!(hold);
