//! The names that stand in place of repeated mentions. They are read only where a message needs them.

use super::announcement::Announcement;
use super::bot::Bot;
use super::mentions::{mention_once, repeats_mention};
use super::message::Message;
use crate::service::Store;
use crate::table::Table;

impl<S: Store> Bot<S> {
    /// The message of an announcement. The names of its players are read where it needs them.
    pub(super) async fn message_with_names<'a>(
        &self,
        announcement: Announcement<'a>,
        message: impl Fn(&Announcement<'a>) -> Message,
    ) -> Message {
        let with_mentions = message(&announcement);
        let table = &announcement.row.table;
        if !repeats_mention(&with_mentions.text, &table.players()) {
            return with_mentions;
        }
        let names = self.names_of([table].into_iter()).await;
        message(&Announcement { names, ..announcement })
    }

    /// Leaves one mention of each player of a table in lines.
    pub(super) async fn mention_once(&self, table: &Table, lines: &mut [String]) {
        if repeats_mention(&lines.concat(), &table.players()) {
            mention_once(lines, (0, false), &self.names_of([table].into_iter()).await);
        }
    }
}
