//! Custom ids of all commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::discord::limits::CUSTOM_ID_MAX;
use kradan_rules::GameKind;
use kradan_rules::makruk::Act;
use kradan_table::{PLIES_MAX, Seen, TableId};

/// Custom ids of table 7, and of the position after 12 plies, that are in channels.
const KEPT: &str = include_str!("../../../tests/fixtures/custom_ids.txt");

fn kept() -> impl Iterator<Item = &'static str> {
    KEPT.lines().filter(|text| !text.starts_with('#'))
}

fn position(plies: usize) -> Seen {
    Seen { plies, fingerprint: "fedcba9876543210".parse().unwrap() }
}

fn controls() -> impl Iterator<Item = &'static Control> {
    COMMANDS.iter().map(|entry| &entry.controls).chain(CONTROLS).flat_map(|owner| owner.controls)
}

/// Texts that may stand in a custom id.
fn texts(is_valid: fn(&str) -> bool) -> Vec<String> {
    let games = GameKind::ALL.map(|kind| kind.to_string());
    let acts = Act::ALL.map(|act| act.to_string());
    let settings = ["language", "theme", "pieces", "below", "hints", "confirm", "only-move"];
    let of_server =
        ["venue:thread", "pictures:newest", "rated:no", "channels", "role", "moderators"];
    let of_server = of_server.map(str::to_owned);
    let of_pages = ["open", "back", "ladder", "quiet", "by", "on", "off", "yes", "daily", "d20788"];
    let of_server = of_server.into_iter().chain(of_pages.map(str::to_owned));
    let pages = ["ogi.9".to_owned(), "ogi.month".to_owned(), format!("{}.take-15", u64::MAX)];
    let numbers = ["3".to_owned(), PLIES_MAX.to_string()];
    let steps =
        ["othello-5-0", "makruk-4294967295-4-20788:claim:e5e6m", "ogi.mate-in-two.11.0abc:P@e5"];
    let steps = steps.map(str::to_owned);
    let texts = settings.map(str::to_owned).into_iter().chain(of_server);
    let texts = texts.chain(games).chain(acts).chain(pages).chain(numbers).chain(steps);
    let texts: Vec<String> = texts.filter(|text| is_valid(text)).collect();
    assert!(!texts.is_empty());
    texts
}

/// Every custom id, each with what it says.
fn all() -> Vec<(CustomId, Option<TableId>, Option<Seen>, String)> {
    // As many plies as there can be.
    let (id, seen) = (TableId(u64::MAX), position(PLIES_MAX));
    let mut all = Vec::new();
    for control in controls() {
        let word = CustomId::new(control.word);
        let at_table = word.clone().table(id);
        match control.form {
            CustomIdForm::Word => all.push((word, None, None, String::new())),
            CustomIdForm::Text(is_valid) => all.extend(
                texts(is_valid)
                    .into_iter()
                    .map(|text| (word.clone().with(&text), None, None, text)),
            ),
            CustomIdForm::Table => all.push((at_table, Some(id), None, String::new())),
            CustomIdForm::Position => {
                all.push((at_table.seen(seen), Some(id), Some(seen), String::new()));
            }
            CustomIdForm::PositionText => {
                for text in ["P@", "claim:e5e6m"] {
                    let custom_id = at_table.clone().seen(seen).with(text);
                    all.push((custom_id, Some(id), Some(seen), text.to_owned()));
                }
            }
            CustomIdForm::TextPosition(is_valid) => {
                for text in texts(is_valid) {
                    let custom_id = at_table.clone().with(&text).seen(seen);
                    all.push((custom_id, Some(id), Some(seen), text));
                }
            }
            CustomIdForm::TableText(is_valid) => {
                for text in texts(is_valid) {
                    all.push((at_table.clone().with(&text), Some(id), None, text));
                }
            }
        }
    }
    let commands = ["board", "game", "resign", "draw"];
    let which = |name: &str| CustomId::new(WHICH).with(name);
    all.extend(commands.map(|name| (which(name), None, None, String::new())));
    // Discord counts characters, and a move that waits for its table may be typed in Thai.
    let thai = "ม้า".repeat(table_finder::ARGUMENT_MAX / 3);
    for (name, argument) in [("move", "claim:e5e6m"), ("move", &thai)] {
        all.push((which(name).with(argument), None, None, argument.to_owned()));
    }
    let there = CustomId::new(THERE).table(id).seen(seen);
    for waiting in ["draw", "board", &format!("move:{thai}")] {
        all.push((there.clone().with(waiting), Some(id), Some(seen), waiting.to_owned()));
    }
    all
}

