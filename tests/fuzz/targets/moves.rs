//! The first byte chooses a game, and each other byte of its line a legal move. The lines after it
//! are read as moves, and legal ones are played.

#![no_main]

use kradan_fuzz::{position_is_sound, text_is_judged};
use kradan_rules::{GameKind, Position, Record, each_kind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    let Some((game, choices)) = line.split_first() else {
        return;
    };
    let lines = String::from_utf8_lossy(rest);
    let kind = GameKind::ALL[usize::from(*game) % GameKind::ALL.len()];
    each_kind!(kind, P => play::<P>(choices, &lines));
});

fn play<P: Position>(choices: &[u8], lines: &str) {
    let mut record = Record::<P>::default();
    for &choice in choices {
        // The order must not depend on the move generator.
        let mut moves = record.legal_moves();
        moves.sort_unstable();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else {
            break;
        };
        record.play(mv).expect("a listed move is legal");
    }
    position_is_sound(record.position());
    for line in lines.lines() {
        text_is_judged(record.position(), line);
        if record.play_text(line).is_ok() {
            position_is_sound(record.position());
        }
    }
}
