//! The text is read as a whole game in each format. A game that can be read is written, read back
//! equal, and written alike.

#![no_main]

use std::fmt::Debug;

use kradan_rules::notation::{ggf, pgn, transcript};
use kradan_rules::{Game, makruk, ogi, othello};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    sheet::<makruk::Position>(text);
    sheet::<ogi::Position>(text);
    if let Ok((record, header)) = ggf::read(text) {
        let written = ggf::write(&record, &header);
        let (again, header) = ggf::read(&written).expect("a written game can be read");
        assert_eq!(again, record, "{written}");
        assert_eq!(ggf::write(&again, &header), written);
    }
    if let Ok(record) = transcript::read(othello::Position::default(), text) {
        let written = transcript::write(&record);
        same(transcript::read(othello::Position::default(), &written).as_ref(), &record, &written);
    }
    if let Ok(game) = serde_json::from_str::<Game>(text) {
        let written = serde_json::to_string(&game).expect("a game can be stored");
        same(serde_json::from_str::<Game>(&written).as_ref(), &game, &written);
    }
});

fn sheet<P: pgn::PgnGame>(text: &str) {
    let Ok((record, header)) = pgn::read::<P>(text) else {
        return;
    };
    let written = pgn::write(&record, &header);
    let (again, header) = pgn::read::<P>(&written).expect("a written game can be read");
    assert_eq!(again, record, "{written}");
    assert_eq!(pgn::write(&again, &header), written);
}

fn same<T: Debug + PartialEq, E: Debug>(again: Result<&T, E>, first: &T, written: &str) {
    assert_eq!(again.expect("a written game can be read"), first, "{written}");
}