#[test]
fn every_custom_id_reads_back_and_fits() {
    for (custom_id, table, seen, text) in all() {
        assert!(custom_id.to_string().chars().count() <= CUSTOM_ID_MAX, "{custom_id}");
        let parts = Parts { table, seen, text: &text };
        assert_eq!(read_custom_id(&custom_id), Some(parts), "{custom_id}");
        assert_eq!(custom_id.table_id(), table, "{custom_id}");
    }
}

#[test]
fn every_word_has_one_owner() {
    let words: Vec<&str> = controls().map(|control| control.word).chain([WHICH, THERE]).collect();
    let unique: BTreeSet<&str> = words.iter().copied().collect();
    assert_eq!(unique.len(), words.len());
    let names: BTreeSet<&str> = DEFINITIONS.iter().map(|definition| definition.name).collect();
    assert_eq!(names.len(), DEFINITIONS.len());
}

/// Buttons stay where they were posted for as long as there are channels.
#[test]
fn custom_ids_that_are_in_channels_are_read() {
    for text in kept() {
        let custom_id = CustomId::received(text);
        let parts = read_custom_id(&custom_id).unwrap_or_else(|| panic!("{text}"));
        let rest = text.split(':').skip(if text.starts_with("which:") { 2 } else { 1 });
        let (numbers, words): (Vec<&str>, Vec<&str>) =
            rest.partition(|part| ["7", "12.fedcba9876543210"].contains(part));
        assert_eq!(parts.table, numbers.contains(&"7").then_some(TableId(7)), "{text}");
        let seen = numbers.iter().any(|number| number.starts_with("12.")).then(|| position(12));
        assert_eq!(parts.seen, seen, "{text}");
        assert_eq!(parts.text, words.join(":"), "{text}");
    }
    let words: BTreeSet<&str> =
        kept().map(|text| text.split(':').next().unwrap_or_default()).collect();
    let all = all();
    let ours: BTreeSet<&str> = all.iter().map(|(custom_id, ..)| custom_id.word()).collect();
    assert_eq!(words, ours, "each kind of control is there");
}

