//! The configuration of the program: defaults, overridden by a file, overridden by environment
//! variables.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;

use crate::discord::{Links, PublicKey, REQUESTS_PER_SECOND};
use crate::service::Limits;
use kradan_rules::Escaped;
use kradan_store::PostgresStore;

/// The log levels, the quietest first.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// The formats of the log: lines for people, and JSON in lines.
const FORMATS: [&str; 2] = ["text", "json"];

/// The whole configuration.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub discord: DiscordConfig,
    /// The store of the games.
    pub store: StoreConfig,
    /// The emulator, which runs when there is no token.
    pub local: EmulatorConfig,
    /// The limits for games and challenges of one person.
    pub limits: Limits,
    pub computer: ComputerConfig,
    /// What the host says about the bot, which the page about privacy in `/settings` names.
    pub links: Links,
    pub log: LogConfig,
    pub metrics: MetricsConfig,
}

/// The connection to Discord.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DiscordConfig {
    /// The bot token; without one the emulator runs.
    pub token: BotToken,
    /// The address of a REST API other than Discord's.
    pub api: String,
    /// The address of a gateway other than Discord's.
    pub gateway: String,
    /// The address where interactions come in over HTTP; empty where they come from the gateway.
    pub interactions: String,
    /// The public key of the application, by which interactions over HTTP are verified.
    pub public_key: String,
    /// The most requests within a second, responses to interactions apart.
    pub requests_per_second: NonZeroU32,
}

impl DiscordConfig {
    /// The fewest and the most requests within a second.
    const REQUESTS: RangeInclusive<usize> = 10..=10_000;

    /// Where interactions come in over HTTP, and by which key they are verified; `None` where they come
    /// from the gateway.
    ///
    /// # Errors
    ///
    /// The value that cannot be used, with its key.
    pub fn over_http(&self) -> Result<Option<(SocketAddr, PublicKey)>, ConfigError> {
        let wrong = |key, problem: &str| ConfigError::Value { key, problem: problem.to_owned() };
        let listens = listening("discord.interactions", &self.interactions, "0.0.0.0:8080")?;
        let Some(address) = listens else { return Ok(None) };
        if self.token.expose().is_none() {
            return Err(wrong("discord.interactions", "is for a bot with a token"));
        }
        if self.public_key.is_empty() {
            return Err(wrong("discord.public_key", "is missing: interactions come over HTTP"));
        }
        let key = self.public_key.parse::<PublicKey>();
        let key = key.map_err(|error| wrong("discord.public_key", &error.to_string()))?;
        Ok(Some((address, key)))
    }
}

/// The store of the games.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoreConfig {
    /// The folder of the games, and of the emulator.
    pub folder: PathBuf,
    /// The database of the games, in the place of the folder.
    pub url: DatabaseUrl,
    /// The most connections to the database.
    pub connections: usize,
    /// How many of the daily backups of the folder are kept; 0 makes none.
    pub backups: usize,
}

impl StoreConfig {
    /// The fewest and the most connections: one changes a table while others read.
    const CONNECTIONS: RangeInclusive<usize> = 4..=500;

    /// The most backups that are kept: one a day, and none for longer than a week.
    const BACKUPS_MOST: usize = 7;
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EmulatorConfig {
    /// The address that it listens at.
    pub address: SocketAddr,
    /// Host names by which bots reach it, besides those of the machine.
    pub names: Vec<String>,
}

/// The computer opponent.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ComputerConfig {
    /// How many moves are thought about at once: each takes a core and 5 MB meanwhile.
    pub searches: usize,
}

impl ComputerConfig {
    /// The most searches at once.
    const MOST: usize = 256;
}

/// The log on standard error.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// One of the log levels.
    pub level: String,
    /// One of the formats.
    pub format: String,
}

impl LogConfig {
    #[must_use]
    pub fn is_json(&self) -> bool {
        self.format == "json"
    }
}

/// A number by which the host bounds what the bot does.
#[derive(Clone, Debug)]
pub struct Bound {
    pub key: &'static str,
    pub value: usize,
    pub allowed: RangeInclusive<usize>,
}

/// The metrics for the host.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MetricsConfig {
    /// The address where they are scraped; empty where none are recorded.
    pub address: String,
}

