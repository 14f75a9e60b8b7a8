//! People, their names and languages, and the members of servers.

use jiff::Timestamp;
use serde_json::json;

use crate::emulator::action_error::{ActionError, checked_name};
use crate::emulator::endpoints::LOCALES;
use crate::emulator::handle::Emulator;
use crate::emulator::id::Id;
use crate::emulator::world::{Member, Permissions, Person, World, WorldChange, intent};

/// The longest name of a person, in characters.
const NAME_MAX: usize = 32;

impl Emulator {
    /// Adds a person, and makes them a member of the first person's servers.
    ///
    /// # Errors
    /// When the name is empty or too long, or Discord does not have the language.
    pub fn new_person(&self, name: &str, locale: Option<&str>) -> Result<Id, ActionError> {
        let name = checked_name(name, NAME_MAX)?;
        let locale = checked_locale(locale.unwrap_or("en-US"))?;
        Ok(self.with(|world, now| world.add_person(name, locale, now)))
    }

    /// Changes a person's name or language.
    ///
    /// # Errors
    /// When the person does not exist, or the name or language does not fit.
    pub fn change_person(
        &self,
        person: Id,
        name: Option<&str>,
        locale: Option<&str>,
    ) -> Result<(), ActionError> {
        let name = name.map(|it| checked_name(it, NAME_MAX)).transpose()?;
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

    /// Changes a person's display name.
    pub fn rename(&self, person: Id, name: &str) {
        self.with(|world, _| {
            if let Some(person) = world.people.get_mut(&person) {
                person.global_name = Some(name.to_owned());
            }
            world.changes.push(WorldChange::Person(person));
            tell_members(world, person);
        });
    }

    /// Sets or removes a person's nickname in a server.
    pub fn set_nick(&self, server: Id, person: Id, nick: Option<&str>) {
        self.with(|world, _| {
            let member = world.servers.get_mut(&server).and_then(|it| it.members.get_mut(&person));
            if let Some(member) = member {
                member.nick = nick.map(str::to_owned);
            }
            world.changes.push(WorldChange::Server(server));
            tell_members(world, person);
        });
    }

    /// Sets the language of a person's client.
    pub fn set_locale(&self, person: Id, locale: &str) {
        self.with(|world, _| {
            if let Some(person) = world.people.get_mut(&person) {
                locale.clone_into(&mut person.locale);
            }
            world.changes.push(WorldChange::Person(person));
        });
    }

    /// Adds a person or the bot to a server.
    pub fn add_member(&self, server: Id, person: Id) {
        self.with(|world, now| {
            let permissions = Permissions::OF_A_BOT;
            let member = Member { nick: None, joined: now, permissions };
            if let Some(server) = world.servers.get_mut(&server) {
                server.members.insert(person, member);
            }
            world.changes.push(WorldChange::Server(server));
            if person != world.bot {
                return;
            }
            for channel in world.channels.values_mut().filter(|it| it.server == Some(server)) {
                channel.bot_permissions = permissions;
                world.changes.push(WorldChange::Channel(channel.id));
            }
            world.emit("GUILD_CREATE", intent::GUILDS, Some(server), |world| {
                let server = world.server(server);
                server.map_or_else(|| json!(null), |it| world.guild_create_json(it))
            });
        });
    }

    /// Removes a person or the bot from a server.
    pub fn remove_member(&self, server: Id, person: Id) {
        self.with(|world, _| {
            if person == world.bot {
                world.emit("GUILD_DELETE", intent::GUILDS, Some(server), |_| json!({"id": server}));
            }
            if let Some(server) = world.servers.get_mut(&server) {
                server.members.remove(&person);
            }
            world.changes.push(WorldChange::Server(server));
            world.emit(
                "GUILD_MEMBER_REMOVE",
                intent::GUILD_MEMBERS,
                Some(server),
                |world| json!({"guild_id": server, "user": world.person_json(person)}),
            );
        });
    }
}

impl World {
    fn add_person(&mut self, name: String, locale: String, now: Timestamp) -> Id {
        let id = self.ids.next(now);
        let first = self.first_person();
        let username = self.free_username(&name);
        let person = Person { id, username, global_name: Some(name), locale, is_bot: false };
        self.people.insert(id, person);
        self.changes.push(WorldChange::Person(id));
        let member = Member { nick: None, joined: now, permissions: Permissions::OF_A_BOT };
        let mut joined = Vec::new();
        for server in self.servers.values_mut() {
            if first.is_some_and(|it| server.members.contains_key(&it)) {
                server.members.insert(id, member.clone());
                joined.push(server.id);
            }
        }
        for server in joined {
            self.changes.push(WorldChange::Server(server));
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

    /// A user name that nobody has: the name in lower case, with a number if it is taken.
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

fn checked_locale(locale: &str) -> Result<String, ActionError> {
    if LOCALES.contains(&locale) {
        return Ok(locale.to_owned());
    }
    Err(ActionError::NoLanguage(locale.to_owned()))
}

fn tell_members(world: &mut World, person: Id) {
    let servers: Vec<Id> = world.servers.keys().copied().collect();
    for id in servers {
        world.emit("GUILD_MEMBER_UPDATE", intent::GUILD_MEMBERS, Some(id), |world| {
            let server = world.server(id);
            let mut member =
                server.and_then(|it| world.member_json(it, person)).unwrap_or_default();
            member["guild_id"] = json!(id);
            member
        });
    }
}
