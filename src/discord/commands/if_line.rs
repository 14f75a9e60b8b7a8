//! Lines of conditional moves as people type them, and suggestions for their next move.
//!
//! Numbers and words between the moves mean nothing, in any language. A move may itself have spaces
//! (`ma b1 d2`), so as many words as make a legal move are taken for one.

use super::move_suggestions::{SuggestedMove, fitting_moves};
use crate::discord::limits::SUGGESTION_MAX;
use crate::discord::view::pick::OPTIONS_MAX;
use crate::discord::view::reply::Suggestion;
use crate::discord::view::written_moves::written_move;
use kradan_i18n::Language;
use kradan_rules::{Game, MoveError, Side, Status};
use kradan_table::{LINE_MOVES_MAX, Refusal, TableId, after_line, play_ahead};

/// Words between moves, where spaces part the words.
const WORDS: [&str; 11] =
    ["if", "then", "and", "when", "after", "as", "als", "dan", "en", "daarna", "na"];

/// Words between moves in languages that do not part words by spaces.
const PARTICLES: [&str; 12] = [
    "ถ้า",
    "แล้ว",
    "จากนั้น",
    "หลังจาก",
    "もし",
    "ならば",
    "なら",
    "次に",
    "続いて",
    "のあと",
    "→",
    "->",
];

/// The most words of one move.
const WORDS_OF_A_MOVE: usize = 4;

/// The most words of a line.
const WORDS_MAX: usize = 4 * LINE_MOVES_MAX;

/// The most readings of a text that are tried.
const READINGS_MAX: usize = 1_000;

/// A word of a line, and whether a move may continue after it.
#[derive(Debug)]
struct Token {
    text: String,
    is_last: bool,
}

/// The moves of a line that is typed, in the exact notation.
///
/// # Errors
///
/// [`Refusal::PlannedMove`] with the first move that makes no sense, and [`Refusal::LineTooLong`].
/// The moves that an ambiguous text fits are written in the language.
pub(super) fn read_line(
    game: &Game,
    typed: &str,
    language: Language,
) -> Result<Vec<String>, Refusal> {
    read_tokens(game, &tokens(typed), language)
}

/// Suggestions for a line: what is typed so far, with each move that may follow. The value of each
/// is the whole line.
pub(super) fn suggested_lines(
    game: &Game,
    side: Side,
    typed: &str,
    language: Language,
) -> Vec<(String, String)> {
    let tokens = tokens(typed);
    let Some((line, rest)) = longest_start(game, &tokens, language) else { return Vec::new() };
    let ahead = after_line(game, &line);
    let mut lines = Vec::new();
    if rest.is_empty() && mover_of_last(game, &line) == Some(side) {
        lines.push(line.clone());
    }
    if line.len() < LINE_MOVES_MAX {
        let mut moves = fitting_moves(&ahead, &rest, language);
        moves.sort_by_key(|suggested| suggested.rank);
        lines.extend(moves.into_iter().map(|SuggestedMove { exact, .. }| {
            line.iter().cloned().chain([exact]).collect::<Vec<String>>()
        }));
    }
    lines.truncate(OPTIONS_MAX);
    lines.into_iter().map(|line| (shown(game, side, &line, language), line.join(","))).collect()
}

/// A suggestion of a line in one of several games. One that is too long for Discord is left out.
pub(super) fn suggestion(
    (shown, line): (String, String),
    table: Option<TableId>,
    title: Option<&str>,
) -> Option<Suggestion> {
    let value = table.map_or_else(|| line.clone(), |table| format!("{line} @{}", table.0));
    let shown = match title {
        Some(title) => format!("{shown} · {title}"),
        None => shown,
    };
    let shown = kradan_rules::cut(&shown, SUGGESTION_MAX - 1);
    (value.chars().count() <= SUGGESTION_MAX).then_some((shown, value))
}

/// Whose move the last one of a line is.
fn mover_of_last(game: &Game, line: &[String]) -> Option<Side> {
    let (_, before) = line.split_last()?;
    match after_line(game, before).status() {
        Status::Ongoing { turn } => Some(turn),
        Status::Over(_) => None,
    }
}

/// A line as its author reads it: `d3 → c5, e6 → …`. The beginning of a long one is left out.
fn shown(game: &Game, side: Side, line: &[String], language: Language) -> String {
    let mut ahead = game.clone();
    let mut text = String::new();
    let mut before = None;
    for mv in line {
        let Status::Ongoing { turn } = ahead.status() else { break };
        text.push_str(match before {
            None => "",
            Some(before) if before != side && turn == side => " → ",
            Some(_) => ", ",
        });
        text.push_str(&written_move(&ahead, mv, language));
        before = Some(turn);
        if play_ahead(&mut ahead, mv).is_err() {
            break;
        }
    }
    if before.is_some_and(|before| before != side) {
        text.push_str(" → …");
    }
    let length = text.chars().count();
    match length.checked_sub(SUGGESTION_MAX / 2) {
        Some(left @ 1..) => format!("…{}", text.chars().skip(left).collect::<String>()),
        Some(0) | None => text,
    }
}