#[test]
fn what_is_cut_or_strange_is_no_custom_id() {
    for (custom_id, ..) in all() {
        let text = custom_id.to_string();
        for (end, _) in text.char_indices() {
            // What is left may be another custom id, and then it says something else.
            let cut = CustomId::received(&text[..end]);
            if let Some(parts) = read_custom_id(&cut) {
                assert_ne!(Some(parts), read_custom_id(&custom_id), "{cut}");
            }
        }
    }
    for text in [
        "",
        ":",
        "accept",
        "accept:",
        "accept:-1",
        "accept:007",
        "square:1",
        "x:1",
        "keep:",
        "guide:chess",
        "setting:colour",
        "count:1:fly",
        "which:fly",
        "which:games",
        "which:move",
        "which:watch:x",
        "which:board:x",
        "which:resign:1",
        "there:board",
        "there:7:board",
        "there:7:2.fedcba9876543210",
        "there:7:2.fedcba9876543210:fly",
        "there:7:2.fedcba9876543210:move",
        "which:count:claim",
        "draw:1:2.",
        "draw:1:.fedcba9876543210",
        "draw:1:2.FEDCBA9876543210",
    ] {
        assert_eq!(read_custom_id(&CustomId::received(text)), None, "{text:?}");
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The keys of a Fluent file, in English.
fn keys_in(file: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    let keys = text.lines().filter_map(|line| line.split_once(" =")).map(|(key, _)| key);
    keys.filter(|key| !key.starts_with([' ', '#'])).map(str::to_owned).collect()
}

/// The keys of the Fluent files that hold the words of definitions, and of sentences and labels.
fn keys_of_commands() -> Vec<(PathBuf, BTreeSet<String>)> {
    let english = repository().join("assets/i18n/en");
    let files = fs::read_dir(english.join("commands")).unwrap().map(|file| file.unwrap().path());
    files.chain([english.join("commands.ftl")]).map(|file| (file.clone(), keys_in(&file))).collect()
}

fn is_sentence(key: &str) -> bool {
    key.starts_with("line-") || key.starts_with("label-")
}

#[test]
fn every_name_description_and_choice_is_of_a_command() {
    let mut used = BTreeSet::new();
    for command in DEFINITIONS {
        let name = command.name;
        let own = ["command-NAME", "command-NAME-description", "help-NAME"];
        used.extend(own.map(|key| key.replace("NAME", name)));
        for option in command.options {
            used.insert(format!("option-{}", option.name));
            let own = format!("option-{}-description", option.name);
            used.insert(option.description.map_or(own, str::to_owned));
            // A game's name stands with its other words.
            let choices =
                option.choices().iter().filter(|choice| choice.parse::<GameKind>().is_err());
            used.extend(choices.map(|choice| format!("choice-{choice}")));
        }
    }
    let mut found = BTreeSet::new();
    for (file, keys) in keys_of_commands() {
        for key in keys.into_iter().filter(|key| !is_sentence(key)) {
            assert!(used.contains(&key), "{}: {key} is of no command", file.display());
            found.insert(key);
        }
    }
    assert_eq!(found, used);
}

/// Sentences of commands stand in `commands/`, and those of several in `lines.ftl`: elsewhere no
/// test would find one that nothing says.
#[test]
fn no_sentence_stands_among_the_words_of_events_or_games() {
    let english = repository().join("assets/i18n/en");
    let words = ["events.ftl", "position.ftl", "refusals.ftl"].map(|name| english.join(name));
    let games = fs::read_dir(english.join("games")).unwrap().map(|file| file.unwrap().path());
    for file in games.chain(words) {
        let sentence = keys_in(&file).into_iter().find(|key| is_sentence(key));
        assert_eq!(sentence, None, "{}", file.display());
    }
}

/// The sources of a folder.
fn sources_in(folder: &str) -> Vec<String> {
    let files = fs::read_dir(repository().join(folder)).unwrap().map(|file| file.unwrap().path());
    files.filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// A sentence of a command stands in its file, or in a file that defines no command: panels have
/// files of their own. The compiler finds the variants that nothing says.
#[test]
fn every_sentence_of_a_command_is_declared_in_its_file() {
    let rooms = ["commands", "outbox", "shared", "view"];
    let sources: Vec<String> =
        rooms.iter().flat_map(|room| sources_in(&format!("src/discord/{room}"))).collect();
    let mut declared = 0;
    for (file, keys) in keys_of_commands() {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let definition = format!("name: {name:?},");
        for key in keys.iter().filter(|key| is_sentence(key)) {
            let has_key = |source: &&String| source.contains(&format!("=> {key:?},"));
            let declaring: Vec<&String> = sources.iter().filter(has_key).collect();
            let [source] = declaring[..] else {
                panic!("{name}: {key} is declared {} times", declaring.len())
            };
            let is_own = source.contains(&definition);
            let is_of_none = !source.contains("const DEFINITION: &'static Definition");
            assert!(is_own || is_of_none, "{name}: {key} is declared by another command");
            declared += 1;
        }
    }
    assert!(declared > 60, "{declared} sentences");
}
