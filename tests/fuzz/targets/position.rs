//! The first line is read as a position of each game, and the other lines as its moves.

#![no_main]

use kradan_fuzz::{move_is_sound, position_is_sound, text_is_judged};
use kradan_rules::{GameKind, Position, each_kind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    for kind in GameKind::ALL {
        each_kind!(kind, P => read::<P>(first, rest));
    }
});

fn read<P: Position>(text: &str, moves: &str) {
    let Ok(position) = text.parse::<P>() else {
        return;
    };
    position_is_sound(&position);
    for mv in position.legal_moves() {
        move_is_sound(&position, mv);
    }
    for line in moves.lines() {
        text_is_judged(&position, line);
    }
}
