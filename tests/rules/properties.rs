//! No text of any kind makes a reader panic, and what a reader accepts is written back to something
//! that reads equal.
//!
//! The texts are arbitrary ones, ones made of the notation's own characters, and real ones with a
//! few characters changed, which get furthest into the readers.

use std::fmt::Debug;
use std::str::FromStr;

use kradan_rules::{Game, Record, all_games};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use kradan_tested_games::TestedGame;
use kradan_tested_games::walk;

/// Texts tried in each test.
const CASES: u32 = 3_000;

/// Random games are shorter than this: long enough for Makruk to count.
const PLIES_MAX: usize = 300;

/// The same where the text is the whole game, most of which would only be played again.
const SHEET_PLIES_MAX: usize = 80;

/// A game of random moves, not always to its end.
fn games<P: TestedGame>(plies_max: usize) -> impl Strategy<Value = Record<P>> {
    (0..1_000_u64, 0..plies_max).prop_map(|(seed, plies)| walk(seed, plies))
}

/// A change to a text.
#[derive(Clone, Debug)]
enum Edit {
    Insert(Index, char),
    Replace(Index, char),
    Delete(Index),
    Swap(Index, Index),
    /// The text breaks off.
    Cut(Index),
    /// A piece of the text stands twice.
    Repeat(Index, Index),
}

fn edits(alphabet: &'static str) -> impl Strategy<Value = Vec<Edit>> {
    let letters: Vec<char> = alphabet.chars().collect();
    let letter = prop_oneof![4 => select(letters), 1 => any::<char>()].boxed();
    let at = any::<Index>;
    let edit = prop_oneof![
        4 => (at(), letter.clone()).prop_map(|(index, letter)| Edit::Insert(index, letter)),
        4 => (at(), letter).prop_map(|(index, letter)| Edit::Replace(index, letter)),
        4 => at().prop_map(Edit::Delete),
        2 => (at(), at()).prop_map(|(one, other)| Edit::Swap(one, other)),
        1 => at().prop_map(Edit::Cut),
        1 => (at(), at()).prop_map(|(from, to)| Edit::Repeat(from, to)),
    ];
    prop::collection::vec(edit, 0..5)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for edit in edits {
        // One more than there are characters: the end is a place, too.
        let place = |index: &Index| index.index(text.len() + 1);
        match edit {
            Edit::Insert(index, letter) => text.insert(place(index), *letter),
            Edit::Cut(index) => text.truncate(place(index)),
            Edit::Repeat(from, to) => {
                let (from, to) = (place(from), place(to));
                let part = text[from.min(to)..from.max(to)].to_vec();
                text.splice(from..from, part);
            }
            // The rest need a character.
            Edit::Replace(..) | Edit::Delete(_) | Edit::Swap(..) if text.is_empty() => {}
            Edit::Replace(index, letter) => *index.get_mut(&mut text) = *letter,
            Edit::Delete(index) => {
                text.remove(index.index(text.len()));
            }
            Edit::Swap(one, other) => {
                let length = text.len();
                text.swap(one.index(length), other.index(length));
            }
        }
    }
    text.into_iter().collect()
}

/// Arbitrary texts, texts of the alphabet's characters, and real ones with changes.
fn texts(
    alphabet: &'static str,
    real: impl Strategy<Value = String> + 'static,
) -> impl Strategy<Value = String> {
    let letters = select(alphabet.chars().collect::<Vec<char>>());
    let strung = prop::collection::vec(letters, 0..40).prop_map(String::from_iter);
    let changed = (real, edits(alphabet)).prop_map(|(text, edits)| edited(&text, &edits));
    prop_oneof![1 => any::<String>(), 1 => strung, 6 => changed]
}

fn position_texts<P: TestedGame>() -> impl Strategy<Value = String> {
    texts(P::ALPHABET, games::<P>(PLIES_MAX).prop_map(|game| game.position().to_string()))
}

