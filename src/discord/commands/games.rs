//! `/games` and `/help`.

use super::super::announcement::relative;
use super::super::api::limits::CONTENT_MAX;
use super::super::bot::{Bot, Caller, Reply};
use super::super::message::{File, Message};
pub(super) use super::super::player_name::escaped;
use super::super::resolve_table::link;
use super::super::titles::waits_for;
use crate::i18n::{self, CommandName, Line};
use crate::rules::cut;
use crate::service::{Listing, ServiceError, Store, StoredTable};
use crate::table::TableId;

impl<S: Store> Bot<S> {
    /// `/games`: first the games, those that wait for the asker before the others, and then the
    /// challenges. What the message does not hold is in a file.
    pub(super) async fn games(&self, caller: &Caller) -> Result<Reply, ServiceError> {
        let by_time = |(_, row): &(TableId, StoredTable)| {
            (!waits_for(&row.table, caller.id), row.table.deadline())
        };
        let mut games = self.listed(caller.id, &[Listing::Running]).await?;
        games.sort_by_key(by_time);
        let mut challenges = self.listed(caller.id, &[Listing::Sent, Listing::Received]).await?;
        challenges.sort_by_key(by_time);
        if games.is_empty() && challenges.is_empty() {
            return Ok(caller.told(&Line::NoGames));
        }
        let mut list = List::default();
        for (tables, heading) in [
            (&games, Line::GamesHeading { count: games.len() }),
            (&challenges, Line::ChallengesHeading { count: challenges.len() }),
        ] {
            if tables.is_empty() {
                continue;
            }
            list.head(&caller.say(&heading));
            for ((id, row), title) in
                tables.iter().zip(self.titles(tables, caller.language()).await)
            {
                let link = self.link_to(*id, row).await;
                list.add(&listed(caller, row, &title, &link), &format!("{title} · {link}"));
            }
        }
        let file = File::Text { name: "games.txt".to_owned(), text: list.left };
        let has_file = matches!(&file, File::Text { text, .. } if !text.is_empty());
        Ok(Reply::Private(Message { file: has_file.then_some(file), ..Message::of(list.text) }))
    }

    /// Where a table is to be found.
    pub(in super::super) async fn link_to(&self, id: TableId, row: &StoredTable) -> String {
        let shown = self.service.store().posted_board(id).await.ok().flatten();
        shown.as_ref().map_or_else(|| format!("<#{}>", row.table.place().0), link)
    }

    pub(super) fn help(caller: &Caller) -> Reply {
        let mut lines = vec![format!("**{}**", caller.say(&Line::HelpHeading))];
        let help = |&command: &CommandName| format!("- {}", i18n::help(command, caller.language()));
        lines.extend(CommandName::ALL.iter().map(help));
        lines.push(caller.say(&Line::HelpFooter));
        Reply::Private(Message::of(cut(&lines.join("\n"), CONTENT_MAX - 1)))
    }
}

/// What a message holds of a list, and the file with what it does not.
#[derive(Debug, Default)]
struct List {
    text: String,
    left: String,
}

impl List {
    fn head(&mut self, heading: &str) {
        let begin = if self.text.is_empty() { "" } else { "\n" };
        self.add_line(&format!("{begin}**{heading}**"), &format!("\n{heading}\n"));
    }

    fn add(&mut self, shown: &str, in_file: &str) {
        self.add_line(&format!("\n- {shown}"), &format!("{in_file}\n"));
    }

    /// Once something is left for the file, all that follows is.
    fn add_line(&mut self, shown: &str, in_file: &str) {
        let has_room = self.text.chars().count() + shown.chars().count() <= CONTENT_MAX;
        if self.left.is_empty() && has_room {
            self.text.push_str(shown);
        } else {
            self.left.push_str(in_file);
        }
    }
}

/// A table in the list.
fn listed(caller: &Caller, row: &StoredTable, title: &str, link: &str) -> String {
    let title = escaped(title);
    let title = title.as_str();
    let until = row.table.deadline().map(relative).unwrap_or_default();
    let until = until.as_str();
    let is_mine = row.table.challenged().is_some_and(|(by, _)| by == caller.id);
    let waits = waits_for(&row.table, caller.id);
    caller.say(&match (row.table.challenged().is_some(), is_mine, waits) {
        (true, true, _) => Line::ChallengeByYou { title, until, link },
        (true, false, _) => Line::ChallengeToYou { title, until, link },
        (false, _, true) => Line::GameWaiting { title, until, link },
        (false, _, false) => Line::GameTheirs { title, until, link },
    })
}