impl MetricsConfig {
    /// Where they are scraped; `None` where none are recorded.
    ///
    /// # Errors
    ///
    /// The value that cannot be used, with its key.
    pub fn listens(&self) -> Result<Option<SocketAddr>, ConfigError> {
        listening("metrics.address", &self.address, "127.0.0.1:9184")
    }
}

/// A bot token, which is never printed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct BotToken(SecretString);

impl BotToken {
    /// The token itself; `None` where there is none.
    #[must_use]
    pub fn expose(&self) -> Option<&str> {
        Some(self.0.expose_secret()).filter(|token| !token.is_empty())
    }
}

/// The address of a `PostgreSQL` database, which may hold a password and is never printed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct DatabaseUrl(SecretString);

impl DatabaseUrl {
    /// The address itself; `None` where there is none.
    #[must_use]
    pub fn expose(&self) -> Option<&str> {
        Some(self.0.expose_secret()).filter(|url| !url.is_empty())
    }
}

impl Default for DiscordConfig {
    fn default() -> DiscordConfig {
        DiscordConfig {
            token: BotToken::default(),
            api: String::new(),
            gateway: String::new(),
            interactions: String::new(),
            public_key: String::new(),
            requests_per_second: REQUESTS_PER_SECOND,
        }
    }
}

impl Default for StoreConfig {
    fn default() -> StoreConfig {
        StoreConfig {
            folder: PathBuf::from("kradan-games"),
            url: DatabaseUrl::default(),
            connections: PostgresStore::CONNECTIONS,
            backups: StoreConfig::BACKUPS_MOST,
        }
    }
}

impl Default for EmulatorConfig {
    fn default() -> EmulatorConfig {
        EmulatorConfig { address: SocketAddr::from(([127, 0, 0, 1], 4_110)), names: Vec::new() }
    }
}

impl Default for ComputerConfig {
    fn default() -> ComputerConfig {
        ComputerConfig { searches: 1 }
    }
}

impl Default for LogConfig {
    fn default() -> LogConfig {
        LogConfig { level: "info".to_owned(), format: "text".to_owned() }
    }
}

/// An error in the configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The file is not TOML, or has unknown keys.
    #[error("{0}")]
    File(String),
    /// A value cannot be used.
    #[error("{key}: {problem}")]
    Value {
        /// The key in the file, or the environment variable.
        key: &'static str,
        problem: String,
    },
}

impl ConfigError {
    /// Replaces the key by the variable that set the value, if one did.
    fn named_as_given(self, variable: impl Fn(&str) -> Option<String>) -> ConfigError {
        let ConfigError::Value { key, problem } = self else { return self };
        let given = VARIABLES.iter().find(|(name, of)| *of == key && variable(name).is_some());
        ConfigError::Value { key: given.map_or(key, |(name, _)| name), problem }
    }
}

/// What the names of the environment variables begin with.
const PREFIX: &str = "KRADAN_";

/// How much alike two names are of which one may be meant by the other, from 0 to 1.
const ALIKE: f64 = 0.85;

/// The environment variables and the keys that they set.
pub const VARIABLES: [(&str, &str); 24] = [
    ("KRADAN_TOKEN", "discord.token"),
    ("KRADAN_API", "discord.api"),
    ("KRADAN_GATEWAY", "discord.gateway"),
    ("KRADAN_INTERACTIONS", "discord.interactions"),
    ("KRADAN_PUBLIC_KEY", "discord.public_key"),
    ("KRADAN_REQUESTS_PER_SECOND", "discord.requests_per_second"),
    ("KRADAN_FOLDER", "store.folder"),
    ("KRADAN_STORE", "store.url"),
    ("KRADAN_CONNECTIONS", "store.connections"),
    ("KRADAN_BACKUPS", "store.backups"),
    ("KRADAN_ADDRESS", "local.address"),
    ("KRADAN_NAMES", "local.names"),
    ("KRADAN_GAMES_RUNNING", "limits.games_running"),
    ("KRADAN_CHALLENGES_WAITING", "limits.challenges_waiting"),
    ("KRADAN_CHALLENGES_RECEIVED", "limits.challenges_received"),
    ("KRADAN_CHALLENGES_PER_HOUR", "limits.challenges_per_hour"),
    ("KRADAN_SECONDS_BETWEEN_CHALLENGES", "limits.seconds_between_challenges"),
    ("KRADAN_CONVERSATIONS_PER_DAY", "limits.conversations_per_day"),
    ("KRADAN_COMPUTER_SEARCHES", "computer.searches"),
    ("KRADAN_PRIVACY", "links.privacy"),
    ("KRADAN_TERMS", "links.terms"),
    ("KRADAN_LOG", "log.level"),
    ("KRADAN_LOG_FORMAT", "log.format"),
    ("KRADAN_METRICS", "metrics.address"),
];

