//! Splits typed lines into moves.

use kradan_rules::{Game, MoveError};

use super::games::moves_of_word;

/// The moves of a line or an argument at this point of the game, without move numbers.
///
/// A whole line may be one move with spaces (`โคน h1-h2`, `e3 e4`). A line that begins with a
/// number and plays through word by word is a list of moves.
pub(super) fn moves(game: &Game, line: &str) -> Vec<String> {
    let rest = without_number(line.trim());
    let words: Vec<&str> =
        rest.split_whitespace().map(without_number).filter(|word| !word.is_empty()).collect();
    let (first, whole) = match words[..] {
        [] => return Vec::new(),
        [word] => return moves_of_word(game, word),
        [first, ..] => (first, words.join(" ")),
    };
    let is_numbered = rest.len() < line.trim().len();
    let is_one = match game.clone().play_text(&whole) {
        Ok(_) => !(is_numbered && plays_through(game, &words)),
        Err(MoveError::Unreadable(_)) => false,
        // The line is an illegal move, and its first word is not a move.
        Err(MoveError::Illegal(_) | MoveError::Ambiguous(_) | MoveError::Over(_)) => {
            matches!(game.clone().play_text(first), Err(MoveError::Unreadable(_)))
        }
    };
    if is_one {
        return vec![whole];
    }
    let mut game = game.clone();
    let mut moves = Vec::new();
    for word in words {
        for mv in moves_of_word(&game, word) {
            // The caller reports a move that cannot be played.
            let _ = game.play_text(&mv);
            moves.push(mv);
        }
    }
    moves
}

/// The text without the number of a move before it: `1.`, `1...`, `12.e4`.
fn without_number(text: &str) -> &str {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() < text.len() && behind.starts_with(['.', '…']) {
        behind.trim_start_matches(['.', '…']).trim_start()
    } else {
        text
    }
}

fn plays_through(game: &Game, words: &[&str]) -> bool {
    let mut game = game.clone();
    words.iter().all(|word| game.play_text(word).is_ok())
}
