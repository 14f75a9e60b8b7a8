//! The public messages of the channels: boards, known by the names of their files, and challenges.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use kradan_emulator::{ANN, Emulator, GAMES, Id, MAKRUK, PostedMessage, RANDOM, World};
use kradan_table::TableId;
use tokio::sync::watch;

use kradan_test_servers::program::SOON;

/// The channels of the games.
pub(crate) const CHANNELS: [Id; 3] = [GAMES, MAKRUK, RANDOM];

/// The number of a channel's last messages that may still change in a way that matters: a deferred
/// response becomes a board.
const UNSETTLED: usize = 400;

/// The boards that were seen. A task of its own keeps them up to date.
pub(crate) struct Boards {
    seen: Mutex<Seen>,
    changed: watch::Sender<u64>,
}

#[derive(Default)]
struct Seen {
    /// Messages by their table and its plies.
    boards: HashMap<TableId, BTreeMap<usize, Vec<Id>>>,
    challenges: HashMap<TableId, Id>,
    /// The number of messages of a channel that were read.
    looked_at: HashMap<Id, usize>,
}

impl Boards {
    pub(crate) fn watch(local: &Emulator) -> Arc<Boards> {
        let boards = Arc::new(Boards { seen: Mutex::default(), changed: watch::Sender::new(0) });
        let (watched, local) = (Arc::clone(&boards), local.clone());
        tokio::spawn(async move {
            loop {
                let look = |world: &World| watched.look(world).then_some(());
                if local.wait_for(SOON, look).await.is_ok() {
                    watched.changed.send_modify(|count| *count += 1);
                }
            }
        });
        boards
    }

    /// Reads new messages. Returns whether there were any.
    pub(crate) fn look(&self, world: &World) -> bool {
        let mut seen = self.seen();
        let mut is_new = false;
        for channel in CHANNELS {
            let before = seen.looked_at.get(&channel).copied().unwrap_or(0);
            let from = before.saturating_sub(UNSETTLED);
            let mut count = from;
            for message in world.messages(channel, ANN).skip(from) {
                count += 1;
                is_new |= seen.note(message);
            }
            seen.looked_at.insert(channel, count);
        }
        is_new
    }

    /// Waits until something is seen.
    pub(crate) async fn until<T>(&self, look: impl Fn(&Boards) -> Option<T>) -> T {
        let mut changed = self.changed.subscribe();
        loop {
            changed.mark_unchanged();
            if let Some(found) = look(self) {
                return found;
            }
            changed.changed().await.expect("the boards are here");
        }
    }

    /// The messages that show a table after so many plies.
    pub(crate) fn at(&self, table: TableId, ply: usize) -> Vec<Id> {
        let seen = self.seen();
        seen.boards.get(&table).and_then(|it| it.get(&ply)).cloned().unwrap_or_default()
    }

    /// The plies of the last board of a table.
    pub(crate) fn latest(&self, table: TableId) -> Option<usize> {
        self.seen().boards.get(&table)?.last_key_value().map(|(ply, _)| *ply)
    }

    /// The message of a challenge, with its controls or without.
    pub(crate) fn challenge(&self, table: TableId) -> Option<Id> {
        self.seen().challenges.get(&table).copied()
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap()
    }
}

impl Seen {
    /// Whether a message shows something new.
    fn note(&mut self, message: &PostedMessage) -> bool {
        if message.visible_to.is_some() {
            return false;
        }
        if let Some((table, ply)) = shown_by(message) {
            let at = self.boards.entry(table).or_default().entry(ply).or_default();
            let is_new = !at.contains(&message.id);
            if is_new {
                at.push(message.id);
            }
            return is_new;
        }
        match challenged_by(message) {
            Some(table) => match self.challenges.insert(table, message.id) {
                None => true,
                Some(before) => {
                    assert_eq!(before, message.id, "a challenge was made twice");
                    false
                }
            },
            None => false,
        }
    }
}

/// The table and the plies of the board of a public message.
pub(crate) fn shown_by(message: &PostedMessage) -> Option<(TableId, usize)> {
    let name = message.posted_files.first()?;
    let parts: Vec<&str> = name.strip_suffix(".png")?.split('-').collect();
    let [_game, table, ply, _revision] = parts[..] else { return None };
    Some((TableId(table.parse().ok()?), ply.parse().ok()?))
}

/// The table of a challenge.
fn challenged_by(message: &PostedMessage) -> Option<TableId> {
    let controls = message.controls();
    let mut ids = controls.iter().filter_map(|it| it["custom_id"].as_str());
    ids.find_map(|id| id.strip_prefix("accept:"))?.parse().ok().map(TableId)
}

/// Whether a message is the last of its game: it offers a rematch.
pub(crate) fn is_last(local: &Emulator, message: Id) -> bool {
    local.read(|world| {
        let controls = world.message(message).map(|it| it.controls().into_iter().cloned());
        let mut controls = controls.into_iter().flatten();
        controls.any(|it| it["custom_id"].as_str().is_some_and(|id| id.starts_with("rematch:")))
    })
}
