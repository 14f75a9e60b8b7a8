//! Restoring a stored world.

use std::net::SocketAddr;

use serde_json::Value;

use super::cache::{CachedMessage, MessageOutline};
use super::change::WorldChange;
use super::message::PostedMessage;
use super::state::World;
use crate::id::Id;

impl World {
    /// Adds a message that is on disk. It is read when it is needed.
    pub(crate) fn restore_message(&mut self, id: Id, message: StoredMessage) {
        let StoredMessage { channel: place, outline, nonce } = message;
        let Some(channel) = self.channels.get_mut(&place) else { return };
        if let Some(nonce) = nonce {
            self.nonces.insert(nonce, (id, id.time()));
        }
        self.channel_of.insert(id, place);
        channel.add_message(id, CachedMessage::on_disk(outline));
    }

    /// Notes the addresses of older files' URLs. Messages that are read from now on get the new
    /// address.
    pub(crate) fn move_files(&mut self, before: &[SocketAddr]) {
        let mut before: Vec<_> = before.iter().copied().filter(|it| *it != self.address).collect();
        before.sort_unstable();
        before.dedup();
        if before != self.addresses_before {
            // Stores the addresses for the next start.
            self.changes.push(WorldChange::Clock);
        }
        self.addresses_before = before;
    }

    /// Marks every object as changed, for the first write.
    pub(crate) fn mark_all_changed(&mut self) {
        self.changes.extend(self.people.keys().copied().map(WorldChange::Person));
        self.changes.extend(self.servers.keys().copied().map(WorldChange::Server));
        self.changes.extend(self.channels.keys().copied().map(WorldChange::Channel));
        self.changes.push(WorldChange::Clock);
    }
}

/// What is known of a message on disk without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredMessage {
    pub(crate) channel: Id,
    pub(crate) outline: MessageOutline,
    pub(crate) nonce: Option<String>,
}

impl StoredMessage {
    pub(crate) fn of(message: &PostedMessage) -> StoredMessage {
        let nonce = match &message.value["nonce"] {
            Value::String(nonce) => Some(nonce.clone()),
            Value::Number(nonce) => Some(nonce.to_string()),
            _ => None,
        };
        StoredMessage { channel: message.channel, outline: MessageOutline::of(message), nonce }
    }
}

/// The start of the URLs of files.
pub(crate) fn place_of_files(address: SocketAddr) -> String {
    format!("http://{address}/attachments/")
}

/// Replaces the start of file URLs. Returns whether there were any.
pub(crate) fn move_urls(value: &mut Value, from: &[String], to: &str) -> bool {
    let mut is_moved = false;
    match value {
        Value::Array(list) => {
            for it in list {
                is_moved |= move_urls(it, from, to);
            }
        }
        Value::Object(object) => {
            for (key, it) in object {
                let rest = it
                    .as_str()
                    .and_then(|text| from.iter().find_map(|from| text.strip_prefix(from.as_str())));
                match rest.filter(|_| matches!(key.as_str(), "url" | "proxy_url")) {
                    Some(rest) => {
                        *it = Value::String(format!("{to}{rest}"));
                        is_moved = true;
                    }
                    None => is_moved |= move_urls(it, from, to),
                }
            }
        }
        _ => {}
    }
    is_moved
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn urls_of_files_move_and_texts_stay() {
        let place = |port: u16| place_of_files(SocketAddr::from(([127, 0, 0, 1], port)));
        let (from, to) = (&place(1), &place(2));
        let places = [place(3), place(1)];
        let mut value = json!({
            "content": format!("{from}3/4/a.png"), "url": "http://127.0.0.1:1/elsewhere",
            "attachments": [{"url": format!("{from}3/4/a.png"), "proxy_url": format!("{from}x")}],
        });
        assert!(move_urls(&mut value, &places, to));
        assert_eq!(
            value,
            json!({
                "content": format!("{from}3/4/a.png"), "url": "http://127.0.0.1:1/elsewhere",
                "attachments": [{"url": format!("{to}3/4/a.png"), "proxy_url": format!("{to}x")}],
            })
        );
        assert!(!move_urls(&mut value, &places, to));
    }
}
