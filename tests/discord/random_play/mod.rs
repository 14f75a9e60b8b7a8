//! Random play in every kind of place, while permissions, threads and members change. Every request
//! of the bot has to be valid by Discord's schema and by the limits that the schema does not have,
//! every interaction has to be answered, and no request may be refused as wrong.

mod changes;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kradan_emulator::{
    ANN, BEN, BOT, CHAI, DAI, GAMES, GARDEN, Id, Interaction, LoggedRequest, PostedMessage,
};
use serde_json::{Map, Value, json};
use tokio::sync::RwLock;

use self::changes::{ALL_CHANGES, Changes};
use self::places::{Chance, Met, PEOPLE, Place, places, used};
use crate::discord::harness::{Harness, WAIT_MAX};
use crate::discord::schema::{check_mutations, check_refusals, check_requests};

/// The number of people who act at the same time.
const AT_ONCE: u64 = 3;

/// How often an action is a change of the place and not one of a person, in percent.
const CHANGES: usize = 6;

/// How often such a change is that time passes, in percent.
const TIMES: usize = 10;

/// The time without a request after which nothing is under way.
const CALM: Duration = Duration::from_millis(50);

/// After how many actions the requests are counted.
const LOOKED_EVERY: usize = 10;

/// How many times as many requests are sent until everything happened that has to: some of it
/// happens once in ten thousand requests, and a single play may lack it.
const LONGER_MAX: usize = 5;

/// The last messages of a channel whose controls are used.
const NEWEST: usize = 6;

struct Play<'a> {
    harness: &'a Harness,
    places: &'a [Place],
    /// The number of actions so far.
    count: &'a AtomicUsize,
    met: &'a Met,
    changes: &'a Changes<'a>,
    /// Time passes only while nobody waits for a response.
    waiting: &'a RwLock<()>,
}

