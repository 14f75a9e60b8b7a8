//! The servers, channels and people of a new world.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::time::Duration;

use super::{Channel, ChannelKind, Files, Member, Permissions, Person, Server, World};
use crate::id::Id;

/// The servers, channels and people of a new world. Their ids are fixed, so that a restarted bot
/// finds the same ones.
#[derive(Clone, Debug)]
pub struct Seed {
    servers: Vec<SeedServer>,
    people: Vec<Person>,
    /// Direct messages, with the people in them.
    conversations: Vec<(Id, Vec<Id>)>,
}

#[derive(Clone, Debug)]
struct SeedServer {
    id: Id,
    name: String,
    channels: Vec<(Id, String)>,
    people: Vec<Id>,
    has_bot: bool,
}

/// The bot and its application.
pub const BOT: Id = Id(1_300_000_000_000_000_001);
/// Ann, with an English client. She owns the garden.
pub const ANN: Id = Id(1_300_000_000_000_000_011);
/// Ben, with a Dutch client.
pub const BEN: Id = Id(1_300_000_000_000_000_012);
/// Chai, with a Thai client.
pub const CHAI: Id = Id(1_300_000_000_000_000_013);
/// Dai, with a Japanese client.
pub const DAI: Id = Id(1_300_000_000_000_000_014);
/// A server with the bot and all people.
pub const GARDEN: Id = Id(1_300_000_000_000_000_100);
/// The garden's channel #games.
pub const GAMES: Id = Id(1_300_000_000_000_000_101);
pub const MAKRUK: Id = Id(1_300_000_000_000_000_102);
pub const RANDOM: Id = Id(1_300_000_000_000_000_103);
/// A server with all people, but not the bot.
pub const ELSEWHERE: Id = Id(1_300_000_000_000_000_200);
/// Its only channel, #lobby.
pub const LOBBY: Id = Id(1_300_000_000_000_000_201);
/// The direct messages of Ann and the bot.
pub const ANN_AND_BOT: Id = Id(1_300_000_000_000_000_301);
/// The direct messages of Ann and Ben.
pub const ANN_AND_BEN: Id = Id(1_300_000_000_000_000_302);

/// The first id of [`Seed::many`].
const MANY: u64 = 1_310_000_000_000_000_000;
/// The distance of two servers in [`Seed::many`], which puts them on different shards.
const APART: u64 = 1 << 22;

impl Default for Seed {
    /// A server with three channels and four people, a server without the bot, direct messages
    /// with the bot and without it.
    fn default() -> Seed {
        let people = [
            (ANN, "ann", "Ann", "en-US"),
            (BEN, "ben", "Ben", "nl"),
            (CHAI, "chai", "Chai", "th"),
            (DAI, "dai", "Dai", "ja"),
        ];
        let people: Vec<Person> =
            people.map(|(id, name, shown, locale)| person(id, name, shown, locale)).into();
        let ids: Vec<Id> = people.iter().map(|person| person.id).collect();
        let garden = [(GAMES, "games"), (MAKRUK, "makruk"), (RANDOM, "random")];
        Seed {
            servers: vec![
                SeedServer {
                    id: GARDEN,
                    name: "Kradan's garden".to_owned(),
                    channels: garden.map(|(id, name)| (id, name.to_owned())).into(),
                    people: ids.clone(),
                    has_bot: true,
                },
                SeedServer {
                    id: ELSEWHERE,
                    name: "Elsewhere".to_owned(),
                    channels: vec![(LOBBY, "lobby".to_owned())],
                    people: ids,
                    has_bot: false,
                },
            ],
            people,
            conversations: vec![(ANN_AND_BOT, vec![ANN, BOT]), (ANN_AND_BEN, vec![ANN, BEN])],
        }
    }
}

impl Seed {
    /// The default world and more servers, each with one channel and all the additional people.
    /// [`Seed::server`], [`Seed::channel`] and [`Seed::person`] name them.
    #[must_use]
    pub fn many(servers: u64, people: u64) -> Seed {
        let mut seed = Seed::default();
        let locales = ["en-US", "nl", "th", "ja"];
        let ids: Vec<Id> = (0..people).map(Seed::person).collect();
        for (number, &id) in ids.iter().enumerate() {
            let shown = format!("Player {number}");
            let locale = locales[number % locales.len()];
            seed.people.push(person(id, &format!("player{number}"), &shown, locale));
        }
        for number in 0..servers {
            seed.servers.push(SeedServer {
                id: Seed::server(number),
                name: format!("Server {number}"),
                channels: vec![(Seed::channel(number), format!("games-{number}"))],
                people: ids.clone(),
                has_bot: true,
            });
        }
        seed
    }

    /// The server with a number, from 0, of [`Seed::many`].
    #[must_use]
    pub fn server(number: u64) -> Id {
        Id(MANY + number * APART)
    }

    #[must_use]
    pub fn channel(number: u64) -> Id {
        Id(MANY + number * APART + 1)
    }

    /// The person with a number, from 0, of [`Seed::many`].
    #[must_use]
    pub fn person(number: u64) -> Id {
        Id(MANY + number * APART + 2)
    }

    /// Creates the world.
    pub(crate) fn world(
        self,
        address: SocketAddr,
        max_files: usize,
        response_timeout: Duration,
    ) -> World {
        let bot = Person { is_bot: true, ..person(BOT, "Kradan", "", "en-US") };
        let mut world = World::new(address, bot, Files::with_capacity(max_files), response_timeout);
        world.people.extend(self.people.into_iter().map(|person| (person.id, person)));
        for server in self.servers {
            server.add_to(&mut world);
        }
        for (id, people) in self.conversations {
            let channel = Channel { people, ..Channel::new(id, ChannelKind::Direct, "") };
            world.channels.insert(id, channel);
        }
        world
    }
}

impl SeedServer {
    fn add_to(self, world: &mut World) {
        let member = |permissions| Member::new(self.id.time(), permissions);
        let everybody = Permissions::OF_A_BOT;
        let mut members: BTreeMap<Id, Member> =
            self.people.iter().map(|&id| (id, member(everybody))).collect();
        if self.has_bot {
            members.insert(BOT, member(everybody));
        }
        let owner = self.people.first().copied().unwrap_or(BOT);
        let server = Server {
            id: self.id,
            name: self.name,
            owner,
            locale: "en-US".to_owned(),
            members,
            banned: BTreeSet::new(),
            has_commands_alone: false,
            bot: BOT,
        };
        world.servers.insert(self.id, server);
        for (id, name) in self.channels {
            let mut channel = Channel::new(id, ChannelKind::Text, &name);
            channel.server = Some(self.id);
            if !self.has_bot {
                channel.bot_permissions = Permissions::NONE;
            }
            world.channels.insert(id, channel);
        }
    }
}

fn person(id: Id, username: &str, shown: &str, locale: &str) -> Person {
    Person {
        id,
        username: username.to_owned(),
        global_name: Some(shown.to_owned()).filter(|name| !name.is_empty()),
        locale: locale.to_owned(),
        is_bot: false,
        has_app: true,
    }
}