impl Config {
    /// Reads a configuration from the text of a file and from the environment.
    ///
    /// # Errors
    ///
    /// The first wrong value, with its key.
    pub fn read(
        file: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Config, ConfigError> {
        let mut config: Config =
            toml::from_str(file).map_err(|error| ConfigError::File(of_file(&error, file)))?;
        for (name, _) in VARIABLES {
            if let Some(value) = variable(name) {
                config.set(name, value)?;
            }
        }
        config.check().map_err(|wrong| wrong.named_as_given(variable))?;
        Ok(config)
    }

    /// Every bound, in the order of the example.
    #[must_use]
    pub fn bounds(&self) -> [Bound; 10] {
        let bound = |key, value, allowed| Bound { key, value, allowed };
        let Limits {
            games_running,
            challenges_waiting,
            challenges_received,
            challenges_per_hour,
            seconds_between_challenges,
            conversations_per_day: talks,
        } = self.limits;
        let (seconds, seconds_most) = (seconds_between_challenges.into(), Limits::SECONDS_MOST);
        let requests = self.discord.requests_per_second.get() as usize;
        [
            bound("discord.requests_per_second", requests, DiscordConfig::REQUESTS),
            bound("store.connections", self.store.connections, StoreConfig::CONNECTIONS),
            bound("store.backups", self.store.backups, 0..=StoreConfig::BACKUPS_MOST),
            bound("limits.games_running", games_running, 1..=Limits::MOST),
            bound("limits.challenges_waiting", challenges_waiting, 1..=Limits::MOST),
            bound("limits.challenges_received", challenges_received, 1..=Limits::MOST),
            bound("limits.challenges_per_hour", challenges_per_hour, 1..=Limits::MOST),
            bound("limits.seconds_between_challenges", seconds, 0..=seconds_most.into()),
            bound("limits.conversations_per_day", talks, 1..=Limits::CONVERSATIONS_MOST),
            bound("computer.searches", self.computer.searches, 1..=ComputerConfig::MOST),
        ]
    }

    fn set(&mut self, variable: &'static str, value: String) -> Result<(), ConfigError> {
        match variable {
            // An empty variable is a mistake: the emulator would run instead of Discord.
            "KRADAN_TOKEN" if value.is_empty() => {
                let problem = "is set, but empty".to_owned();
                return Err(ConfigError::Value { key: variable, problem });
            }
            "KRADAN_TOKEN" => self.discord.token = BotToken(value.into()),
            "KRADAN_API" => self.discord.api = value,
            "KRADAN_GATEWAY" => self.discord.gateway = value,
            "KRADAN_INTERACTIONS" => self.discord.interactions = value,
            "KRADAN_PUBLIC_KEY" => self.discord.public_key = value,
            "KRADAN_REQUESTS_PER_SECOND" => {
                self.discord.requests_per_second = number(variable, &value)?;
            }
            "KRADAN_FOLDER" => self.store.folder = value.into(),
            "KRADAN_STORE" => self.store.url = DatabaseUrl(value.into()),
            "KRADAN_CONNECTIONS" => self.store.connections = number(variable, &value)?,
            "KRADAN_BACKUPS" => self.store.backups = number(variable, &value)?,
            "KRADAN_ADDRESS" => {
                let problem = "is not an address with a port, such as 127.0.0.1:4110".to_owned();
                let wrong = |_| ConfigError::Value { key: variable, problem };
                self.local.address = value.parse().map_err(wrong)?;
            }
            "KRADAN_GAMES_RUNNING" => self.limits.games_running = number(variable, &value)?,
            "KRADAN_CHALLENGES_WAITING" => {
                self.limits.challenges_waiting = number(variable, &value)?;
            }
            "KRADAN_CHALLENGES_RECEIVED" => {
                self.limits.challenges_received = number(variable, &value)?;
            }
            "KRADAN_CHALLENGES_PER_HOUR" => {
                self.limits.challenges_per_hour = number(variable, &value)?;
            }
            "KRADAN_SECONDS_BETWEEN_CHALLENGES" => {
                self.limits.seconds_between_challenges = number(variable, &value)?;
            }
            "KRADAN_CONVERSATIONS_PER_DAY" => {
                self.limits.conversations_per_day = number(variable, &value)?;
            }
            "KRADAN_NAMES" => {
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty());
                self.local.names = names.map(str::to_owned).collect();
            }
            "KRADAN_COMPUTER_SEARCHES" => self.computer.searches = number(variable, &value)?,
            "KRADAN_PRIVACY" => self.links.privacy = value,
            "KRADAN_TERMS" => self.links.terms = value,
            "KRADAN_LOG" => self.log.level = value,
            "KRADAN_LOG_FORMAT" => self.log.format = value,
            "KRADAN_METRICS" => self.metrics.address = value,
            _ => {}
        }
        Ok(())
    }

