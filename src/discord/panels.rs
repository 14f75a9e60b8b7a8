//! The panels that one person alone sees: how to take them away once they have served.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::table::{PlayerId, TableId};

/// How long Discord lets us touch a panel.
const LIFE: Duration = Duration::from_secs(14 * 60);

/// The most panels that are remembered. One forgotten stays until its reader closes it, and its
/// buttons are told to be stale.
const PANELS_MAX: usize = 10_000;

/// The panels that are open. It is only a courtesy, and may be lost.
#[derive(Debug, Default)]
pub(super) struct Panels(Mutex<HashMap<(PlayerId, TableId), Panel>>);

#[derive(Debug)]
struct Panel {
    token: String,
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
            let panel = Panel { token: token.to_owned(), since: Instant::now() };
            panels.insert((player, table), panel);
        }
    }

    /// The token by which a player's panel can be taken away, if there is one.
    pub(super) fn close(&self, player: PlayerId, table: TableId) -> Option<String> {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let panel = panels.remove(&(player, table))?;
        (panel.since.elapsed() < LIFE).then_some(panel.token)
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
        assert_eq!(panels.close(PlayerId(3), table), None);
        assert_eq!(panels.close(ann, table).as_deref(), Some("second"));
        assert_eq!(panels.close(ann, table), None);
    }
}
