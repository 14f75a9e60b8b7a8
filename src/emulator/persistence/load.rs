//! Loading a world from its rows.

use std::sync::{Arc, Mutex};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::PersistenceError;
use super::files::StoredFiles;
use super::meta::Meta;
use super::rows::{FileHead, WorldRowKey, fetch, read, read_outline, whole};
use crate::id::{Id, Ids};
use crate::lock::lock;
use crate::world::{
    ApplicationEmoji, Channel, DiskSource, InteractionState, Person, PostedMessage, Server,
    UploadedFile, World, move_urls, place_of_files,
};

/// Loads a stored world; returns `None` if there is none. Of messages and interactions only what
/// is always needed is read.
pub(super) fn load(rows: &sled::Tree, world: &mut World) -> Result<Option<Meta>, PersistenceError> {
    let Some(meta) = one::<Meta>(rows, WorldRowKey::Meta)? else { return Ok(None) };
    world.ids = Ids::after(meta.last_id);
    world.commands = one(rows, WorldRowKey::Commands)?.unwrap_or_default();
    world.people = all::<Person>(rows, WorldRowKey::Person)?.map(|it| (it.id, it)).collect();
    world.servers = all::<Server>(rows, WorldRowKey::Server)?.map(|it| (it.id, it)).collect();
    world.channels = all::<Channel>(rows, WorldRowKey::Channel)?.map(|it| (it.id, it)).collect();
    world.emojis =
        all::<ApplicationEmoji>(rows, WorldRowKey::Emoji)?.map(|it| (it.id, it)).collect();
    for row in rows.scan_prefix(WorldRowKey::Message(Id(0)).prefix()) {
        let (name, bytes) = row.map_err(PersistenceError::Database)?;
        let id = id_of(&name);
        world.restore_message(id, read_outline(WorldRowKey::Message(id), &bytes)?);
    }
    for interaction in all::<InteractionState>(rows, WorldRowKey::Interaction)? {
        world.tokens.insert(interaction.token.clone(), interaction.id);
        world.interaction_order.push_back(interaction.id);
        world.interactions.insert(interaction.id, interaction);
    }
    Ok(Some(meta))
}

/// The last id of a stored world.
pub(super) fn last_id(rows: &sled::Tree) -> Result<Option<Id>, PersistenceError> {
    Ok(one::<Meta>(rows, WorldRowKey::Meta)?.map(|it| it.last_id))
}

fn one<T: DeserializeOwned>(
    rows: &sled::Tree,
    key: WorldRowKey,
) -> Result<Option<T>, PersistenceError> {
    fetch(rows, key)?.map(|bytes| read(key, &bytes)).transpose()
}

/// The id in a row's key, after the kind.
fn id_of(name: &[u8]) -> Id {
    Id(name.get(1..).and_then(|it| it.try_into().ok()).map_or(0, u64::from_be_bytes))
}

/// All rows of a kind, in the order of their ids.
fn all<T: DeserializeOwned>(
    rows: &sled::Tree,
    key: fn(Id) -> WorldRowKey,
) -> Result<impl Iterator<Item = T>, PersistenceError> {
    let mut found = Vec::new();
    for row in rows.scan_prefix(key(Id(0)).prefix()) {
        let (name, bytes) = row.map_err(PersistenceError::Database)?;
        let key = key(id_of(&name));
        found.push(read(key, &whole(rows, key, &name, &bytes)?)?);
    }
    Ok(found.into_iter())
}

/// Reads single rows and files.
#[derive(Clone, Debug)]
pub(super) struct RowReader {
    /// `None` when the world is closed.
    pub(super) rows: Arc<Mutex<Option<sled::Tree>>>,
    pub(super) stored_files: StoredFiles,
    /// The URLs under which files were served before, and the current one.
    pub(super) moved: (Vec<String>, String),
}