    fn check(&self) -> Result<(), ConfigError> {
        let wrong =
            |key, problem: &str| Err(ConfigError::Value { key, problem: problem.to_owned() });
        if let Some(token) = self.discord.token.expose()
            && !looks_like_token(token)
        {
            return wrong(
                "discord.token",
                "is not a bot token, which has three parts with dots between",
            );
        }
        if !self.discord.api.is_empty() && !is_address(&self.discord.api, ["http://", "https://"]) {
            return wrong("discord.api", "must begin with http:// or https://");
        }
        if !self.discord.gateway.is_empty()
            && !is_address(&self.discord.gateway, ["ws://", "wss://"])
        {
            return wrong("discord.gateway", "must begin with ws:// or wss://");
        }
        self.discord.over_http()?;
        self.metrics.listens()?;
        if self.store.folder.as_os_str().is_empty() {
            return wrong("store.folder", "is empty");
        }
        if let Some(url) = self.store.url.expose()
            && !is_address(url, ["postgres://", "postgresql://"])
        {
            return wrong("store.url", "must begin with postgres://");
        }
        for Bound { key, value, allowed } in self.bounds() {
            if !allowed.contains(&value) {
                let (least, most) = allowed.into_inner();
                return wrong(key, &format!("must be a number from {least} to {most}"));
            }
        }
        let Links { privacy, terms } = &self.links;
        for (key, link) in [("links.privacy", privacy), ("links.terms", terms)] {
            let is_plain = |link: &str| !link.contains(|c: char| c.is_whitespace() || c == '>');
            let is_link = is_address(link, ["http://", "https://"]) && is_plain(link);
            if !link.is_empty() && !is_link {
                return wrong(key, "must be an address that begins with https://");
            }
        }
        if !LEVELS.contains(&self.log.level.as_str()) {
            return wrong("log.level", "must be off, error, warn, info, debug or trace");
        }
        if !FORMATS.contains(&self.log.format.as_str()) {
            return wrong("log.format", "must be text or json");
        }
        Ok(())
    }
}

/// A sentence about each variable that is named like Kradan's and is unknown.
pub fn unknown_variables(names: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let unknown = names.filter(|name| VARIABLES.iter().all(|(known, _)| name != known));
    unknown.filter_map(|name| {
        let given = name.strip_prefix(PREFIX)?.to_lowercase();
        let spellings = VARIABLES.iter().flat_map(|(known, key)| {
            let own = known.trim_start_matches(PREFIX).to_lowercase();
            [own, key.replace('.', "_"), last(key).to_owned()].map(|spelling| (spelling, *known))
        });
        let nearest = nearest(&given, spellings);
        let hint = nearest.map_or(String::new(), |near| format!(", did you mean {near}?"));
        Some(format!("unknown variable {}{hint}", Escaped(&name)))
    })
}

