//! The panels that one person alone sees: how to take them away once they have served.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::client::WebhookAge;
use crate::discord::limits::TOKEN_USED_FOR;
use kradan_table::{MessageId, PlayerId, TableId};

/// For how long a panel can be changed.
const LIFE: Duration = TOKEN_USED_FOR.unsigned_abs();

/// The most panels that are remembered. One forgotten stays until its reader closes it, and its
/// buttons are told to be stale.
const PANELS_MAX: usize = 10_000;

/// Stands for the table of a question that asks which table is meant.
pub(crate) const QUESTION: TableId = TableId(0);

/// The panels that are open. It is only a courtesy, and may be lost.
#[derive(Debug, Default)]
pub(crate) struct Panels(Mutex<HashMap<(PlayerId, TableId), Panel>>);

/// A message that one person alone sees, and how to reach it.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The token of the interaction that it answers.
    pub(crate) token: String,
    /// Its number where it followed the answer, and is not the answer itself.
    pub(crate) follow_up: Option<MessageId>,
    /// The token of an interaction that is about to change it.
    next_token: Option<String>,
    since: Instant,
}

impl Panel {
    /// The answer to an interaction.
    fn of(token: &str) -> Panel {
        Panel::new(token, None)
    }

    /// The message of an interaction, which is a follow-up where it has an id here.
    pub(crate) fn new(token: &str, follow_up: Option<MessageId>) -> Panel {
        Panel { token: token.to_owned(), follow_up, next_token: None, since: Instant::now() }
    }

    /// The same as a message that followed the answer.
    pub(crate) fn followed(self, message: MessageId) -> Panel {
        Panel { follow_up: Some(message), ..self }
    }

    /// How old the webhook of its interaction is.
    pub(super) fn age(&self) -> WebhookAge {
        WebhookAge::after(self.since.elapsed())
    }

    /// Whether Discord takes its token.
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

    /// Forgets the panel of an interaction that somebody else answered: the answer that its token
    /// reaches is no panel.
    pub(crate) fn not_opened(&self, token: &str) {
        _ = self.take(token);
    }

    /// Forgets the panel of an interaction, and says whose it was and of which table.
    pub(crate) fn take(&self, token: &str) -> Option<((PlayerId, TableId), Panel)> {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = panels.iter().find(|(_, panel)| panel.token == token).map(|(key, _)| *key)?;
        panels.remove_entry(&key)
    }

    /// Remembers a panel again that was forgotten and is still there, unless a later one was opened
    /// meanwhile.
    pub(crate) fn reopened(&self, player: PlayerId, table: TableId, panel: Panel) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_later = panels.get(&(player, table)).is_some_and(|open| open.since > panel.since);
        if !is_later && panels.len() < PANELS_MAX {
            panels.insert((player, table), panel);
        }
    }

    /// Notes that an interaction changes a player's panel, which was about one table and is about
    /// another one, or the same, from now on. It is reached by the earlier token until the change is
    /// [made](Panels::changed).
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

    /// Notes that an interaction has changed its panel by its response: its token reaches the panel
    /// from now on, and lives longer than the earlier one.
    pub(crate) fn changed(&self, token: &str) {
        let mut panels = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = panels.values_mut().find(|panel| panel.next_token.as_deref() == Some(token));
        if let Some(panel) = changed {
            *panel = Panel::of(token);
        }
    }

    /// The panel that an interaction is about to change, as it is reached before that.
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

    /// Forgets a player's panel, and says how to take it away, if there is one.
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
        // One of which nothing is known is reached by the interaction that changes it.
        panels.changes(ann, None, there, "third");
        assert_eq!(token(there).as_deref(), Some("third"));
    }
}
