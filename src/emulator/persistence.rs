//! The world on disk: one file of JSON, written at most every two seconds while something changes
//! and at the end, and each uploaded file as a file of its own. A killed process loses up to two
//! seconds of chat.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Bytes;
use kradan_disk::{self as disk, DiskError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::clock::OffsetClock;
use super::id::{Id, Ids};
use super::lock::lock;
use super::world::{
    ApplicationEmoji, Channel, FileHead, InteractionKind, InteractionState, Person, PostedMessage,
    RegisteredCommand, Server, World,
};

/// The time between two writes.
pub(super) const WRITTEN_EVERY: Duration = Duration::from_secs(2);

/// The most messages of a channel that a stored world keeps.
const MESSAGES_MAX: usize = 500;

/// The most interactions that are stored, the newest ones.
const INTERACTIONS_MAX: usize = 500;

/// The number of the file's form. Another one is refused.
const FORM: u32 = 1;

const WORLD: &str = "world.json";
const FILES: &str = "files";

/// Why a stored world cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum PersistenceError {
    /// The folder cannot be created, read or written.
    #[error("cannot use the folder {folder}")]
    Folder { folder: String, source: io::Error },
    /// Another process has the folder.
    #[error("another process uses the emulator's folder {folder}")]
    InUse { folder: String },
    #[error("{file} has form {form}, which needs another version")]
    Form { file: String, form: u32 },
    #[error("{file} cannot be read")]
    Damaged { file: String, source: serde_json::Error },
}

/// A stored world, as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredWorld {
    form: u32,
    /// The last id that was made.
    last_id: Id,
    /// The address in the URLs of files.
    address: SocketAddr,
    /// The clock's offset from the machine's, in milliseconds.
    ahead_ms: i64,
    people: Vec<Person>,
    servers: Vec<Server>,
    channels: Vec<Channel>,
    messages: Vec<Arc<PostedMessage>>,
    commands: Vec<RegisteredCommand>,
    emojis: Vec<ApplicationEmoji>,
    interactions: Vec<InteractionState>,
    files: BTreeMap<Id, FileHead>,
}

/// The folder of a stored world.
#[derive(Debug)]
pub(super) struct Persistence {
    folder: PathBuf,
    is_changed: AtomicBool,
    /// Held while the world is written, and until it is closed. The lock of the folder.
    lock_file: Mutex<Option<File>>,
}

impl Persistence {
    /// Opens a folder for this process alone. A world that is in it replaces `world`. Returns the
    /// clock's offset too, in milliseconds.
    pub(super) fn open(
        folder: &Path,
        world: &mut World,
    ) -> Result<(Persistence, i64), PersistenceError> {
        let lock_file = disk::lock(folder)?;
        let failed = failed(folder);
        let files = folder.join(FILES);
        fs::create_dir_all(&files).map_err(&failed)?;
        let stored = read(&folder.join(WORLD), &failed)?;
        let ahead_ms = stored.as_ref().map_or(0, |stored| stored.ahead_ms);
        if let Some(stored) = stored {
            stored.restore(world);
        }
        world.messages_max = Some(MESSAGES_MAX);
        world.files.keep_all();
        // Of what was not finished no message is left.
        for entry in fs::read_dir(&files).map_err(&failed)? {
            let entry = entry.map_err(&failed)?;
            let id = entry.file_name().to_str().and_then(|name| name.parse::<Id>().ok());
            if id.is_none_or(|id| world.files.head(id).is_none()) {
                fs::remove_file(entry.path()).map_err(&failed)?;
            }
        }
        let (folder, is_changed) = (folder.to_owned(), AtomicBool::new(true));
        Ok((Persistence { folder, is_changed, lock_file: Mutex::new(Some(lock_file)) }, ahead_ms))
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Notes that the world is not the one on disk any more.
    pub(super) fn note_change(&self) {
        self.is_changed.store(true, Ordering::Relaxed);
    }

    fn path(&self, file: Id) -> PathBuf {
        self.folder.join(FILES).join(file.to_string())
    }

    /// The bytes of a file that has left memory.
    pub(super) fn file(&self, id: Id) -> Option<Bytes> {
        fs::read(self.path(id)).ok().map(Bytes::from)
    }

    /// Writes the world, if it has changed and the folder is not closed.
    pub(super) fn write(&self, world: &Mutex<World>, clock: &OffsetClock) -> io::Result<()> {
        let lock_file = lock(&self.lock_file);
        if lock_file.is_none() || !self.is_changed.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        let written = self.write_now(world, clock);
        if written.is_err() {
            self.note_change();
        }
        written
    }

    /// Leaves the folder to others. Nothing is written any more.
    pub(super) fn close(&self) {
        lock(&self.lock_file).take();
    }

    fn write_now(&self, shared: &Mutex<World>, clock: &OffsetClock) -> io::Result<()> {
        let ahead_ms = clock.ahead_ms();
        let mut world = lock(shared);
        let stored = StoredWorld::of(&world, ahead_ms);
        let (new, gone) = (world.files.new_ones(), world.files.take_gone());
        drop(world);
        // Files come first, so that no message names a missing one.
        for (id, bytes) in &new {
            fs::write(self.path(*id), bytes)?;
        }
        let path = self.folder.join(WORLD);
        let temporary = self.folder.join(format!("{WORLD}.new"));
        let mut file = File::create(&temporary)?;
        file.write_all(&serde_json::to_vec(&stored)?)?;
        file.sync_all()?;
        fs::rename(&temporary, &path)?;
        disk::sync(&self.folder)?;
        let mut world = lock(shared);
        for (id, _) in &new {
            world.files.release(*id);
        }
        drop(world);
        for id in gone {
            // It may never have been written.
            _ = fs::remove_file(self.path(id));
        }
        Ok(())
    }
}

fn read(
    path: &Path,
    failed: &impl Fn(io::Error) -> PersistenceError,
) -> Result<Option<StoredWorld>, PersistenceError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(failed)?,
    };
    let file = path.display().to_string();
    let damaged = |source| PersistenceError::Damaged { file: file.clone(), source };
    let value: Value = serde_json::from_slice(&bytes).map_err(damaged)?;
    match value["form"].as_u64().and_then(|form| u32::try_from(form).ok()) {
        Some(form) if form != FORM => Err(PersistenceError::Form { file, form }),
        _ => serde_json::from_value(value).map(Some).map_err(damaged),
    }
}

