//! The open panels (ephemeral messages) of players, to change or close them later.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::client::WebhookAge;
use crate::discord::limits::TOKEN_USED_FOR;
use kradan_table::{MessageId, PlayerId, TableId};

/// For how long a panel can be changed.
const LIFE: Duration = TOKEN_USED_FOR.unsigned_abs();

/// The most panels that are remembered. A forgotten one stays until its reader closes it, and its
/// buttons are stale.
const PANELS_MAX: usize = 10_000;

/// The table id of the question which table is meant.
pub(crate) const QUESTION: TableId = TableId(0);

/// The open panels. They are in memory alone, and may be lost.
#[derive(Debug, Default)]
pub(crate) struct Panels(Mutex<HashMap<(PlayerId, TableId), Panel>>);

/// An ephemeral message, with the token to change it.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The token of its interaction.
    pub(crate) token: String,
    /// The id of a follow-up message; `None` for the original response.
    pub(crate) follow_up: Option<MessageId>,
    /// The token of an interaction that is about to change it.
    next_token: Option<String>,
    since: Instant,
}

impl Panel {
    /// The original response to an interaction.
    fn of(token: &str) -> Panel {
        Panel::new(token, None)
    }

    /// The message of an interaction: a follow-up, if it has an id.
    pub(crate) fn new(token: &str, follow_up: Option<MessageId>) -> Panel {
        Panel { token: token.to_owned(), follow_up, next_token: None, since: Instant::now() }
    }

    /// The same as a follow-up.
    pub(crate) fn followed(self, message: MessageId) -> Panel {
        Panel { follow_up: Some(message), ..self }
    }

    /// How old the webhook of its interaction is.
    pub(super) fn age(&self) -> WebhookAge {
        WebhookAge::after(self.since.elapsed())
    }

    /// Whether its token is valid.
    pub(crate) fn is_alive(&self) -> bool {
        self.since.elapsed() < LIFE
    }
}

impl Panels {
    /// Remembers the panel that answered an interaction.
    pub(crate) fn opened(&self, player: PlayerId, table: TableId, token: &str) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if panels.len() >= PANELS_MAX {
            panels.retain(|_, panel| panel.since.elapsed() < LIFE);
        }
        if panels.len() < PANELS_MAX {
            panels.insert((player, table), Panel::of(token));
        }
    }

    /// Forgets the panel of an interaction that another process answered with a message for all.
    pub(crate) fn not_opened(&self, token: &str) {
        _ = self.take(token);
    }

    /// Forgets the panel of an interaction, and returns its player and table.
    pub(crate) fn take(&self, token: &str) -> Option<((PlayerId, TableId), Panel)> {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = panels.iter().find(|(_, panel)| panel.token == token).map(|(key, _)| *key)?;
        panels.remove_entry(&key)
    }

    /// Remembers a forgotten panel again, unless a later one was opened.
    pub(crate) fn reopened(&self, player: PlayerId, table: TableId, panel: Panel) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_later = panels.get(&(player, table)).is_some_and(|open| open.since > panel.since);
        if !is_later && panels.len() < PANELS_MAX {
            panels.insert((player, table), panel);
        }
    }

    /// Notes that an interaction is about to change a player's panel, perhaps to another table. The
    /// earlier token is used until it [has changed](Panels::changed).
    pub(crate) fn changes(
        &self,
        player: PlayerId,
        from: Option<TableId>,
        to: TableId,
        token: &str,
    ) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = from.and_then(|from| panels.remove(&(player, from)));
        let changing = match known.filter(|panel| panel.since.elapsed() < LIFE) {
            Some(panel) => Panel { next_token: Some(token.to_owned()), ..panel },
            None if panels.len() < PANELS_MAX => Panel::of(token),
            None => return,
        };
        panels.insert((player, to), changing);
    }

    /// Notes that an interaction has changed its panel: its token, which expires later, is used
    /// from now on.
    pub(crate) fn changed(&self, token: &str) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = panels.values_mut().find(|panel| panel.next_token.as_deref() == Some(token));
        if let Some(panel) = changed {
            *panel = Panel::of(token);
        }
    }

    /// The panel that an interaction is about to change, with the earlier token.
    pub(crate) fn changing(&self, token: &str) -> Option<Panel> {
        let panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |panel: &&Panel| panel.next_token.as_deref() == Some(token);
        panels.values().find(is_it).filter(|panel| panel.since.elapsed() < LIFE).cloned()
    }

    /// A player's panel, if one is open.
    #[cfg(test)]
    fn open(&self, player: PlayerId, table: TableId) -> Option<Panel> {
        let panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        panels.get(&(player, table)).filter(|panel| panel.since.elapsed() < LIFE).cloned()
    }

    /// Forgets a player's panel, and returns it to be closed.
    pub(crate) fn close(&self, player: PlayerId, table: TableId) -> Option<Panel> {
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
        let seen = |panel: Option<Panel>| panel.map(|panel| panel.token);
        assert_eq!(seen(panels.close(PlayerId(3), table)), None);
        let second = Some("second".to_owned());
        assert_eq!(seen(panels.open(ann, table)), second);
        assert_eq!(seen(panels.close(ann, table)), second);
        assert_eq!(seen(panels.close(ann, table)), None);
    }

    #[test]
    fn the_answer_of_another_is_no_panel() {
        let panels = Panels::default();
        let (ann, table) = (PlayerId(1), TableId(2));
        panels.opened(ann, table, "board");
        panels.not_opened("panel");
        assert!(panels.open(ann, table).is_some());
        panels.not_opened("board");
        assert!(panels.close(ann, table).is_none());
    }

    #[test]
    fn a_panel_that_followed_late_is_not_taken_for_the_one_opened_meanwhile() {
        let panels = Panels::default();
        let (ann, table) = (PlayerId(1), TableId(2));
        panels.opened(ann, table, "first");
        let ((player, of), first) = panels.take("first").expect("it is open");
        assert_eq!((player, of), (ann, table));
        let is_later = |token| {
            panels.opened(ann, table, token);
            panels.open(ann, table).unwrap().since > first.since
        };
        // The clock may be coarse.
        while !is_later("second") {}
        panels.reopened(ann, table, first.clone().followed(MessageId(7)));
        assert_eq!(panels.open(ann, table).unwrap().token, "second");
        let (_, second) = panels.take("second").expect("it is open");
        panels.reopened(ann, table, first);
        panels.reopened(ann, table, second.followed(MessageId(8)));
        assert_eq!(panels.open(ann, table).unwrap().follow_up, Some(MessageId(8)));
    }

    #[test]
    fn a_panel_turns_to_another_table() {
        let panels = Panels::default();
        let (ann, here, there) = (PlayerId(1), TableId(2), TableId(3));
        let token = |table| panels.open(ann, table).map(|panel| panel.token);
        panels.opened(ann, here, "first");
        panels.changes(ann, Some(here), there, "second");
        assert_eq!(token(here), None);
        assert_eq!(token(there).as_deref(), Some("first"), "the change is not made yet");
        assert_eq!(panels.changing("second").map(|panel| panel.token).as_deref(), Some("first"));
        panels.changed("second");
        assert_eq!(token(there).as_deref(), Some("second"));
        let panel = panels.close(ann, there).expect("it is open");
        panels.reopened(ann, here, panel);
        assert_eq!(token(here).as_deref(), Some("second"));
        // An unknown panel gets the token of the interaction that changes it.
        panels.changes(ann, None, there, "third");
        assert_eq!(token(there).as_deref(), Some("third"));
    }
}