impl Play<'_> {
    /// Acts until the bot has sent so many requests.
    async fn run(&self, chance: &mut Chance, requests: usize) {
        loop {
            let acted = self.count.fetch_add(1, Ordering::Relaxed);
            if acted.is_multiple_of(LOOKED_EVERY)
                && self.harness.emulator.requests().len() >= requests
            {
                return;
            }
            if chance.percent(CHANGES) {
                if chance.percent(TIMES) {
                    self.let_time_pass(chance).await;
                } else {
                    self.changes.change(chance);
                }
            }
            let _waiting = self.waiting.read().await;
            let (Some(&person), Some(&place)) = (chance.one(&PEOPLE), chance.one(self.places))
            else {
                return;
            };
            let (action, asked) = match chance.below(10) {
                0..=5 => ("controls", self.use_control(chance, person, place.id)),
                6..=8 => ("commands", self.use_command(chance, person, place.id).await),
                _ => {
                    // In some places the person may not.
                    _ = self.harness.emulator.as_user(person).say(place.id, "hm", None);
                    continue;
                }
            };
            let Some(asked) = asked else { continue };
            if asked.acknowledged(WAIT_MAX).await.is_err() {
                // On a machine that stands still for seconds a response may come too late.
                let requests = self.harness.emulator.requests();
                let id = asked.id().to_string();
                let answers: Vec<_> = requests.iter().filter(|it| it.path.contains(&id)).collect();
                let is_late = answers.iter().any(|it| it.refusal["code"] == 10_062);
                assert!(is_late, "{:#} is answered by {answers:?}", asked.payload());
            }
            self.met.note(used(action, place));
        }
    }

    /// Lets time pass, so that tokens expire, threads are archived, and players are reminded.
    async fn let_time_pass(&self, chance: &mut Chance) {
        let _nobody = self.waiting.write().await;
        // What was deferred is finished first, as far as that shows.
        let mut before = usize::MAX;
        while before != self.harness.emulator.requests().len() {
            before = self.harness.emulator.requests().len();
            tokio::time::sleep(CALM).await;
        }
        let minutes = if chance.percent(50) { 20 } else { 60 * chance.below(30) as u64 };
        let time = Duration::from_secs(60 * minutes);
        self.harness.emulator.advance(time);
        let service = &self.harness.bot.service;
        service.clock().pass(time.try_into().unwrap());
        service.record_heartbeat().await.unwrap();
        service.wake_loops();
        self.met.note("time passes".to_owned());
    }

    /// Presses a button or chooses from a menu that the person sees.
    fn use_control(&self, chance: &mut Chance, person: Id, place: Id) -> Option<Interaction> {
        let user = self.harness.emulator.as_user(person);
        let messages = user.messages(place);
        let usable = |it: &&Arc<PostedMessage>| it.author == BOT && !it.controls().is_empty();
        let usable: Vec<_> = messages.iter().rev().filter(usable).take(NEWEST).collect();
        let message = chance.one(&usable)?;
        let controls = message.controls();
        let control = chance.one(&controls)?;
        let id = control["custom_id"].as_str()?;
        if control["type"] == 2 {
            return user.click(message.id, id).ok();
        }
        let options = control["options"].as_array().cloned().unwrap_or_default();
        let value = match control["type"].as_u64() {
            Some(3) => chance.one(&options)?["value"].as_str()?.to_owned(),
            Some(5 | 7) => chance.one(&PEOPLE)?.to_string(),
            Some(6) => GARDEN.to_string(),
            _ => chance.one(self.places)?.id.to_string(),
        };
        user.select(message.id, id, &[&value]).ok()
    }

    /// Uses a command with random options.
    async fn use_command(&self, chance: &mut Chance, person: Id, place: Id) -> Option<Interaction> {
        let emulator = &self.harness.emulator;
        let commands = emulator.read(|world| {
            let commands = world.commands().iter().filter(|it| it.kind() == 1);
            commands.map(|it| it.value.clone()).collect::<Vec<_>>()
        });
        let mut definition = chance.one(&commands)?.clone();
        let mut name = definition["name"].as_str()?.to_owned();
        let mut options = definition["options"].as_array().cloned().unwrap_or_default();
        while options.first().is_some_and(|it| matches!(it["type"].as_u64(), Some(1 | 2))) {
            definition = chance.one(&options)?.clone();
            name = format!("{name} {}", definition["name"].as_str()?);
            options = definition["options"].as_array().cloned().unwrap_or_default();
        }
        let user = emulator.as_user(person);
        let mut given = Map::new();
        for option in &options {
            if option["required"] != true && chance.percent(60) {
                continue;
            }
            let option_name = option["name"].as_str()?;
            let mut value = self.value(chance, option);
            if option["autocomplete"] == true && chance.percent(80) {
                let mut typed = given.clone();
                let letters: String = value.as_str().unwrap_or_default().chars().take(1).collect();
                let start = if chance.percent(50) { "" } else { letters.as_str() };
                typed.insert(option_name.to_owned(), json!(start));
                let typed = Value::Object(typed);
                let offered = user.autocomplete(place, &name, typed, option_name, WAIT_MAX).await;
                let offered = offered.unwrap_or_default();
                value = chance.one(&offered).map_or(value, |it| it.value.clone());
            }
            given.insert(option_name.to_owned(), value);
        }
        user.command(place, &name, Value::Object(given)).ok()
    }

    fn value(&self, chance: &mut Chance, option: &Value) -> Value {
        if let Some(choice) = option["choices"].as_array().and_then(|it| chance.one(it)) {
            return choice["value"].clone();
        }
        match option["type"].as_u64() {
            Some(4 | 10) => {
                let min = option["min_value"].as_i64().unwrap_or(0);
                let max = option["max_value"].as_i64().unwrap_or(min + 50);
                let span = usize::try_from(max - min).unwrap_or(0) + 1;
                json!(min + i64::try_from(chance.below(span)).unwrap_or(0))
            }
            Some(5) => json!(chance.percent(50)),
            Some(6 | 9) => json!(chance.one(&[ANN, BEN, CHAI, DAI, BOT])),
            Some(7) => json!(chance.one(self.places).map(|it| it.id)),
            _ => {
                let texts =
                    ["d3", "e3e4", "1", "2", "3", "pass", "pawn e4", "x", "จ", "歩", "#4", ""];
                json!(chance.one(&texts))
            }
        }
    }
}

/// The kind of a request. Callbacks and refused requests have several.
fn kind_of(request: &LoggedRequest) -> String {
    let code = &request.refusal["code"];
    match &request.body["type"] {
        _ if request.status >= 400 => format!("refused with {code}"),
        number if request.template.ends_with("/callback") => format!("a callback of type {number}"),
        _ => format!("{} {}", request.method, request.template),
    }
}

