//! A world that is taken up again where it was left.

use std::net::SocketAddr;
use std::sync::Arc;

use serde_json::Value;

use super::{Change, Message, World};
use crate::local::id::Id;

impl World {
    /// Puts a message back where it was.
    pub(in crate::local) fn take_up(&mut self, message: Message) {
        let Some(channel) = self.channels.get_mut(&message.channel) else { return };
        let nonce = match &message.value["nonce"] {
            Value::String(nonce) => Some(nonce.clone()),
            Value::Number(nonce) => Some(nonce.to_string()),
            _ => None,
        };
        if let Some(nonce) = nonce {
            let posted = (message.id, message.id.time());
            self.nonces.insert(nonce, posted);
        }
        self.channel_of.insert(message.id, message.channel);
        channel.messages.insert(message.id, Arc::new(message));
    }

    /// Files are fetched from elsewhere than before: every message that names one says so.
    pub(in crate::local) fn move_files(&mut self, before: SocketAddr) {
        if before == self.address {
            return;
        }
        let place = |address: SocketAddr| format!("http://{address}/attachments/");
        let (from, to) = (place(before), place(self.address));
        let mut moved = Vec::new();
        for message in self.channels.values().flat_map(|it| it.messages.values()) {
            let mut copy = Message::clone(message);
            if move_urls(&mut copy.value, &from, &to) {
                moved.push(copy);
            }
        }
        for message in moved {
            self.replace(message);
        }
        let calls: Vec<Id> = self.calls.keys().copied().collect();
        for id in calls {
            let Some(call) = self.calls.get_mut(&id) else { continue };
            if move_urls(Arc::make_mut(&mut call.payload), &from, &to) {
                self.changes.push(Change::Call(id));
            }
        }
    }

    /// Notes everything there is as changed, to be written for the first time.
    pub(in crate::local) fn note_all(&mut self) {
        self.changes.extend(self.people.keys().copied().map(Change::Person));
        self.changes.extend(self.servers.keys().copied().map(Change::Server));
        self.changes.extend(self.channels.keys().copied().map(Change::Channel));
        self.changes.push(Change::Clock);
    }
}

/// Whether anything there was fetched from a place, and is from now on fetched from another.
fn move_urls(value: &mut Value, from: &str, to: &str) -> bool {
    let mut is_moved = false;
    match value {
        Value::Array(list) => {
            for it in list {
                is_moved |= move_urls(it, from, to);
            }
        }
        Value::Object(object) => {
            for (key, it) in object {
                let rest = it.as_str().and_then(|text| text.strip_prefix(from));
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
    fn what_is_fetched_moves_and_what_is_said_stays() {
        let (from, to) = ("http://127.0.0.1:1/attachments/", "http://127.0.0.1:2/attachments/");
        let mut value = json!({
            "content": format!("{from}3/4/a.png"), "url": "http://127.0.0.1:1/elsewhere",
            "attachments": [{"url": format!("{from}3/4/a.png"), "proxy_url": format!("{from}x")}],
        });
        assert!(move_urls(&mut value, from, to));
        assert_eq!(
            value,
            json!({
                "content": format!("{from}3/4/a.png"), "url": "http://127.0.0.1:1/elsewhere",
                "attachments": [{"url": format!("{to}3/4/a.png"), "proxy_url": format!("{to}x")}],
            })
        );
        assert!(!move_urls(&mut value, from, to));
    }
}