/// A position in a game, and a text that is a move there, or was before it was changed, or is one
/// somewhere else.
fn move_texts<P: TestedGame>() -> impl Strategy<Value = (P, String)> {
    let here = (games::<P>(PLIES_MAX), any::<Index>(), any::<Index>(), edits(P::ALPHABET))
        .prop_map(|(game, which, form, edits)| {
            let position = *game.position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                return (position, String::new());
            }
            let mv = *which.get(&moves);
            let mut written = position.all_written(mv);
            written.insert(0, mv.to_string());
            (position, edited(&written[form.index(written.len())], &edits))
        });
    let here = here.boxed();
    let elsewhere =
        (games::<P>(PLIES_MAX), texts(P::ALPHABET, here.clone().prop_map(|(_, text)| text)))
            .prop_map(|(game, text)| (*game.position(), text));
    prop_oneof![here, elsewhere]
}

fn sheet_texts<P: TestedGame>() -> impl Strategy<Value = (usize, String)> {
    (0..2_usize).prop_flat_map(|form| {
        let real = games::<P>(SHEET_PLIES_MAX).prop_map(move |game| P::sheet(&game, form));
        (Just(form), texts(P::ALPHABET, real))
    })
}

fn stored_texts<P: TestedGame>() -> impl Strategy<Value = String> {
    let real =
        games::<P>(SHEET_PLIES_MAX).prop_map(|game| serde_json::to_string(&P::game(game)).unwrap());
    texts(P::ALPHABET, real)
}

fn reads_back<T: FromStr + ToString + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError>
where
    T::Err: Debug,
{
    let text = value.to_string();
    let read = text.parse::<T>();
    prop_assert_eq!(read.as_ref().ok(), Some(value), "{}: {:?}", text, read);
    Ok(())
}

/// A position that is accepted can be played on from, and what follows is accepted as well.
fn check_position<P: TestedGame>(text: &str) -> Result<(), TestCaseError> {
    let Ok(position) = text.parse::<P>() else { return Ok(()) };
    reads_back(&position)?;
    let moves = position.legal_moves();
    prop_assert_eq!(moves.is_empty(), position.outcome().is_some());
    for mv in moves {
        prop_assert_eq!(position.check_legal(mv), Ok(()));
        reads_back(&position.after(mv))?;
    }
    Ok(())
}

fn check_move<P: TestedGame>(position: &P, text: &str) -> Result<(), TestCaseError> {
    if let Ok(mv) = text.parse::<P::Move>() {
        reads_back(&mv)?;
    }
    for position in [P::default(), *position] {
        match position.read_move(text) {
            Ok(mv) => {
                prop_assert_eq!(position.check_legal(mv), Ok(()));
                prop_assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
            }
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
    Ok(())
}

fn check_sheet<P: TestedGame>(text: &str, form: usize) -> Result<(), TestCaseError> {
    let Some(read) = P::read_sheet(text, form) else { return Ok(()) };
    let written = P::rewrite(&read, form);
    prop_assert_eq!(P::read_sheet(&written, form), Some(read), "{}", written);
    Ok(())
}

fn check_stored(text: &str) -> Result<(), TestCaseError> {
    let Ok(game) = serde_json::from_str::<Game>(text) else { return Ok(()) };
    let stored = serde_json::to_string(&game).unwrap();
    prop_assert_eq!(serde_json::from_str::<Game>(&stored).ok(), Some(game), "{}", stored);
    Ok(())
}

macro_rules! properties {
    ($($Game:ident in $game:ident),+) => {
        $(mod $game {
            use kradan_rules::$game::Position;

            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig {
                    cases: CASES,
                    failure_persistence: None,
                    ..ProptestConfig::default()
                })]

                #[test]
                fn any_text_as_a_position(text in position_texts::<Position>()) {
                    check_position::<Position>(&text)?;
                }

                #[test]
                fn any_text_as_a_move((position, text) in move_texts::<Position>()) {
                    check_move(&position, &text)?;
                }

                #[test]
                fn any_text_as_a_whole_game((form, text) in sheet_texts::<Position>()) {
                    check_sheet::<Position>(&text, form)?;
                }

                #[test]
                fn any_text_as_a_stored_game(text in stored_texts::<Position>()) {
                    check_stored(&text)?;
                }
            }
        })+
    };
}

all_games!(properties);