/// Splits a text into the longest line at its start and the rest, the beginning of a move.
fn longest_start(
    game: &Game,
    tokens: &[Token],
    language: Language,
) -> Option<(Vec<String>, String)> {
    (0..=tokens.len().min(WORDS_OF_A_MOVE)).find_map(|left| {
        let (start, rest) = tokens.split_at(tokens.len() - left);
        let line = read_tokens(game, start, language).ok()?;
        let is_one = rest.iter().rev().skip(1).all(|token| !token.is_last);
        is_one.then(|| (line, joined(rest)))
    })
}

fn joined(tokens: &[Token]) -> String {
    tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn tokens(typed: &str) -> Vec<Token> {
    let text =
        PARTICLES.iter().fold(typed.to_owned(), |text, particle| text.replace(particle, ","));
    let mut tokens: Vec<Token> = Vec::new();
    for part in text.split([',', ';', '、', '，', '；', '\n']) {
        for word in part.split_whitespace() {
            let word = without_number(word);
            if word.is_empty() || WORDS.contains(&word.to_lowercase().as_str()) {
                end_move(&mut tokens);
            } else {
                tokens.push(Token { text: word.to_owned(), is_last: false });
            }
        }
        end_move(&mut tokens);
    }
    tokens.truncate(WORDS_MAX + 1);
    tokens
}

fn end_move(tokens: &mut [Token]) {
    if let Some(last) = tokens.last_mut() {
        last.is_last = true;
    }
}

/// A word without the number of a move before it: `1.`, `12…`, `3...`, and dots that stand alone.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let after = rest.trim_start_matches(['.', '…']);
    let word = if after.len() < rest.len() { after } else { word };
    word.trim_end_matches(['.', '…'])
}

fn read_tokens(game: &Game, tokens: &[Token], language: Language) -> Result<Vec<String>, Refusal> {
    if tokens.len() > WORDS_MAX {
        return Err(Refusal::LineTooLong);
    }
    let mut reader = Reader {
        tokens,
        language,
        readings: 0,
        line: Vec::new(),
        is_too_long: false,
        failed: None,
    };
    if reader.read(game, 0) {
        return Ok(reader.line);
    }
    match reader.failed {
        Some(failed) if !reader.is_too_long => Err(failed.why),
        Some(_) | None => Err(Refusal::LineTooLong),
    }
}

/// Tries the readings of a text, those with the longest moves first.
struct Reader<'a> {
    tokens: &'a [Token],
    language: Language,
    readings: usize,
    line: Vec<String>,
    is_too_long: bool,
    /// The failing move of the longest reading.
    failed: Option<Failed>,
}

struct Failed {
    moves: usize,
    is_readable: bool,
    why: Refusal,
}

