//! The bytes of somebody who was erased: all files of the bot are searched for them.

use std::fs;
use std::path::{Path, PathBuf};

use kradan_emulator::{ANN, BEN, CHAI, GAMES};
use kradan_rules::GameKind;
use kradan_store::{JobKind, SledStore};
use serde_json::json;

use super::DAY;
use super::privacy::with_all_of_ben;
use crate::discord::harness::{Harness, eventually};
use crate::discord::transcript::{player, table_of};

const NAME: &str = "Benjaminowitsch";
const NOTES: [&str; 2] = ["secret plan", "an afterthought about the corner"];

/// What names Ben: his name, his id in all forms in which numbers are stored, and his notes.
fn marks() -> Vec<(String, Vec<u8>)> {
    let id = BEN.0;
    let texts = [NAME, NOTES[0], NOTES[1]].map(|text| (text.to_owned(), text.as_bytes().to_vec()));
    let ids = [
        ("the id as text", id.to_string().into_bytes()),
        ("the id, big-endian", id.to_be_bytes().to_vec()),
        ("the id, little-endian", id.to_le_bytes().to_vec()),
        ("the id, inverted", (!id).to_be_bytes().to_vec()),
        ("the id as LEB128", leb128(id)),
    ];
    texts.into_iter().chain(ids.map(|(name, bytes)| (name.to_owned(), bytes))).collect()
}

fn leb128(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// All files of a folder and the folders in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// Where each mark is found.
fn found(folder: &Path) -> Vec<(String, PathBuf)> {
    let mut places = Vec::new();
    for file in files(folder) {
        let bytes = fs::read(&file).unwrap();
        for (name, mark) in marks() {
            let mut parts = bytes.windows(mark.len());
            if parts.any(|part| part == mark) {
                places.push((name, file.clone()));
            }
        }
    }
    places
}

/// Nothing is compressed, where a search would find nothing.
#[test]
fn a_search_finds_every_form_of_a_number_that_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    for (number, (_, mark)) in marks().into_iter().enumerate() {
        fs::create_dir(folder.path().join(number.to_string())).unwrap();
        fs::write(folder.path().join(format!("{number}/file")), [b"..", &mark[..]].concat())
            .unwrap();
    }
    let names: Vec<String> = found(folder.path()).into_iter().map(|it| it.0).collect();
    assert!(marks().iter().all(|(name, _)| names.contains(name)), "{names:?}");
}

impl Harness {
    /// Waits until the files are rewritten.
    async fn rewritten(&self) {
        eventually("the files are rewritten", async || {
            self.first_job(JobKind::Rewrite).await.is_none()
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_file_holds_an_erased_person_within_seven_days() {
    let (mut over, running, _) = with_all_of_ben().await;
    let harness = &mut over.harness;
    harness.emulator.rename(BEN, NAME);
    let named = json!({ "game": running.0.to_string() });
    harness.note(BEN, named, NOTES[1]).await;
    let other = table_of(harness.begin(GameKind::Othello, ANN, CHAI, GAMES).await.as_ref());
    let followed = json!({ "game": other.0.to_string() });
    harness.in_game(BEN, GAMES, followed, "follow-moves").await;
    // The database has all changes when the bot has stopped, at the latest.
    harness.restart().await;
    let before = found(harness.folder.path());
    for mark in [NAME, NOTES[0], NOTES[1], "the id as text", "the id, big-endian"] {
        let is_there = before.iter().any(|(name, _)| name == mark);
        // sled leaves out the bytes that all keys of a page begin with.
        let is_key = mark == "the id, big-endian";
        assert!(is_there || is_key, "{mark} is not found: {before:?}");
    }

    harness.erase(BEN).await;
    harness.all_erased().await;
    harness.all_delivered().await;
    assert!(!found(harness.folder.path()).is_empty(), "deleted rows stay in the files for a while");
    harness.pass(2 * DAY).await;
    assert!(harness.first_job(JobKind::Rewrite).await.is_some());
    harness.pass(2 * DAY).await;
    harness.rewritten().await;
    assert_eq!(found(harness.folder.path()), [], "while the bot runs");

    // The others play on, and everything of theirs is there.
    let store = harness.bot.service.store();
    assert_eq!(store.blocked_by(player(CHAI)).await.unwrap(), []);
    assert!(store.profile(player(ANN)).await.unwrap().is_some());
    assert_eq!(harness.stored(other).await.table.players(), [player(ANN), player(CHAI)]);
    harness.begin(GameKind::Othello, CHAI, ANN, GAMES).await;
    let board = harness.command(CHAI, GAMES, "move", json!({ "move": "d3" })).await;
    assert!(board.content().contains("`d3`"), "{}", board.content());
    harness.all_delivered().await;
    harness.bot.stop().await;
    assert_eq!(found(harness.folder.path()), [], "after the stop");
    assert_eq!(SledStore::verify(harness.folder.path()).unwrap().faults, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_stopped_rewrites_its_files_after_the_start() {
    let (mut over, _, _) = with_all_of_ben().await;
    let harness = &mut over.harness;
    harness.erase(BEN).await;
    harness.all_erased().await;
    harness.all_delivered().await;
    harness.restart_after(6 * DAY).await;
    harness.rewritten().await;
    harness.all_delivered().await;
    assert_eq!(found(harness.folder.path()), []);
}
