//! A game as a list of moves, as a file, and as a film.

use jiff::tz::TimeZone;

use super::super::announcement::{Announcement, style};
use super::super::bot::{Bot, Caller, Reply};
use super::super::message::{File, Message};
use super::super::player_name::escaped;
use crate::i18n::{Language, Line};
use crate::rules::notation::{Header, ggf, pgn};
use crate::rules::{Game, GameKind};
use crate::service::{OutboxEntryId, Store, StoredTable};
use crate::table::TableId;

/// The longest list of moves that stands in a message, in characters; a longer one is a file.
const LIST_MAX: usize = 1_700;

impl<S: Store> Bot<S> {
    pub(super) async fn history(&self, caller: &Caller, row: &StoredTable) -> Reply {
        let title = self.title(&row.table, caller.language()).await;
        let heading = caller.say(&Line::HistoryHeading { title: &escaped(&title) });
        let list = moves(row.table.game(), caller.language());
        if list.is_empty() {
            return caller.told(&Line::HistoryEmpty);
        }
        if list.chars().count() <= LIST_MAX {
            return Reply::Private(Message::of(format!("{heading}\n```\n{list}```")));
        }
        let name = format!("{}.txt", row.table.game().kind());
        let file = Some(File::Text { name, text: list });
        Reply::Private(Message { file, ..Message::of(heading) })
    }

    pub(super) async fn export(&self, caller: &Caller, row: &StoredTable) -> Reply {
        let title = self.title(&row.table, caller.language()).await;
        let names = self.names(&row.table).await;
        let today = self.service.clock().now().to_zoned(TimeZone::UTC).date();
        let header = Header {
            first: Some(names.first),
            second: Some(names.second),
            event: Some(title.clone()),
            site: Some("Discord".to_owned()),
            date: Some(today.strftime("%Y.%m.%d").to_string()),
            result: row.table.ending().map(crate::table::Ending::verdict),
        };
        let kind = row.table.game().kind();
        let (ending, text) = match row.table.game() {
            Game::Othello(record) => ("ggf", ggf::write(record, &header)),
            Game::Makruk(record) => ("pgn", pgn::write(record, &header)),
            Game::Ogi(record) => ("pgn", pgn::write(record, &header)),
        };
        let heading = caller.say(&Line::ExportHeading { title: &escaped(&title) });
        let file = Some(File::Text { name: format!("{kind}.{ending}"), text });
        Reply::Private(Message { file, ..Message::of(heading) })
    }

    pub(super) async fn replay(&self, caller: &Caller, id: TableId, row: &StoredTable) -> Reply {
        let title = self.title(&row.table, caller.language()).await;
        let notice = OutboxEntryId { table: id, revision: row.revision };
        let ply = row.table.game().plies();
        let mut film = Announcement {
            id: notice,
            ply,
            events: &[],
            by: None,
            has_moved: false,
            row,
            is_quiet: false,
        }
        .board(&caller.preferences);
        film.name = format!("{}-film", film.name);
        film.view.hints = false;
        film.view.seen_from = crate::rules::Side::First;
        let heading = caller.say(&Line::ReplayHeading { title: &escaped(&title) });
        let file = Some(File::Animation(Box::new(film)));
        let message = Message { file, ..Message::of(heading) };
        // Who plays shows it to all; a passer-by fills nobody's channel.
        let plays = row.table.players().contains(&caller.id);
        if plays { Reply::Public(message) } else { Reply::Private(message) }
    }
}

/// The moves of a game, numbered, two plies to a line.
fn moves(game: &Game, language: Language) -> String {
    let written = |ply| game.written(ply, style(language)).unwrap_or_default();
    let lines = (0..game.plies()).step_by(2).map(|ply| {
        let number = ply / 2 + 1;
        let second = if ply + 1 < game.plies() { written(ply + 1) } else { String::new() };
        let width = if game.kind() == GameKind::Othello { 4 } else { 10 };
        format!("{number:>3}. {:<width$} {second}", written(ply)).trim_end().to_owned() + "\n"
    });
    lines.collect()
}
