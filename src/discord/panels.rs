//! The panels that one person alone sees: how to take them away once they have served.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::limits::TOKEN_USED_FOR;
use crate::table::{MessageId, PlayerId, TableId};

/// For how long a panel can be changed.
const LIFE: Duration = TOKEN_USED_FOR.unsigned_abs();

/// The most panels that are remembered. One forgotten stays until its reader closes it, and its
/// buttons are told to be stale.
const PANELS_MAX: usize = 10_000;

/// The panels that are open. It is only a courtesy, and may be lost.
#[derive(Debug, Default)]
pub(super) struct Panels(Mutex<HashMap<(PlayerId, TableId), Panel>>);

/// A message that one person alone sees, and how to reach it.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// The token of the interaction that it answers.
    pub(super) token: String,
    /// Its number where it followed the answer, and is not the answer itself.
    pub(super) follow_up: Option<MessageId>,
    since: Instant,
}

impl Panels {
    /// Remembers the panel that answered an interaction.
    pub(super) fn opened(&self, player: PlayerId, table: TableId, token: &str) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if panels.len() >= PANELS_MAX {
            panels.retain(|_, panel| panel.since.elapsed() < LIFE);
        }
        if panels.len() < PANELS_MAX {
            let panel = Panel { token: token.to_owned(), follow_up: None, since: Instant::now() };
            panels.insert((player, table), panel);
        }
    }

    /// Notes that the panel of an interaction came as a message that followed the answer.
    pub(super) fn followed(&self, token: &str, message: MessageId) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(panel) = panels.values_mut().find(|panel| panel.token == token) {
            panel.follow_up = Some(message);
        }
    }

    /// A player's panel, if one is open.
    pub(super) fn open(&self, player: PlayerId, table: TableId) -> Option<Panel> {
        let panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        panels.get(&(player, table)).filter(|panel| panel.since.elapsed() < LIFE).cloned()
    }

    /// Forgets a player's panel, and says how to take it away, if there is one.
    pub(super) fn close(&self, player: PlayerId, table: TableId) -> Option<Panel> {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        panels.remove(&(player, table)).filter(|panel| panel.since.elapsed() < LIFE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_is_closed_once() {
        let panels = Panels::default();
        let (ann, table) = (PlayerId(1), TableId(2));
        panels.opened(ann, table, "first");
        panels.opened(ann, table, "second");
        panels.followed("second", MessageId(4));
        panels.followed("first", MessageId(5));
        let seen = |panel: Option<Panel>| panel.map(|it| (it.token, it.follow_up));
        assert_eq!(seen(panels.close(PlayerId(3), table)), None);
        let second = Some(("second".to_owned(), Some(MessageId(4))));
        assert_eq!(seen(panels.open(ann, table)), second);
        assert_eq!(seen(panels.close(ann, table)), second);
        assert_eq!(seen(panels.close(ann, table)), None);
    }
}
