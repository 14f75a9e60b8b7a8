//! People, their names and languages, and the members of servers.

use jiff::Timestamp;
use serde_json::json;

use crate::action_error::{ActionError, checked_name};
use crate::endpoints::LOCALES;
use crate::handle::Emulator;
use crate::id::Id;
use crate::world::{
    Channel, Member, Permissions, Person, Server, World, WorldChange, api_json, intent,
};

/// The longest name of a person, in characters.
const NAME_MAX: usize = 32;
/// The greatest number of a thread's members that Discord gives.
const THREAD_COUNT_MAX: usize = 50;

impl Emulator {
    /// Adds a person, and makes them a member of the first person's servers.
    ///
    /// # Errors
    /// When the name is empty or too long, or Discord does not have the language.
    pub fn new_person(&self, name: &str, locale: Option<&str>) -> Result<Id, ActionError> {
        let name = checked_name(name, NAME_MAX)?;
        let locale = checked_locale(locale.unwrap_or("en-US"))?;
        Ok(self.with(|world, now| add_person(world, name, locale, now)))
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
        let name = name.map(|name| checked_name(name, NAME_MAX)).transpose()?;
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
            change_person(world, person, |person| person.global_name = Some(name.to_owned()));
            tell_members(world, person);
        });
    }

    /// Sets or removes a person's nickname in a server.
    pub fn set_nick(&self, server: Id, person: Id, nick: Option<&str>) {
        self.with(|world, _| {
            change_member(world, server, person, |member| member.nick = nick.map(str::to_owned));
            tell_members(world, person);
        });
    }

    /// Gives a member a command of the server, as its *Integrations* do.
    pub fn allow_command(&self, server: Id, person: Id, command: &str) {
        self.with(|world, _| {
            change_member(world, server, person, |member| {
                member.commands.insert(command.to_owned());
            });
        });
    }

    /// Gives a member of a server a time-out until a time, or lifts it.
    pub fn time_out(&self, server: Id, person: Id, until: Option<Timestamp>) {
        self.with(|world, _| {
            change_member(world, server, person, |member| member.timed_out_until = until);
            tell_members(world, person);
        });
    }

    /// Sets the language of a person's client.
    pub fn set_locale(&self, person: Id, locale: &str) {
        self.with(|world, _| {
            change_person(world, person, |person| locale.clone_into(&mut person.locale));
        });
    }

    /// Sets the language of a server. Discord has `en-US` for every server that is no Community.
    pub fn set_server_locale(&self, server: Id, locale: &str) {
        self.change_server(server, |server| locale.clone_into(&mut server.locale));
    }

    /// Sets whether a person has installed the application for themselves.
    pub fn install_app(&self, person: Id, has_app: bool) {
        self.with(|world, _| change_person(world, person, |person| person.has_app = has_app));
    }

    /// Sets whether a server has the application's commands without the bot.
    pub fn install_commands_alone(&self, server: Id, has_commands_alone: bool) {
        self.change_server(server, |server| server.has_commands_alone = has_commands_alone);
    }

    /// Removes a person or the bot from a server, and keeps them from joining again.
    pub fn ban(&self, server: Id, person: Id) {
        self.remove_member(server, person);
        self.change_server(server, |server| {
            server.banned.insert(person);
        });
    }

    /// Lets a banned person or the bot join again.
    pub fn unban(&self, server: Id, person: Id) {
        self.change_server(server, |server| {
            server.banned.remove(&person);
        });
    }

    fn change_server(&self, server: Id, change: impl FnOnce(&mut Server)) {
        self.with(|world, _| {
            if let Some(server) = world.servers.get_mut(&server) {
                change(server);
            }
            world.changes.push(WorldChange::World);
        });
    }

    pub(crate) fn check_server(&self, server: Id) -> Result<(), ActionError> {
        let is_known = self.read(|world| world.server(server).is_some());
        if is_known { Ok(()) } else { Err(ActionError::NoServer(server)) }
    }

    pub(crate) fn check_member(&self, server: Id, person: Id) -> Result<(), ActionError> {
        self.check_server(server)?;
        let is_member = |world: &World| {
            world.server(server).is_some_and(|server| server.members.contains_key(&person))
        };
        if self.read(is_member) { Ok(()) } else { Err(ActionError::NoPerson(person)) }
    }

    /// Adds a person or the bot to a server.
    ///
    /// # Errors
    /// When the server or the person does not exist, or the person is banned.
    pub fn join(&self, server: Id, person: Id) -> Result<(), ActionError> {
        self.read(|world| {
            world.person(person).ok_or(ActionError::NoPerson(person))?;
            let found = world.server(server).ok_or(ActionError::NoServer(server))?;
            if found.banned.contains(&person) { Err(ActionError::Banned(person)) } else { Ok(()) }
        })?;
        self.add_member(server, person);
        Ok(())
    }

    /// Adds a person or the bot to a server, also if they are banned. A member stays as they are.
    pub fn add_member(&self, server: Id, person: Id) {
        self.with(|world, now| {
            let permissions = Permissions::OF_A_BOT;
            let member = Member::new(now, permissions);
            match world.servers.get_mut(&server) {
                Some(found) if !found.members.contains_key(&person) => {
                    found.members.insert(person, member);
                }
                _ => return,
            }
            world.changes.push(WorldChange::World);
            if person != world.bot {
                emit_member(world, "GUILD_MEMBER_ADD", server, person);
                return;
            }
            for channel in
                world.channels.values_mut().filter(|channel| channel.server == Some(server))
            {
                channel.bot_permissions = permissions;
                world.changes.push(WorldChange::Channel(channel.id));
            }
            world.emit("GUILD_CREATE", intent::GUILDS, Some(server), |world| {
                let server = world.server(server);
                server.map_or_else(|| json!(null), |server| api_json::guild_create(world, server))
            });
        });
    }

    /// Removes a person or the bot from a server, and from its threads. A bot hears of a ban only
    /// as of a removal: more needs permissions that it does not have here.
    pub fn remove_member(&self, server: Id, person: Id) {
        self.with(|world, _| {
            let is_member = |server: &Server| server.members.contains_key(&person);
            if !world.server(server).is_some_and(is_member) {
                return;
            }
            if person == world.bot {
                world.emit("GUILD_DELETE", intent::GUILDS, Some(server), |_| json!({"id": server}));
            }
            if let Some(server) = world.servers.get_mut(&server) {
                server.members.remove(&person);
            }
            world.changes.push(WorldChange::World);
            world.emit(
                "GUILD_MEMBER_REMOVE",
                intent::GUILD_MEMBERS,
                Some(server),
                |world| json!({"guild_id": server, "user": api_json::user_of(world, person)}),
            );
            leave_threads(world, server, person);
        });
    }
}

