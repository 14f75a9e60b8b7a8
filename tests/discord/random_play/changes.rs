//! Changes of what people and the bot may do, and of who is there.

use kradan_emulator::{BOT, ChannelKind, ELSEWHERE, GARDEN, Id, Permissions};

use super::places::{Chance, Met, PEOPLE, Place};
use crate::discord::harness::Harness;

/// What the bot may lose in a place.
const OF_THE_BOT: [Permissions; 8] = [
    Permissions::NONE,
    Permissions::ATTACH_FILES,
    Permissions::SEND_MESSAGES,
    Permissions::SEND_MESSAGES_IN_THREADS,
    Permissions::READ_MESSAGE_HISTORY,
    Permissions::VIEW_CHANNEL,
    Permissions::EMBED_LINKS,
    Permissions::CREATE_PUBLIC_THREADS,
];

/// What a person may lose in a place.
const OF_PEOPLE: [Permissions; 5] = [
    Permissions::NONE,
    Permissions::SEND_MESSAGES,
    Permissions::SEND_MESSAGES_IN_THREADS,
    Permissions::USE_EXTERNAL_APPS,
    Permissions::ATTACH_FILES,
];

/// All changes that happen in a long play.
pub(super) const ALL_CHANGES: [&str; 14] = [
    "a game's thread is deleted",
    "a message is deleted",
    "a person blocks the bot or no longer",
    "a person installs or removes the application",
    "a person joins or leaves",
    "a person's permissions change",
    "a server has the commands alone",
    "a thread is archived",
    "a thread is archived and locked",
    "a thread is locked",
    "slow mode changes",
    "the bot is invited or kicked",
    "the bot's permissions change",
    "time passes",
];

pub(super) struct Changes<'a> {
    pub(super) harness: &'a Harness,
    pub(super) places: &'a [Place],
    pub(super) met: &'a Met,
}

impl Changes<'_> {
    /// Changes what people or the bot may do in a place, or who is there.
    pub(super) fn change(&self, chance: &mut Chance) {
        let emulator = &self.harness.emulator;
        let (Some(place), Some(&person)) = (chance.one(self.places), chance.one(&PEOPLE)) else {
            return;
        };
        let place = place.id;
        let kind = emulator.read(|world| world.channel(place).map(|it| it.kind));
        let Some(kind) = kind else { return };
        let is_on = chance.percent(50);
        let done = match chance.below(12) {
            0..=4 if kind.is_conversation() => self.block(person, is_on),
            0 | 1 => {
                let lost = chance.one(&OF_THE_BOT).copied().unwrap_or(Permissions::NONE);
                emulator.set_bot_permissions(place, Permissions::OF_A_BOT.without(lost));
                "the bot's permissions change"
            }
            2 => {
                let denied = chance.one(&OF_PEOPLE).copied().unwrap_or(Permissions::NONE);
                emulator.deny(place, person, denied);
                "a person's permissions change"
            }
            3 if kind.is_thread() => self.change_thread(chance, place),
            3 | 4 => {
                emulator.set_slow_mode(place, if is_on { 30 } else { 0 });
                "slow mode changes"
            }
            5 => {
                emulator.install_app(person, is_on);
                "a person installs or removes the application"
            }
            6 => self.block(person, is_on),
            7 => {
                emulator.install_commands_alone(ELSEWHERE, is_on);
                "a server has the commands alone"
            }
            8 => self.come_or_leave(BOT, is_on),
            9 => self.come_or_leave(person, is_on),
            10 => self.delete_message(chance, person, place),
            _ => self.delete_thread_of_the_bot(),
        };
        self.met.note(done.to_owned());
        // Most changes do not last, so that most play goes on.
        if chance.percent(50) {
            emulator.add_member(GARDEN, BOT);
            emulator.add_member(GARDEN, person);
            emulator.install_app(person, true);
            self.open(place);
        }
    }

    fn block(&self, person: Id, is_closed: bool) -> &'static str {
        self.harness.emulator.close_conversation(person, is_closed);
        "a person blocks the bot or no longer"
    }

    fn come_or_leave(&self, who: Id, comes: bool) -> &'static str {
        if comes {
            self.harness.emulator.add_member(GARDEN, who);
        } else {
            self.harness.emulator.remove_member(GARDEN, who);
        }
        if who == BOT { "the bot is invited or kicked" } else { "a person joins or leaves" }
    }

    fn delete_message(&self, chance: &mut Chance, person: Id, place: Id) -> &'static str {
        let emulator = &self.harness.emulator;
        let posted = emulator.as_user(person).messages(place);
        if let Some(message) = chance.one(&posted) {
            emulator.delete_message(message.id);
        }
        "a message is deleted"
    }

    /// Deletes the oldest thread that the bot has opened.
    fn delete_thread_of_the_bot(&self) -> &'static str {
        let emulator = &self.harness.emulator;
        let oldest = emulator.read(|world| {
            let threads = world.channels().filter(|it| it.kind.is_thread());
            threads.filter(|it| it.owner == Some(BOT)).map(|it| it.id).min()
        });
        if let Some(thread) = oldest {
            emulator.delete_channel(thread);
        }
        "a game's thread is deleted"
    }

    fn change_thread(&self, chance: &mut Chance, thread: Id) -> &'static str {
        let emulator = &self.harness.emulator;
        match chance.below(3) {
            0 => {
                emulator.archive(thread, true);
                "a thread is archived"
            }
            1 => {
                emulator.lock_thread(thread);
                "a thread is archived and locked"
            }
            _ => {
                emulator.lock_active_thread(thread);
                "a thread is locked"
            }
        }
    }

    /// Takes everything back that keeps people or the bot from acting in a place.
    pub(super) fn open(&self, place: Id) {
        self.harness.emulator.change_channel(place, |it| {
            it.bot_permissions = Permissions::OF_A_BOT;
            it.denied.clear();
            it.slow_mode_seconds = 0;
            (it.is_archived, it.is_locked) = (false, false);
            if it.kind == ChannelKind::PrivateThread {
                it.people = [&PEOPLE[..], &[BOT]].concat();
            }
        });
    }
}