/// The kinds of requests that a long play has to have.
const ALL_KINDS: [&str; 19] = [
    "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "GET /applications/{application_id}/emojis",
    "GET /channels/{channel_id}",
    "GET /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "POST /applications/{application_id}/emojis",
    "POST /channels/{channel_id}/messages",
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "POST /users/@me/channels",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PUT /applications/{application_id}/commands",
    "a callback of type 4",
    "a callback of type 6",
    "a callback of type 7",
    "a callback of type 8",
    "refused with 50001",
    "refused with 50007",
    "refused with 50013",
];

/// Discord's codes for requests that were right when the bot knew no better: a permission, a
/// message or a thread is gone, or a token is too old: the bot measures its age by a clock of its own,
/// which does not jump. How many late edits a message takes is not documented, and a thread is there
/// where an earlier reply was lost.
const EXPECTED: [u64; 17] = [
    0, 10_003, 10_004, 10_007, 10_008, 10_015, 10_062, 30_046, 50_001, 50_007, 50_013, 50_027,
    50_083, 50_278, 160_002, 160_004, 160_005,
];

/// The refused requests that no bot should send, by method, path and code.
fn wrong_requests(requests: &[Arc<LoggedRequest>]) -> BTreeMap<String, usize> {
    let mut wrong = BTreeMap::new();
    for request in requests.iter().filter(|it| it.status >= 400) {
        let code = request.refusal["code"].as_u64().unwrap_or(u64::MAX);
        if !EXPECTED.contains(&code) || (code == 0 && request.status != 429) {
            let named = format!("{} {} {}", request.method, request.template, request.refusal);
            *wrong.entry(named).or_insert(0) += 1;
        }
    }
    wrong
}

/// What has to happen in a long play and did not.
fn missing(play: &Play<'_>, sent: &[Arc<LoggedRequest>]) -> Vec<String> {
    let sent: BTreeSet<_> = sent.iter().map(|it| kind_of(it)).collect();
    let kinds = ALL_KINDS.iter().filter(|it| !sent.contains(**it)).map(|it| (*it).to_owned());
    let used = play.places.iter().flat_map(|&it| [used("controls", it), used("commands", it)]);
    let changes = ALL_CHANGES.iter().map(|it| (*it).to_owned());
    kinds.chain(play.met.missing(used.chain(changes))).collect()
}

/// Plays until the bot has sent so many requests, and checks them all.
async fn play(requests: usize, seed: u64, meets_all: bool) {
    let harness = Harness::start_without_limits().await;
    let places = places(&harness);
    let (count, met, waiting) = (AtomicUsize::new(0), Met::default(), RwLock::new(()));
    let (harness, places) = (&harness, &places[..]);
    let changes = Changes { harness, places, met: &met };
    for place in places {
        changes.open(place.id);
    }
    let play =
        Play { harness, places, count: &count, met: &met, changes: &changes, waiting: &waiting };
    let mut chances: Vec<_> = (0..AT_ONCE).map(|number| Chance::of(seed + number)).collect();
    let mut wanted = requests;
    let sent = loop {
        let players = chances.iter_mut().map(|chance| play.run(chance, wanted));
        futures_util::future::join_all(players).await;
        let sent = harness.emulator.requests();
        assert!(sent.len() >= wanted);
        if !meets_all || wanted >= LONGER_MAX * requests || missing(&play, &sent).is_empty() {
            break sent;
        }
        wanted += requests / 10;
    };
    let answers = sent.iter().filter(|it| it.template.ends_with("/callback")).count();
    let all = sent.len();
    assert!(answers * 4 > all, "{answers} of {all} respond to somebody");
    let wrong = wrong_requests(&sent);
    assert!(wrong.is_empty(), "{wrong:#?}");
    if meets_all {
        let missing = missing(&play, &sent);
        assert!(missing.is_empty(), "{missing:#?} did not happen");
    }
    check_requests(&harness.emulator);
    check_mutations(&sent);
    harness.emulator.add_member(GARDEN, BOT);
    changes.open(GAMES);
    harness.sends_wrong_requests();
    check_refusals(&harness.emulator, &sent).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_random_requests_pass_validation() {
    play(800, 1, false).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it takes minutes"]
async fn twenty_thousand_random_requests_pass_validation() {
    play(20_000, 101, true).await;
}
