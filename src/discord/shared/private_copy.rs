//! How a table stands, for one reader: a copy of its board or challenge, which moves nothing.

use super::{lines, names_once, tally, titles};
use crate::discord::shared::bot::Bot;
use crate::discord::shared::context::Caller;
use crate::discord::view::announcement::Announcement;
use crate::discord::view::message::Message;
use crate::service::{OutboxEntryId, StoredTable};
use kradan_table::{Event, TableId};

/// A copy with what can be pressed, below the title and a link to the table.
pub(crate) async fn message(
    bot: &Bot,
    caller: &Caller,
    id: TableId,
    stored: &StoredTable,
) -> Message {
    let announcement = Announcement {
        id: OutboxEntryId { table: id, revision: stored.revision },
        ply: stored.table.game().plies(),
        events: &[Event::Shown(stored.table.channel())],
        by: Some(caller.id),
        has_moved: false,
        stored,
        is_quiet: true,
        tally: tally::at_end(bot, &stored.table, caller.language()).await,
        names: names_once::names_at(bot, &stored.table).await,
    };
    let copy = announcement.copy(&caller.preferences, bot.service.clock().now());
    let heading = titles::heading(bot, id, stored, caller.language()).await;
    let note = lines::note(bot, caller, id).await;
    let lines = [Some(heading), Some(copy.text), note].into_iter().flatten();
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    let text = lines.join("\n");
    Message { text, ..copy }
}
