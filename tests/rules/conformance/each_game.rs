//! The files that every game has: positions with their legal moves, and perft.

macro_rules! each_game_has {
    ($($Game:ident in $game:ident),+) => {
        $(mod $game {
            use kradan_rules::$game::Position;

            use crate::conformance::{file, legal, perft};
            use kradan_tested_games::TestedGame as _;

            pub(super) const LEGAL: &str = concat!(stringify!($game), "_legal.jsonl");
            pub(super) const PERFT: &str = concat!(stringify!($game), "_perft.jsonl");

            #[test]
            fn legal_moves() {
                file::check_each(LEGAL, Position::LEGAL_RECORDS, legal::check::<Position>);
            }

            #[test]
            fn perft_shallow() {
                let check = perft::check_shallow::<Position>;
                file::check_each(PERFT, Position::PERFT_RECORDS, check);
            }

            #[test]
            #[ignore = "up to twenty thousand million leaves; for release"]
            fn perft_deep() {
                file::check_each(PERFT, Position::PERFT_RECORDS, perft::check_deep::<Position>);
            }
        })+

        /// The names of these files.
        pub(crate) const FILES: &[&str] = &[$($game::LEGAL, $game::PERFT),+];
    };
}

kradan_rules::all_games!(each_game_has);
