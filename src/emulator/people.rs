//! Who comes, what they are called, and the places that they make: what a page can do beyond the
//! tests' own deeds.

use jiff::Timestamp;
use serde_json::json;

use super::endpoints::LOCALES;
use super::id::Id;
use super::world::{Change, ChannelKind, Member, Permissions, Person, World, intent};
use super::{ActionError, Emulator};

/// The longest name of a person.
const NAME_MAX: usize = 32;
/// The longest name of a channel or a thread.
const CHANNEL_NAME_MAX: usize = 100;
/// After how many minutes a thread that nobody says more about is put away.
const THREAD_MINUTES: u16 = 1440;

impl Emulator {
    /// Somebody new, in every server in which the first person is.
    ///
    /// # Errors
    /// When nobody can be called that, or Discord does not speak the language.
    pub fn new_person(&self, name: &str, locale: Option<&str>) -> Result<Id, ActionError> {
        let name = checked(name, NAME_MAX)?;
        let locale = checked_locale(locale.unwrap_or("en-US"))?;
        Ok(self.with(|world, now| world.add_person(name, locale, now)))
    }

    /// Gives somebody another name, or their Discord another language.
    ///
    /// # Errors
    /// When there is no such person, name or language.
    pub fn change_person(
        &self,
        person: Id,
        name: Option<&str>,
        locale: Option<&str>,
    ) -> Result<(), ActionError> {
        let name = name.map(|it| checked(it, NAME_MAX)).transpose()?;
        let locale = locale.map(checked_locale).transpose()?;
        self.read(|world| world.person(person).map(|_| ())).ok_or(ActionError::NoPerson(person))?;
        if let Some(name) = name {
            self.rename(person, &name);
        }
        if let Some(locale) = locale {
            self.set_locale(person, &locale);
        }
        Ok(())
    }

    /// Somebody makes a channel in a server.
    ///
    /// # Errors
    /// When there is no such server, or no channel can be called that.
    pub fn add_channel(&self, server: Id, name: &str) -> Result<Id, ActionError> {
        let name = checked(name, CHANNEL_NAME_MAX)?.to_lowercase().replace(' ', "-");
        self.read(|world| world.server(server).map(|_| ())).ok_or(ActionError::NoServer(server))?;
        Ok(self.make_channel(server, &name))
    }

    /// Somebody opens a thread in a channel; the first person, if nobody is named.
    ///
    /// # Errors
    /// When they are not in such a channel, or no thread can be called that.
    pub fn open_thread(
        &self,
        channel: Id,
        person: Option<Id>,
        name: &str,
    ) -> Result<Id, ActionError> {
        let name = checked(name, CHANNEL_NAME_MAX)?;
        self.with(|world, now| {
            let owner = person.or_else(|| world.first_person());
            let owner = owner.filter(|&it| world.is_in(it, channel));
            let owner = owner.ok_or(ActionError::NoChannel(channel))?;
            if world.channel(channel).is_none_or(|it| it.kind != ChannelKind::Text) {
                return Err(ActionError::NoThreadHere(channel));
            }
            let id = world.ids.next(now);
            world.open_thread(id, channel, owner, &name, THREAD_MINUTES);
            Ok(id)
        })
    }
}

impl World {
    /// Whoever was there first, the bot apart.
    fn first_person(&self) -> Option<Id> {
        self.people().find(|it| !it.is_bot).map(|it| it.id)
    }

    fn add_person(&mut self, name: String, locale: String, now: Timestamp) -> Id {
        let id = self.ids.next(now);
        let first = self.first_person();
        let username = self.free_username(&name);
        let person = Person { id, username, global_name: Some(name), locale, is_bot: false };
        self.people.insert(id, person);
        self.changes.push(Change::Person(id));
        let member = Member { nick: None, joined: now, permissions: Permissions::OF_A_BOT };
        let mut joined = Vec::new();
        for server in self.servers.values_mut() {
            if first.is_some_and(|it| server.members.contains_key(&it)) {
                server.members.insert(id, member.clone());
                joined.push(server.id);
            }
        }
        for server in joined {
            self.changes.push(Change::Server(server));
            self.emit("GUILD_MEMBER_ADD", intent::GUILD_MEMBERS, Some(server), |world| {
                let server = world.server(server);
                let mut member =
                    server.and_then(|it| world.member_json(it, id)).unwrap_or_default();
                member["guild_id"] = json!(server.map(|it| it.id));
                member
            });
        }
        id
    }

    /// The name in small letters, with a number behind it if somebody has it.
    fn free_username(&self, name: &str) -> String {
        let plain = |it: char| it.is_ascii_alphanumeric() || "._".contains(it);
        let mut username: String = name.to_lowercase().chars().filter(|&it| plain(it)).collect();
        if username.is_empty() {
            username.push_str("somebody");
        }
        let is_taken = |it: &str| self.people().any(|person| person.username == it);
        if !is_taken(&username) {
            return username;
        }
        let numbered = (2_u64..).map(|number| format!("{username}{number}"));
        let mut free = numbered.skip_while(|it| is_taken(it));
        free.next().unwrap_or(username)
    }
}

fn checked(name: &str, most: usize) -> Result<String, ActionError> {
    let trimmed = name.trim();
    if (1..=most).contains(&trimmed.chars().count()) {
        return Ok(trimmed.to_owned());
    }
    Err(ActionError::WrongName(name.to_owned(), most))
}

fn checked_locale(locale: &str) -> Result<String, ActionError> {
    if LOCALES.contains(&locale) {
        return Ok(locale.to_owned());
    }
    Err(ActionError::NoLanguage(locale.to_owned()))
}
