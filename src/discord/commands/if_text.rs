//! Lines of conditional moves in words.

use crate::discord::view::written_moves::written_move;
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_rules::{Game, Side, Status};
use kradan_table::play_ahead;

sentences! {
    /// The parts of a line.
    enum Part<'a> {
        /// The author's own move with which a line begins.
        First {
            own: &'a str,
        } => "line-if-first",
        /// A condition and its reply.
        Pair {
            their: &'a str,
            own: &'a str,
        } => "line-if-pair",
        /// A condition whose reply is not picked yet.
        Condition {
            their: &'a str,
        } => "line-if-condition",
        /// A line that goes on.
        GoesOn {
            line: &'a str,
            next: &'a str,
        } => "line-if-goes-on",
    }
}

/// A line in words: conditions and replies, each after those before it.
pub(super) fn line_text(game: &Game, side: Side, line: &[String], language: Language) -> String {
    let mut ahead = game.clone();
    let (mut parts, mut theirs, mut own) = (Vec::new(), Vec::new(), Vec::new());
    for mv in line {
        let Status::Ongoing { turn } = ahead.status() else { break };
        let written = written_move(&ahead, mv, language);
        if turn == side {
            own.push(written);
        } else {
            if !own.is_empty() {
                parts.push(part_text(&theirs, &own, language));
                theirs.clear();
                own.clear();
            }
            theirs.push(written);
        }
        if play_ahead(&mut ahead, mv).is_err() {
            break;
        }
    }
    if !(theirs.is_empty() && own.is_empty()) {
        parts.push(part_text(&theirs, &own, language));
    }
    let goes_on = |line: String, next: String| {
        i18n::say(&Part::GoesOn { line: &line, next: &next }, language)
    };
    capitalised(&parts.into_iter().reduce(goes_on).unwrap_or_default())
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect()
}

fn part_text(theirs: &[String], own: &[String], language: Language) -> String {
    let (their, own) = (i18n::moves(theirs, language), i18n::moves(own, language));
    let part = match (their.is_empty(), own.is_empty()) {
        (true, _) => Part::First { own: &own },
        (false, true) => Part::Condition { their: &their },
        (false, false) => Part::Pair { their: &their, own: &own },
    };
    i18n::say(&part, language)
}
