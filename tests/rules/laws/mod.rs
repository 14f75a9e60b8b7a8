//! What holds for every game, whatever is played: laws written once, tried on thousands of random
//! games of each.

mod law;

use kradan_rules::all_games;

/// How many games of each kind are walked through, and how many of them by `cargo test`.
const WALKS: u64 = 2_000;
const FEW_WALKS: u64 = 400;

/// Where a walk breaks off that has not come to an end. Othello never gets there; the others seldom
/// do, in Makruk where a count was given up, in Ōgi where captured pieces go on coming back.
const PLIES_MAX: usize = 1_000;

/// A test for each law, in a few games, and one in all of them, which takes minutes.
macro_rules! laws {
    ($($law:ident)*) => {
        $(
            #[test]
            fn $law() {
                crate::laws::law::$law(&FEW);
            }
        )*

        mod in_all_games {
            use super::GAMES;

            $(
                #[test]
                #[ignore = "takes minutes"]
                fn $law() {
                    crate::laws::law::$law(&GAMES);
                }
            )*
        }
    };
}

/// All the laws for each game.
macro_rules! hold {
    ($($Game:ident in $game:ident),+) => {
        $(mod $game {
            use std::sync::LazyLock;

            use kradan_rules::{Record, $game::Position};

            use crate::laws::{FEW_WALKS, PLIES_MAX, WALKS};
            use kradan_tested_games::walk;

            static FEW: LazyLock<Vec<Record<Position>>> =
                LazyLock::new(|| walks(FEW_WALKS));
            static GAMES: LazyLock<Vec<Record<Position>>> = LazyLock::new(|| walks(WALKS));

            fn walks(count: u64) -> Vec<Record<Position>> {
                (0..count).map(|seed| walk(seed, PLIES_MAX)).collect()
            }

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

            /// These take minutes in a few games, too.
            mod ply_by_ply {
                use super::GAMES;

                #[test]
                #[ignore = "takes minutes"]
                fn fast_moves_are_the_slow_ones() {
                    crate::laws::law::fast_moves_are_the_slow_ones_ply_by_ply(&GAMES);
                }

                #[test]
                #[ignore = "takes minutes"]
                fn counts_agree_with_lists() {
                    crate::laws::law::counts_agree_with_lists_ply_by_ply(&GAMES);
                }
            }
        })+
    };
}

all_games!(hold);
