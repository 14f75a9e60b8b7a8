//! The world, out of the rows in which it was written.

use axum::body::Bytes;
use serde::de::DeserializeOwned;

use super::row::{FileHead, Key, pieces, read};
use super::{KeptError, Meta};
use crate::local::id::{Id, Ids};
use crate::local::world::{Call, Channel, File, Message, Person, Server, World};

/// Fills a world with what was kept; nothing, if nothing was.
pub(super) fn load(rows: &sled::Tree, world: &mut World) -> Result<Option<Meta>, KeptError> {
    let Some(meta) = one::<Meta>(rows, Key::Meta)? else { return Ok(None) };
    world.ids = Ids::after(meta.last_id);
    world.commands = one(rows, Key::Commands)?.unwrap_or_default();
    world.people = all::<Person>(rows, Key::Person)?.map(|it| (it.id, it)).collect();
    world.servers = all::<Server>(rows, Key::Server)?.map(|it| (it.id, it)).collect();
    world.channels = all::<Channel>(rows, Key::Channel)?.map(|it| (it.id, it)).collect();
    for message in all::<Message>(rows, Key::Message)? {
        world.take_up(message);
    }
    for call in all::<Call>(rows, Key::Call)? {
        world.tokens.insert(call.token.clone(), call.id);
        world.calls_in_order.push_back(call.id);
        world.calls.insert(call.id, call);
    }
    Ok(Some(meta))
}

fn one<T: DeserializeOwned>(rows: &sled::Tree, key: Key) -> Result<Option<T>, KeptError> {
    let bytes = rows.get(key.bytes()).map_err(KeptError::Database)?;
    bytes.map(|bytes| read(key, &bytes)).transpose()
}

/// All rows of a kind, in the order of their ids.
fn all<T: DeserializeOwned>(
    rows: &sled::Tree,
    key: fn(Id) -> Key,
) -> Result<impl Iterator<Item = T>, KeptError> {
    let mut found = Vec::new();
    for row in rows.scan_prefix(key(Id(0)).prefix()) {
        let (name, bytes) = row.map_err(KeptError::Database)?;
        let id = name.get(1..).and_then(|it| it.try_into().ok()).map_or(0, u64::from_be_bytes);
        found.push(read(key(Id(id)), &bytes)?);
    }
    Ok(found.into_iter())
}

/// A file, if it was kept and all of it is there.
pub(super) fn file(rows: &sled::Tree, id: Id) -> Option<File> {
    let head: FileHead = one(rows, Key::File(id)).ok()??;
    let mut bytes = Vec::new();
    for number in 0..pieces(head.size) {
        bytes.extend_from_slice(&rows.get(Key::Piece(id, number).bytes()).ok()??);
    }
    let is_whole = bytes.len() as u64 == head.size;
    let file = File { name: head.name, content_type: head.content_type, bytes: Bytes::from(bytes) };
    is_whole.then_some(file)
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Serialize;
    use serde_json::Value;

    use super::*;
    use crate::local::world::Command;

    /// Reads a row of form 1, which has to come out as it went in.
    fn check<T: DeserializeOwned + Serialize + Debug>(json: &str) {
        let row = [&[1], json.as_bytes()].concat();
        let value: T = read(Key::Meta, &row).unwrap();
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
        check::<Message>(
            r#"{"id":"1","channel":"2","author":"3","visible_to":"4","pinged":["5"],
                "interaction":"6","value":{"content":"well"},"late_edits":2,
                "is_dismissed":true}"#,
        );
        check::<Vec<Command>>(r#"[{"id":"1","value":{"name":"play"}}]"#);
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
            check::<Call>(&format!(
                r#"{{"id":"1","token":"t","kind":"component","person":"2","channel":"3",
                    "server":null,"created":"2024-11-20T19:34:13.5Z","name":"play",
                    "payload":{{"id":"1"}},"source":null,"acknowledged":{acknowledged},
                    "original":"4","follow_ups":["5"]}}"#
            ));
        }
    }
}
