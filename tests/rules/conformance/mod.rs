//! Every record of every file in `tests/conformance/records`.
//!
//! What the files hold and how they write it stands beside them in `FORMAT.md`. The tests and the
//! list of files are one table, and each file's records are counted, so neither a file nor a
//! record can be left out without a failure. What takes too long for `cargo test` is ignored there;
//! in release, `cargo test --release --test rules conformance -- --include-ignored` runs all of it.

mod each_game;
mod edge;
mod endgame;
mod file;
mod games;
mod honour;
mod legal;
mod mate;
mod perft;

use std::collections::BTreeSet;

use kradan_rules::{makruk, ogi};

/// A test for each file that not every game has: its name, how many records it has, and what is
/// done with each.
macro_rules! files {
    ($($test:ident: $file:literal, $records:literal, $check:expr;)*) => {
        $(
            #[test]
            fn $test() {
                file::check_each($file, $records, $check);
            }
        )*

        #[test]
        fn every_file_of_the_folder_has_its_test() {
            let files = [$($file),*].into_iter().chain(each_game::FILES.iter().copied());
            assert_eq!(file::names(), files.map(str::to_owned).collect::<BTreeSet<_>>());
        }
    };
}

files! {
    edge: "edge.jsonl", 146, edge::check;
    makruk_count: "makruk_count.jsonl", 38, honour::check;
    makruk_games: "makruk_games.jsonl", 133, games::check_makruk;
    makruk_mate: "makruk_mate.jsonl", 97, mate::check::<makruk::Position>;
    ogi_games: "ogi_games.jsonl", 133, games::check_ogi;
    ogi_mate: "ogi_mate.jsonl", 76, mate::check::<ogi::Position>;
    othello_endgame: "othello_endgame.jsonl", 215, endgame::check_near;
    othello_games: "othello_games.jsonl", 133, games::check_othello;
    othello_real: "othello_real.jsonl", 400, games::check_real;
}

#[test]
#[ignore = "perfect play from up to 20 empty squares; for release"]
fn othello_endgame_deep() {
    file::check_each("othello_endgame.jsonl", 215, endgame::check_far);
}
