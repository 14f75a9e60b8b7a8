//! What the bot says: in English word for word, in every language by its shape.

mod alt;
mod events;
mod guides;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};

use kradan_i18n::Language;

#[test]
fn every_locale_is_of_its_language_and_of_no_other() {
    for language in Language::ALL {
        for locale in language.locales() {
            assert_eq!(Language::of_locale(locale), language);
        }
    }
    for locale in ["", "de", "zh-CN", "TH", "en-AU"] {
        assert_eq!(Language::of_locale(locale), Language::English, "{locale:?}");
    }
}

/// The messages that say until when something lasts, by a date. Others may be given a relative time,
/// which nobody says after "until": "until in 3 days".
const WITH_DATES: [&str; 8] = [
    "event-holiday-began",
    "event-holiday-by-itself",
    "line-holiday-already",
    "line-holiday-by-itself-until",
    "line-holiday-until",
    "line-on-holiday",
    "line-on-weekend",
    "line-time-left",
];

#[test]
fn until_is_followed_by_dates() {
    let mut found = Vec::new();
    for language in Language::ALL {
        for file in files(&folder().join(language.tag())) {
            let text = fs::read_to_string(&file).unwrap();
            for (key, message) in messages(&text) {
                for time in times_after_until(message) {
                    let is_date = time == "$until" && WITH_DATES.contains(&key);
                    assert!(is_date, "{}: {key}: {message}", file.display());
                    found.push((language, key.to_owned()));
                }
            }
        }
    }
    for key in WITH_DATES {
        let is_of = |language| move |(it, of): &(Language, String)| *it == language && of == key;
        let lacking = Language::ALL.into_iter().filter(|&it| !found.iter().any(is_of(it)));
        // In Japanese the time of a move is a limit, without "until".
        let expected = if key == "line-time-left" { vec![Language::Japanese] } else { vec![] };
        assert_eq!(lacking.collect::<Vec<_>>(), expected, "{key}");
    }
}

fn folder() -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "..", "assets", "i18n"].iter().collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let inside = |it: PathBuf| if it.is_dir() { files(&it) } else { vec![it] };
    entries.flat_map(inside).collect()
}

/// The messages of a Fluent file, each with its key.
fn messages(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_key = |line: &str| line.starts_with(|it: char| it.is_ascii_lowercase());
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let mut starts: Vec<usize> = std::iter::once(0).chain(starts).collect();
    starts.retain(|&at| is_key(&text[at..]));
    starts.push(text.len());
    let spans: Vec<(usize, usize)> = starts.windows(2).map(|it| (it[0], it[1])).collect();
    spans.into_iter().filter_map(|(from, to)| {
        let (key, message) = text[from..to].split_once('=')?;
        Some((key.trim(), message))
    })
}

/// The times behind a word for "until", or before one.
fn times_after_until(message: &str) -> Vec<&str> {
    let variables = message.split('{').zip(message.split('{').skip(1));
    let until = variables.filter_map(|(before, rest)| {
        let (variable, after) = rest.split_once('}')?;
        let before = before.rsplit('}').next()?.trim_end();
        let is_until = ["until", "tot", "ถึง"].iter().any(|word| before.ends_with(word))
            || after.trim_start().starts_with("まで");
        is_until.then_some(variable.trim())
    });
    until.filter(|it| ["$until", "$relative", "$time"].contains(it)).collect()
}