fn failed(folder: &Path) -> impl Fn(io::Error) -> PersistenceError + use<> {
    let folder = folder.display().to_string();
    move |source| PersistenceError::Folder { folder: folder.clone(), source }
}

impl From<DiskError> for PersistenceError {
    fn from(error: DiskError) -> PersistenceError {
        match error {
            DiskError::Folder { folder, source } => PersistenceError::Folder { folder, source },
            DiskError::InUse { folder } => PersistenceError::InUse { folder },
            DiskError::Database(error) => PersistenceError::Folder {
                folder: String::new(),
                source: io::Error::other(error.to_string()),
            },
        }
    }
}

impl StoredWorld {
    fn of(world: &World, ahead_ms: i64) -> StoredWorld {
        let messages = world.channels.values().flat_map(|channel| channel.messages.values());
        let messages: Vec<Arc<PostedMessage>> = messages.cloned().collect();
        // Autocompletions are not needed later.
        let interactions = world.interaction_order.iter().rev().filter_map(|id| {
            world
                .interactions
                .get(id)
                .filter(|interaction| interaction.kind != InteractionKind::Autocomplete)
        });
        let mut interactions: Vec<_> = interactions.take(INTERACTIONS_MAX).cloned().collect();
        interactions.reverse();
        StoredWorld {
            form: FORM,
            last_id: world.ids.last(),
            address: world.address,
            ahead_ms,
            people: world.people.values().cloned().collect(),
            servers: world.servers.values().cloned().collect(),
            channels: world.channels.values().cloned().collect(),
            messages,
            commands: world.commands.clone(),
            emojis: world.emojis.values().cloned().collect(),
            interactions,
            files: world.files.heads(),
        }
    }

    /// Puts everything into a world. URLs of files get the address that it has now.
    fn restore(self, world: &mut World) {
        let (from, to) = (place_of_files(self.address), place_of_files(world.address));
        world.ids = Ids::after(self.last_id);
        world.people = self.people.into_iter().map(|person| (person.id, person)).collect();
        world.servers = self.servers.into_iter().map(|server| (server.id, server)).collect();
        world.channels = self.channels.into_iter().map(|channel| (channel.id, channel)).collect();
        world.commands = self.commands;
        world.emojis = self.emojis.into_iter().map(|emoji| (emoji.id, emoji)).collect();
        world.files.restore(self.files);
        for message in self.messages {
            let mut message = Arc::unwrap_or_clone(message);
            move_urls(&mut message.value, &from, &to);
            if let Some(nonce) = nonce_of(&message) {
                world.nonces.insert(nonce, (message.id, message.id.time()));
            }
            world.channel_of.insert(message.id, message.channel);
            if let Some(channel) = world.channels.get_mut(&message.channel) {
                channel.add_message(Arc::new(message));
            }
        }
        for mut interaction in self.interactions {
            move_urls(Arc::make_mut(&mut interaction.payload), &from, &to);
            world.tokens.insert(interaction.token.clone(), interaction.id);
            world.interaction_order.push_back(interaction.id);
            world.interactions.insert(interaction.id, interaction);
        }
    }
}

fn nonce_of(message: &PostedMessage) -> Option<String> {
    match &message.value["nonce"] {
        Value::String(nonce) => Some(nonce.clone()),
        Value::Number(nonce) => Some(nonce.to_string()),
        _ => None,
    }
}

/// The start of the URLs of files.
fn place_of_files(address: SocketAddr) -> String {
    format!("http://{address}/attachments/")
}

/// Replaces the start of the URLs of files.
fn move_urls(value: &mut Value, from: &str, to: &str) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| move_urls(value, from, to)),
        Value::Object(object) => {
            for (key, value) in object {
                let is_url = matches!(key.as_str(), "url" | "proxy_url");
                match value.as_str().and_then(|text| text.strip_prefix(from)).filter(|_| is_url) {
                    Some(rest) => *value = Value::String(format!("{to}{rest}")),
                    None => move_urls(value, from, to),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn urls_of_files_move_and_texts_stay() {
        let place = |port: u16| place_of_files(SocketAddr::from(([127, 0, 0, 1], port)));
        let (from, to) = (&place(1), &place(2));
        let mut value = json!({
            "content": format!("{from}3/4/a.png"), "url": "http://127.0.0.1:1/elsewhere",
            "attachments": [{"url": format!("{from}3/4/a.png"), "proxy_url": format!("{from}x")}],
        });
        move_urls(&mut value, from, to);
        assert_eq!(
            value,
            json!({
                "content": format!("{from}3/4/a.png"), "url": "http://127.0.0.1:1/elsewhere",
                "attachments": [{"url": format!("{to}3/4/a.png"), "proxy_url": format!("{to}x")}],
            })
        );
    }
}
