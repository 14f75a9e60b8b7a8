//! `/games` and `/help`.

use super::super::bot::{Bot, Guest, Reply};
use super::super::choosing::link;
use super::super::message::Message;
use super::super::telling::relative;
use crate::hall::{Declined, Row, Store, Which};
use crate::rules::cut;
use crate::table::TableId;
use crate::words::{self, CommandName, Line};

/// The most characters of a message.
const TEXT_MAX: usize = 2_000;

/// The most games that are listed. More do not fit a message.
const LISTED_MAX: usize = 12;

impl<S: Store> Bot<S> {
    /// `/games`: those that wait for the asker first.
    pub(super) async fn games(&self, guest: &Guest) -> Result<Reply, Declined> {
        let mut tables = self.hall.tables_of(guest.id, Which::Open, crate::hall::OPEN_MAX).await?;
        if tables.is_empty() {
            return Ok(guest.told(&Line::NoGames));
        }
        tables.sort_by_key(|(_, row)| (!waits_for(row, guest), row.table.deadline()));
        let count = tables.len();
        let mut lines = vec![format!("**{}**", guest.say(&Line::GamesHeading { count }))];
        for (id, row) in tables.iter().take(LISTED_MAX) {
            lines.push(format!("- {}", self.listed(guest, *id, row).await));
        }
        if count > LISTED_MAX {
            lines.push("- …".to_owned());
        }
        Ok(Reply::Private(Message::of(cut(&lines.join("\n"), TEXT_MAX - 1))))
    }

    async fn listed(&self, guest: &Guest, id: TableId, row: &Row) -> String {
        let title = self.title(&row.table, guest.language()).await;
        let title = escaped(&title);
        let until = row.table.deadline().map(relative).unwrap_or_default();
        let shown = self.hall.store().shown(id).await.ok().flatten();
        let link = shown.as_ref().map_or_else(|| format!("<#{}>", row.table.place().0), link);
        let (title, until, link) = (title.as_str(), until.as_str(), link.as_str());
        let is_mine = row.table.challenged().is_some_and(|(by, _)| by == guest.id);
        guest.say(&match (row.table.challenged().is_some(), is_mine, waits_for(row, guest)) {
            (true, true, _) => Line::ChallengeByYou { title, until, link },
            (true, false, _) => Line::ChallengeToYou { title, until, link },
            (false, _, true) => Line::GameWaiting { title, until, link },
            (false, _, false) => Line::GameTheirs { title, until, link },
        })
    }

    /// `/help`
    pub(super) fn help(guest: &Guest) -> Reply {
        let mut lines = vec![format!("**{}**", guest.say(&Line::HelpHeading))];
        let help = |&command: &CommandName| format!("- {}", words::help(command, guest.language()));
        lines.extend(CommandName::ALL.iter().map(help));
        lines.push(guest.say(&Line::HelpFooter));
        Reply::Private(Message::of(cut(&lines.join("\n"), TEXT_MAX - 1)))
    }
}

/// Whether a table waits for a guest: to move, or to answer a challenge or an offer.
fn waits_for(row: &Row, guest: &Guest) -> bool {
    let table = &row.table;
    let is_challenged = table.challenged().is_some_and(|(_, it)| it == Some(guest.id));
    let is_turn = table.to_move().is_some_and(|(_, player)| player == guest.id);
    let asks = table.draw_offer().or(table.takeback().map(|(side, _)| side));
    let is_asked = asks.is_some_and(|side| table.seats().is_some_and(|it| it[!side] == guest.id));
    is_challenged || is_turn || is_asked
}

/// Names as they are, whatever Markdown would make of them.
pub(super) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '~' | '`' | '|' | '<' | '>' | '[' | ']' | '@') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_mentions_and_formats_nothing() {
        assert_eq!(escaped("Ann"), "Ann");
        assert_eq!(escaped("<@1> *x* @everyone"), "\\<\\@1\\> \\*x\\* \\@everyone");
    }
}