/// What has the spelling that is most like the given one, if any is like it.
fn nearest(
    given: &str,
    spellings: impl Iterator<Item = (String, &'static str)>,
) -> Option<&'static str> {
    let measured =
        spellings.map(|(spelling, named)| (strsim::jaro_winkler(given, &spelling), named));
    let most_alike = measured.reduce(|best, next| if next.0 > best.0 { next } else { best });
    most_alike.filter(|(likeness, _)| *likeness > ALIKE).map(|(_, named)| named)
}

/// The name of a key in its section.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or_default()
}

fn number<T: std::str::FromStr>(key: &'static str, value: &str) -> Result<T, ConfigError> {
    value.parse().map_err(|_| ConfigError::Value { key, problem: "is not a number".to_owned() })
}

/// The address of something that may be off, where the text is empty.
fn listening(
    key: &'static str,
    text: &str,
    example: &str,
) -> Result<Option<SocketAddr>, ConfigError> {
    if text.is_empty() {
        return Ok(None);
    }
    let problem = || format!("is not an address with a port, such as {example}");
    text.parse().map(Some).map_err(|_| ConfigError::Value { key, problem: problem() })
}

/// Discord's tokens are three parts of letters, digits, `-` and `_`.
fn looks_like_token(token: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    token.split('.').count() == 3 && token.split('.').all(is_part)
}

fn is_address(text: &str, schemes: [&str; 2]) -> bool {
    schemes.iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme))
}

/// The problem of a file with its line number. The line itself is not repeated, since it may hold
/// the token.
fn of_file(error: &toml::de::Error, file: &str) -> String {
    let message = error.message();
    let before = error.span().and_then(|span| file.get(..span.start));
    let Some(before) = before else { return message.to_owned() };
    let line = before.matches('\n').count() + 1;
    let (section, name) = place_of_line(file, line);
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    if let Some((field, _)) = unknown {
        let is_section = name.is_empty();
        let spellings = VARIABLES.iter().map(|&(_, key)| match key.split_once('.') {
            Some((section, _)) if is_section => (section.to_owned(), section),
            _ => (last(key).to_owned(), key),
        });
        if let Some(nearest) = nearest(field, spellings) {
            return format!("line {line}: unknown field `{field}`, did you mean {nearest}?");
        }
    }
    let key = format!("{section}.{name}");
    let is_known = VARIABLES.iter().any(|(_, known)| *known == key);
    let key = if is_known { format!(", {key}") } else { String::new() };
    format!("line {line}{key}: {message}")
}