impl RowReader {
    fn one<T: DeserializeOwned>(&self, key: WorldRowKey) -> Option<T> {
        let rows = lock(&self.rows).clone()?;
        match one(&rows, key) {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(%error, "the emulator cannot read {key}");
                None
            }
        }
    }

    fn move_files(&self, value: &mut Value) {
        if !self.moved.0.is_empty() {
            move_urls(value, &self.moved.0, &self.moved.1);
        }
    }

    pub(super) fn moving(world: &World) -> (Vec<String>, String) {
        let before = world.addresses_before.iter().map(|it| place_of_files(*it));
        (before.collect(), place_of_files(world.address))
    }
}

impl DiskSource for RowReader {
    fn message(&self, id: Id) -> Option<PostedMessage> {
        let mut message: PostedMessage = self.one(WorldRowKey::Message(id))?;
        self.move_files(&mut message.value);
        Some(message)
    }

    fn payload(&self, id: Id) -> Option<Value> {
        let mut payload = self.one(WorldRowKey::Payload(id))?;
        self.move_files(&mut payload);
        Some(payload)
    }

    fn file(&self, id: Id) -> Option<UploadedFile> {
        let FileHead { name, content_type, size } = self.one(WorldRowKey::File(id))?;
        let bytes = self.stored_files.read(id, size)?;
        Some(UploadedFile { name, content_type, bytes })
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Serialize;
    use serde_json::Value;

    use super::*;
    use crate::world::RegisteredCommand;

    /// Checks that a row of format 1 is read and written without change.
    fn check<T: DeserializeOwned + Serialize + Debug>(json: &str) {
        let row = [&[1], json.as_bytes()].concat();
        let value: T = read(WorldRowKey::Meta, &row).unwrap();
        let again = serde_json::to_value(&value).unwrap();
        assert_eq!(again, serde_json::from_str::<Value>(json).unwrap(), "{value:?}");
    }

    #[test]
    fn rows_of_form_1_are_read() {
        check::<Meta>(r#"{"last_id":"9","address":"127.0.0.1:4110","ahead_ms":5}"#);
        check::<Person>(
            r#"{"id":"1","username":"ann","global_name":"Ann","locale":"th","is_bot":false}"#,
        );
        check::<Server>(
            r#"{"id":"1","name":"Garden","owner":"2","locale":"en-US","bot":"3","members":{
                "2":{"nick":null,"joined":"2024-11-20T19:34:13Z","permissions":2048}}}"#,
        );
        check::<Channel>(
            r#"{"id":"1","kind":"thread","name":"games","topic":null,"server":"2","parent":"3",
                "owner":"4","people":["4"],"is_archived":true,"is_locked":false,
                "archive_after_minutes":1440,"bot_permissions":0}"#,
        );
        check::<PostedMessage>(
            r#"{"id":"1","channel":"2","author":"3","visible_to":"4","pinged":["5"],
                "interaction":"6","value":{"content":"well"},"late_edits":2,
                "is_dismissed":true}"#,
        );
        check::<Vec<RegisteredCommand>>(r#"[{"id":"1","value":{"name":"play"}}]"#);
        check::<ApplicationEmoji>(r#"{"id":"1","name":"pawn","is_animated":false,"size":7}"#);
        check::<FileHead>(r#"{"name":"a.png","content_type":"image/png","size":7}"#);
        for acknowledged in [
            "null",
            r#""message""#,
            r#""deferred""#,
            r#""update""#,
            r#""deferred-update""#,
            r#"{"choices":{"choices":[]}}"#,
            r#"{"modal":{"title":"x"}}"#,
        ] {
            check::<InteractionState>(&format!(
                r#"{{"id":"1","token":"t","kind":"component","person":"2","channel":"3",
                    "server":null,"created":"2024-11-20T19:34:13.5Z","name":"play",
                    "payload":{{"id":"1"}},"source":null,"acknowledged":{acknowledged},
                    "original":"4","follow_ups":["5"]}}"#
            ));
        }
    }
}