impl Reader<'_> {
    fn read(&mut self, game: &Game, from: usize) -> bool {
        if from == self.tokens.len() {
            return true;
        }
        if self.line.len() >= LINE_MOVES_MAX {
            self.is_too_long = true;
            return false;
        }
        let rest = &self.tokens[from..];
        let whole = rest.iter().position(|token| token.is_last).map_or(rest.len(), |end| end + 1);
        for words in (1..=whole.min(WORDS_OF_A_MOVE)).rev() {
            self.readings += 1;
            if self.readings > READINGS_MAX || self.is_too_long {
                return false;
            }
            let text = joined(&rest[..words]);
            let mut ahead = game.clone();
            match play_ahead(&mut ahead, &text) {
                Ok(exact) => {
                    self.line.push(exact);
                    if self.read(&ahead, from + words) {
                        return true;
                    }
                    self.line.pop();
                }
                Err(why) => self.fail(text, self.written(game, why)),
            }
        }
        false
    }

    /// A refusal in a position of the line.
    fn written(&self, game: &Game, why: Refusal) -> Refusal {
        let Refusal::Move(MoveError::Ambiguous(moves)) = why else { return why };
        let written = moves.iter().map(|exact| written_move(game, exact, self.language));
        Refusal::Move(MoveError::Ambiguous(written.collect()))
    }

    /// Keeps the failure at the latest move, and of these one that reads as a move, or the
    /// shortest.
    fn fail(&mut self, text: String, why: Refusal) {
        let moves = self.line.len();
        let is_readable = !matches!(why, Refusal::Move(MoveError::Unreadable(_)));
        let is_better = self.failed.as_ref().is_none_or(|known| {
            moves > known.moves || (moves == known.moves && (is_readable || !known.is_readable))
        });
        if is_better {
            let why = Refusal::PlannedMove { number: moves + 1, text, why: Box::new(why) };
            self.failed = Some(Failed { moves, is_readable, why });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::if_text::line_text;
    use super::*;
    use kradan_rules::GameKind;

    fn after(kind: GameKind, moves: &[&str]) -> Game {
        let line: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        after_line(&Game::new(kind), &line)
    }

    #[test]
    fn a_line_is_read_however_it_is_typed() {
        let othello = after(GameKind::Othello, &["d3"]);
        for typed in [
            "c5 d6 e3 f4",
            "c5,d6,e3,f4",
            "c5 then d6, if e3 then f4",
            "if c5 then d6, if then e3 then f4",
            "2. c5 3. d6 4. e3 5. f4",
            "2.c5 3.d6 4.e3 5.f4",
            "C5 → D6, E3 → F4",
            "als c5 dan d6, als e3 dan f4",
            "ถ้า c5 แล้ว d6 ถ้า e3 แล้ว f4",
            "もしc5ならd6、e3ならf4",
            "c5 → d6, e3 → f4 → …",
        ] {
            assert_eq!(
                read_line(&othello, typed, Language::English).unwrap(),
                ["c5", "d6", "e3", "f4"],
                "{typed:?}"
            );
        }
        let makruk = after(GameKind::Makruk, &["e3e4"]);
        for typed in [
            "e6e5 b1d2",
            "1… e5 2. Nd2",
            "1... e5 2.Nd2",
            "if e5 then ma b1 d2",
            "if bia e6-e5 then ma b1-d2",
            "e6 to e5, b1 to d2",
            "เบี้ย e6-e5 แล้ว ม้า b1-d2",
        ] {
            assert_eq!(
                read_line(&makruk, typed, Language::English).unwrap(),
                ["e6e5", "b1d2"],
                "{typed:?}"
            );
        }
    }

    #[test]
    fn a_line_is_read_as_it_is_told() {
        let before = after(GameKind::Othello, &["d3"]);
        let line = ["c5", "d6", "e3", "f4"].map(str::to_owned);
        for (side, language) in [Side::First, Side::Second]
            .into_iter()
            .flat_map(|side| Language::ALL.map(|language| (side, language)))
        {
            let told = line_text(&before, side, &line, language).replace('`', "");
            assert_eq!(read_line(&before, &told, language).as_deref(), Ok(&line[..]), "{told}");
        }
    }

    #[test]
    fn the_first_move_that_makes_no_sense_is_named() {
        let game = after(GameKind::Othello, &["d3"]);
        let failed = |typed: &str| match read_line(&game, typed, Language::English) {
            Err(Refusal::PlannedMove { number, text, .. }) => (number, text),
            other => panic!("{typed:?}: {other:?}"),
        };
        assert_eq!(failed("c5 a1 e3"), (2, "a1".to_owned()));
        assert_eq!(failed("nonsense"), (1, "nonsense".to_owned()));
        assert_eq!(failed("c5 then d6 then blah blah"), (3, "blah".to_owned()));
        assert_eq!(read_line(&game, "", Language::English), Ok(Vec::new()));
        assert_eq!(read_line(&game, " … , then", Language::English), Ok(Vec::new()));
        assert_eq!(
            read_line(&game, &"c5 ".repeat(500), Language::English),
            Err(Refusal::LineTooLong)
        );
    }

    #[test]
    fn whatever_is_suggested_can_be_typed_and_leads_on() {
        let mut random = fastrand::Rng::with_seed(23);
        for kind in GameKind::ALL {
            for language in Language::ALL {
                let game = Game::new(kind);
                let mut typed = String::new();
                for _ in 0..6 {
                    let suggested = suggested_lines(&game, Side::Second, &typed, language);
                    assert!(!suggested.is_empty() && suggested.len() <= OPTIONS_MAX);
                    for (shown, line) in &suggested {
                        let moves = read_line(&game, line, language).unwrap();
                        assert_eq!(moves.join(","), *line);
                        if !shown.starts_with('…') {
                            assert_eq!(
                                read_line(&game, shown, language).as_ref(),
                                Ok(&moves),
                                "{shown}"
                            );
                        }
                    }
                    let longer: Vec<&(String, String)> =
                        suggested.iter().filter(|(_, line)| line.len() > typed.len()).collect();
                    typed.clone_from(&longer[random.usize(..longer.len())].1);
                }
            }
        }
    }

    #[test]
    fn the_reply_is_suggested_once_its_condition_is_typed() {
        let game = after(GameKind::Othello, &["d3"]);
        let suggested = |typed: &str| {
            let lines = suggested_lines(&game, Side::First, typed, Language::English);
            lines.into_iter().map(|(shown, _)| shown).collect::<Vec<_>>()
        };
        assert_eq!(suggested(""), ["c3 → …", "c5 → …", "e3 → …"]);
        assert_eq!(suggested("c5"), ["c5 → b6", "c5 → c6", "c5 → d6", "c5 → e6", "c5 → f6"]);
        assert_eq!(suggested("if c5 then d"), ["c5 → d6"]);
        assert_eq!(suggested("c5 d6")[0], "c5 → d6");
        assert_eq!(suggested("c5 d6")[1], "c5 → d6, c3 → …");
        assert_eq!(suggested("zzz"), Vec::<String>::new());
    }
}
