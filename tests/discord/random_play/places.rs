//! The people and places of random play, chance, and what has happened.

use std::collections::BTreeMap;
use std::sync::Mutex;

use kradan_emulator::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, CHAI, ChannelKind, DAI, GAMES, GARDEN, Id, LOBBY, MAKRUK,
};

use crate::discord::harness::Harness;

pub(super) const PEOPLE: [Id; 4] = [ANN, BEN, CHAI, DAI];

/// A source of chance.
pub(super) struct Chance(fastrand::Rng);

impl Chance {
    pub(super) fn of(seed: u64) -> Chance {
        Chance(fastrand::Rng::with_seed(seed))
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0.usize(..count.max(1))
    }

    pub(super) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn one<'v, T>(&mut self, all: &'v [T]) -> Option<&'v T> {
        let at = self.below(all.len());
        all.get(at)
    }
}

/// A place where people play.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) name: &'static str,
    pub(super) id: Id,
}

pub(super) fn places(harness: &Harness) -> Vec<Place> {
    let emulator = &harness.emulator;
    let of = |kind: ChannelKind| emulator.make_channel_of(kind, GARDEN, "place");
    let (forum, news) = (of(ChannelKind::Forum), of(ChannelKind::Announcement));
    let restricted = of(ChannelKind::Text);
    emulator.set_age_restricted(restricted, true);
    let post = |parent: Id, person: Id| emulator.open_thread(parent, Some(person), "post").unwrap();
    let place = |name: &'static str, id: Id| Place { name, id };
    vec![
        place("a text channel", GAMES),
        place("another text channel", MAKRUK),
        place("a server without the bot", LOBBY),
        place("direct messages of two people", ANN_AND_BEN),
        place("direct messages of the bot", ANN_AND_BOT),
        place("direct messages of a group", emulator.open_group(&PEOPLE).unwrap()),
        place("an announcement channel", news),
        place("a voice channel", of(ChannelKind::Voice)),
        place("a stage", of(ChannelKind::Stage)),
        place("an age-restricted channel", restricted),
        place("a private thread", emulator.open_private_thread(MAKRUK, ANN, "private").unwrap()),
        place("a thread", post(GAMES, ANN)),
        place("an announcement thread", post(news, CHAI)),
        place("a post of a forum", post(forum, BEN)),
    ]
}

/// What has happened so far, by name.
#[derive(Default)]
pub(super) struct Met(Mutex<BTreeMap<String, usize>>);

impl Met {
    pub(super) fn note(&self, name: String) {
        *self.0.lock().unwrap().entry(name).or_insert(0) += 1;
    }

    pub(super) fn missing(&self, names: impl IntoIterator<Item = String>) -> Vec<String> {
        let met = self.0.lock().unwrap();
        names.into_iter().filter(|it| !met.contains_key(it)).collect()
    }
}

/// The name of what is used in a place.
pub(super) fn used(action: &str, place: Place) -> String {
    format!("{action} are used in {}", place.name)
}