fn change_person(world: &mut World, person: Id, change: impl FnOnce(&mut Person)) {
    if let Some(person) = world.people.get_mut(&person) {
        change(person);
    }
    world.changes.push(WorldChange::World);
}

fn change_member(world: &mut World, server: Id, person: Id, change: impl FnOnce(&mut Member)) {
    let server = world.servers.get_mut(&server);
    if let Some(member) = server.and_then(|server| server.members.get_mut(&person)) {
        change(member);
    }
    world.changes.push(WorldChange::World);
}

fn add_person(world: &mut World, name: String, locale: String, now: Timestamp) -> Id {
    let id = world.ids.next(now);
    let first = world.first_person();
    let username = free_username(world, &name);
    let global_name = Some(name);
    let person = Person { id, username, global_name, locale, is_bot: false, has_app: true };
    world.people.insert(id, person);
    world.changes.push(WorldChange::World);
    let member = Member::new(now, Permissions::OF_A_BOT);
    let mut joined = Vec::new();
    for server in world.servers.values_mut() {
        if first.is_some_and(|first| server.members.contains_key(&first)) {
            server.members.insert(id, member.clone());
            joined.push(server.id);
        }
    }
    for server in joined {
        world.changes.push(WorldChange::World);
        emit_member(world, "GUILD_MEMBER_ADD", server, id);
    }
    id
}

/// Emits an event with a member of a server in it.
fn emit_member(world: &mut World, name: &'static str, server: Id, person: Id) {
    world.emit(name, intent::GUILD_MEMBERS, Some(server), |world| {
        let member = world
            .server(server)
            .and_then(|server| api_json::member_with_user(world, server, person));
        let mut member = member.unwrap_or_default();
        member["guild_id"] = json!(server);
        member
    });
}

/// Removes somebody from the threads of a server that they have left.
fn leave_threads(world: &mut World, server: Id, person: Id) {
    let is_theirs = |thread: &&mut Channel| {
        thread.server == Some(server) && thread.kind.is_thread() && thread.people.contains(&person)
    };
    let mut left = Vec::new();
    for thread in world.channels.values_mut().filter(is_theirs) {
        thread.people.retain(|member| *member != person);
        left.push((thread.id, thread.people.len()));
    }
    for (id, count) in left {
        world.changes.push(WorldChange::Channel(id));
        world.emit("THREAD_MEMBERS_UPDATE", intent::GUILD_MEMBERS, Some(server), |_| {
            json!({
                "id": id, "guild_id": server, "member_count": count.min(THREAD_COUNT_MAX),
                "removed_member_ids": [person],
            })
        });
    }
}

/// A user name that nobody has: the name in lower case, with a number if it is taken.
fn free_username(world: &World, name: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._".contains(letter);
    let mut username: String =
        name.to_lowercase().chars().filter(|&letter| plain(letter)).collect();
    if username.is_empty() {
        username.push_str("somebody");
    }
    let is_taken = |candidate: &str| world.people().any(|person| person.username == candidate);
    if !is_taken(&username) {
        return username;
    }
    let numbered = (2_u64..).map(|number| format!("{username}{number}"));
    let mut free = numbered.skip_while(|candidate| is_taken(candidate));
    free.next().unwrap_or(username)
}

fn checked_locale(locale: &str) -> Result<String, ActionError> {
    if LOCALES.contains(&locale) {
        return Ok(locale.to_owned());
    }
    Err(ActionError::UnknownLocale(locale.to_owned()))
}

fn tell_members(world: &mut World, person: Id) {
    let theirs = world.servers().filter(|server| server.members.contains_key(&person));
    let servers: Vec<Id> = theirs.map(|server| server.id).collect();
    for server in servers {
        emit_member(world, "GUILD_MEMBER_UPDATE", server, person);
    }
}
