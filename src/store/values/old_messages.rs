//! What is queued for cleanup when a board or an offer becomes old.

use super::{ControlMessage, MessageContent, PostedBoard, Settlement, Shows};
use kradan_table::{Table, TableId};

/// What a newly posted board changes.
pub(crate) struct Posting {
    /// Whether it is the board of the table from now on. One that was posted before the stored one is
    /// not, which happens when its entry is marked as delivered late.
    pub(crate) is_newer: bool,
    /// The older board, if there are two.
    pub(crate) old: Option<ControlMessage>,
}

impl Posting {
    pub(crate) fn of(table: TableId, before: Option<PostedBoard>, board: PostedBoard) -> Posting {
        let is_newer = before.is_none_or(|before| {
            before != board && (before.channel != board.channel || before.message <= board.message)
        });
        let (old, new) = if is_newer { (before, Some(board)) } else { (Some(board), before) };
        let old = old.filter(|old| new.is_none_or(|new| new.message != old.message));
        let old = old.map(|old| {
            let message = old.as_control_message(table);
            // A challenge that makes room for a board was accepted; one that is shown again was not.
            let is_challenge = |board: PostedBoard| board.shows == Some(Shows::Challenge);
            let is_accepted = is_challenge(old) && !new.is_some_and(is_challenge);
            if is_accepted { settled(message, Settlement::Accepted) } else { message }
        });
        Posting { is_newer, old }
    }
}

/// A message with what came of its challenge or offer, unless that is known.
pub(crate) fn settled(message: ControlMessage, settlement: Settlement) -> ControlMessage {
    let content = message.content.map(|content| MessageContent {
        settlement: content.settlement.or(Some(settlement)),
        ..content
    });
    ControlMessage { content, ..message }
}

/// Whether an offer still waits for an answer at a table, as far as the table can be read.
pub(crate) fn stands(offer: &ControlMessage, table: Option<&Table>) -> bool {
    table.zip(offer.content).is_some_and(|(table, content)| content.is_standing_offer(table))
}