/// The section of a line of the file, and the name that is set there.
fn place_of_line(file: &str, line: usize) -> (&str, &str) {
    let mut section = "";
    let mut name = "";
    for text in file.lines().take(line).map(str::trim) {
        name = "";
        if let Some(header) = text.strip_prefix('[') {
            section = header.split(']').next().unwrap_or_default().trim();
        } else if let Some((before, _)) = text.split_once('=') {
            name = before.trim();
        }
    }
    (section, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<Config, String> {
        Config::read(file, |_| None).map_err(|error| error.to_string())
    }

    const EXAMPLE: &str = include_str!("../config.example.toml");

    #[test]
    fn the_example_states_every_default() {
        let example = format!("{:?}", read(EXAMPLE).unwrap());
        assert_eq!(example, format!("{:?}", Config::default()));
        // Every key is there, and there is no other.
        let table: toml::Table = EXAMPLE.parse().unwrap();
        let mut keys: Vec<String> = Vec::new();
        for (section, entries) in &table {
            keys.extend(entries.as_table().unwrap().keys().map(|key| format!("{section}.{key}")));
        }
        keys.sort();
        let mut known = VARIABLES.map(|(_, key)| key.to_owned());
        known.sort();
        assert_eq!(keys, known);
    }

    #[test]
    fn the_environment_goes_before_the_file() {
        let variable = |name: &str| match name {
            "KRADAN_FOLDER" => Some("elsewhere".to_owned()),
            "KRADAN_TOKEN" => Some("a.b.c".to_owned()),
            "KRADAN_REQUESTS_PER_SECOND" => Some("100".to_owned()),
            "KRADAN_GAMES_RUNNING" => Some("1".to_owned()),
            "KRADAN_CHALLENGES_WAITING" => Some("2".to_owned()),
            "KRADAN_CHALLENGES_RECEIVED" => Some("3".to_owned()),
            "KRADAN_CHALLENGES_PER_HOUR" => Some("4".to_owned()),
            "KRADAN_SECONDS_BETWEEN_CHALLENGES" => Some("0".to_owned()),
            "KRADAN_CONVERSATIONS_PER_DAY" => Some("5".to_owned()),
            "KRADAN_NAMES" => Some("kradan, games.example".to_owned()),
            _ => None,
        };
        let file = "[store]\nfolder = 'here'\n[log]\nlevel = 'warn'";
        let config = Config::read(file, variable).unwrap();
        assert_eq!(config.store.folder, PathBuf::from("elsewhere"));
        assert_eq!(config.log.level, "warn");
        assert_eq!(config.local.names, ["kradan", "games.example"]);
        assert_eq!(config.discord.token.expose(), Some("a.b.c"));
        assert_eq!(config.discord.requests_per_second.get(), 100);
        let limits = Limits {
            games_running: 1,
            challenges_waiting: 2,
            challenges_received: 3,
            challenges_per_hour: 4,
            seconds_between_challenges: 0,
            conversations_per_day: 5,
        };
        assert_eq!(config.limits, limits);
    }

    #[test]
    fn every_problem_is_named_by_its_key() {
        for (file, problem) in [
            ("[discord]\ntokn = 'x'", "line 2: unknown field `tokn`, did you mean discord.token?"),
            ("[disc]\ntoken = 'x'", "line 1: unknown field `disc`, did you mean discord?"),
            ("level = 'warn'", "line 1: unknown field `level`, did you mean log.level?"),
            (
                "[discord]\nadress = 'x'",
                "line 2: unknown field `adress`, did you mean local.address?",
            ),
            ("[log]\nqqq = 'x'", "line 2: unknown field `qqq`, expected `level`"),
            ("[local]\naddress = 'here'", "line 2, local.address: "),
            ("[store]\n\nfolder = 3", "line 3, store.folder: "),
            ("[discord]\ntoken = 'x'", "discord.token: "),
            ("[discord]\napi = 'discord.com'", "discord.api: must begin with http"),
            ("[discord]\ngateway = 'http://x'", "discord.gateway: must begin with ws"),
            ("[metrics]\naddress = '9184'", "metrics.address: is not an address with a port"),
            (
                "[discord]\ntoken = 'a.b.c'\ninteractions = '8080'",
                "discord.interactions: is not an address with a port",
            ),
            (
                "[discord]\ninteractions = '127.0.0.1:8080'",
                "discord.interactions: is for a bot with a token",
            ),
            (
                "[discord]\ntoken = 'a.b.c'\ninteractions = '[::]:8080'",
                "discord.public_key: is missing",
            ),
            (
                "[discord]\ntoken = 'a.b.c'\ninteractions = '[::]:8080'\npublic_key = '67c6bd76'",
                "discord.public_key: is not a public key, which has 64 hexadecimal digits",
            ),
            ("[store]\nfolder = ''", "store.folder: is empty"),
            ("[log]\nlevel = 'loud'", "log.level: must be off"),
            ("[log]\nformat = 'JSON'", "log.format: must be text or json"),
            ("[links]\nprivacy = 'kradan.example'", "links.privacy: must be an address"),
            ("[links]\nterms = 'https://a.example/> x'", "links.terms: must be an address"),
            (
                "[limits]\ngames = 3",
                "line 2: unknown field `games`, did you mean limits.games_running?",
            ),
            ("[store]\nbackups = 8", "store.backups: must be a number from 0 to 7"),
            ("[computer]\nsearches = 0", "computer.searches: must be a number from 1 to 256"),
            (
                "[limits]\ngames_running = 0",
                "limits.games_running: must be a number from 1 to 10000",
            ),
            ("[limits]\nchallenges_waiting = 10001", "limits.challenges_waiting: must be a number"),
            ("[limits]\nchallenges_received = -1", "line 2, limits.challenges_received: "),
            ("[limits]\nchallenges_per_hour = 0", "limits.challenges_per_hour: must be a number"),
            (
                "[limits]\nseconds_between_challenges = 3601",
                "limits.seconds_between_challenges: must be a number from 0 to 3600",
            ),
        ] {
            let error = read(file).unwrap_err();
            assert!(error.starts_with(problem), "{file:?}: {error}");
        }
        let wrong = Config::read("", |name| (name == "KRADAN_ADDRESS").then(|| "x".to_owned()));
        assert!(wrong.unwrap_err().to_string().starts_with("KRADAN_ADDRESS: is not an address"));
        for text in ["x", "-1", "", "0", "10001"] {
            let variable = |name: &str| (name == "KRADAN_GAMES_RUNNING").then(|| text.to_owned());
            let wrong = Config::read("", variable).unwrap_err().to_string();
            let problem = match text {
                "0" | "10001" => "must be a number from 1 to 10000",
                _ => "is not a number",
            };
            assert_eq!(wrong, format!("KRADAN_GAMES_RUNNING: {problem}"));
        }
        let wrong = Config::read("", |name| (name == "KRADAN_TOKEN").then(String::new));
        assert!(wrong.unwrap_err().to_string().starts_with("KRADAN_TOKEN: is set, but empty"));
        let wrong = Config::read("", |name| (name == "KRADAN_LOG").then(|| "loud".to_owned()));
        assert!(wrong.unwrap_err().to_string().starts_with("KRADAN_LOG: must be off"));
    }

    #[test]
    fn an_unknown_variable_is_named_with_the_nearest() {
        for (given, said) in [
            ("KRADAN_TOKN", Some("unknown variable KRADAN_TOKN, did you mean KRADAN_TOKEN?")),
            (
                "KRADAN_LIMITS_GAMES_RUNNING",
                Some(
                    "unknown variable KRADAN_LIMITS_GAMES_RUNNING, \
                     did you mean KRADAN_GAMES_RUNNING?",
                ),
            ),
            (
                "KRADAN_DISCORD_TOKEN",
                Some("unknown variable KRADAN_DISCORD_TOKEN, did you mean KRADAN_TOKEN?"),
            ),
            (
                "KRADAN_SEARCHES",
                Some("unknown variable KRADAN_SEARCHES, did you mean KRADAN_COMPUTER_SEARCHES?"),
            ),
            ("KRADAN_ZZZ", Some("unknown variable KRADAN_ZZZ")),
            ("KRADAN_TOKEN", None),
            ("TOKN", None),
        ] {
            let names = std::iter::once(given.to_owned());
            assert_eq!(unknown_variables(names).next().as_deref(), said);
        }
    }

    #[test]
    fn interactions_come_over_http_where_an_address_is_given() {
        // The one of RFC 8032, 7.1, test 1.
        let key = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let of = |interactions: &str| {
            let given = [
                ("KRADAN_TOKEN", "a.b.c"),
                ("KRADAN_PUBLIC_KEY", key),
                ("KRADAN_INTERACTIONS", interactions),
            ];
            let variable = |name: &str| {
                given.iter().find(|(given, _)| *given == name).map(|(_, value)| (*value).to_owned())
            };
            let config = Config::read("", variable).map_err(|error| error.to_string())?;
            Ok(config.discord.over_http().unwrap().map(|(address, _)| address))
        };
        assert_eq!(of("0.0.0.0:8080"), Ok(Some(SocketAddr::from(([0, 0, 0, 0], 8080)))));
        assert_eq!(of(""), Ok(None));
        let problem = "KRADAN_INTERACTIONS: is not an address with a port, such as 0.0.0.0:8080";
        assert_eq!(of("https://kradan.example"), Err(problem.to_owned()));
    }

    #[test]
    fn a_token_is_in_no_text() {
        let secret = "c2VjcmV0.bm90.aGVyZQ";
        let config = read(&format!("[discord]\ntoken = '{secret}'")).unwrap();
        assert!(!format!("{config:?}").contains("c2VjcmV0"));
        // Errors about the line with the token do not repeat it either.
        for file in [
            format!("[discord]\ntoken = '{secret}' x"),
            format!("[discord]\ntoken = '{secret}"),
            format!("[discord]\ntoken = 'not a token {secret}'"),
            format!("[discord]\ntoken = ['{secret}']"),
        ] {
            assert!(!read(&file).unwrap_err().contains("c2VjcmV0"), "{file}");
        }
    }
}
