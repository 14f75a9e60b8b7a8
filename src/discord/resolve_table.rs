//! Which table is meant, and which moves.

use super::announcement::{menu, style};
use super::bot::{Bot, Caller, Reply, table_id};
use super::custom_id::{CustomId, TableAction, table_option};
use super::interaction::Request;
use super::message::Message;
use super::pick::Choice;
use super::titles::waits_for;
use crate::i18n::{Label, Language, Line};
use crate::rules::{Game, GameKind};
use crate::service::{Listing, PostedBoard, ServiceError, Store, StoredTable};
use crate::table::{PlayerId, Seen, Table, TableId};

/// The most tables of a list among which one is looked for.
pub(super) const LOOKED_AT_MAX: usize = 200;

/// The most characters of a move that waits for its table to be chosen.
const TYPED_MAX: usize = 40;

/// The table that is meant, or what to answer instead.
pub(super) enum Resolved {
    Table(TableId, Box<StoredTable>),
    /// It is not clear.
    Unclear(Reply),
}

impl<S: Store> Bot<S> {
    /// The table that a command means: the one that it names, or else the only one that fits, here
    /// first, elsewhere after that.
    pub(super) async fn meant(
        &self,
        request: &Request,
        caller: &Caller,
        named: Option<&str>,
        action: TableAction,
    ) -> Result<Resolved, ServiceError> {
        if let Some(named) = named {
            let Some(id) = table_id(named) else { return Err(ServiceError::NoTable) };
            let row = self.service.load(id).await?.ok_or(ServiceError::NoTable)?;
            return Ok(Resolved::Table(id, Box::new(row)));
        }
        let tables = self.fitting(request, caller, &action).await?;
        let mut tables = tables.into_iter();
        match (tables.next(), tables.len()) {
            (None, _) => Ok(Resolved::Unclear(caller.told(&Line::NothingHere))),
            (Some((id, row)), 0) => Ok(Resolved::Table(id, Box::new(row))),
            (Some(first), _) => {
                let all = std::iter::once(first).chain(tables).collect::<Vec<_>>();
                Ok(Resolved::Unclear(self.which(caller, all, action, 0).await))
            }
        }
    }

    /// The tables of a player that fit an errand: those here if there are any, those where it is
    /// the player's turn if it is about a move.
    pub(super) async fn fitting(
        &self,
        request: &Request,
        caller: &Caller,
        action: &TableAction,
    ) -> Result<Vec<(TableId, StoredTable)>, ServiceError> {
        let place = request.origin.place;
        let is_here = |row: &StoredTable| row.table.place() == place;
        let fits = |(_, row): &(TableId, StoredTable)| fits(&row.table, action);
        let mut tables = self.listed(caller.id, &[Listing::Running]).await?;
        tables.retain(fits);
        if *action == TableAction::Board {
            tables.extend(self.listed(caller.id, &[Listing::Sent]).await?);
            keep_if_any(&mut tables, is_here);
            // Whoever is challenged has not asked for it: that narrows nothing down.
            let mut received = self.listed(caller.id, &[Listing::Received]).await?;
            if tables.is_empty() {
                keep_if_any(&mut received, is_here);
            } else {
                received.retain(|(_, row)| is_here(row));
            }
            tables.extend(received);
        }
        if tables.is_empty() && is_about_the_past(action) {
            let over =
                self.service.tables_of_player(caller.id, Listing::Over, LOOKED_AT_MAX).await?;
            // Of games that are over the last one is meant.
            let last = over.iter().position(|(_, row)| is_here(row)).unwrap_or(0);
            return Ok(over.into_iter().nth(last).into_iter().collect());
        }
        if *action != TableAction::Board {
            keep_if_any(&mut tables, is_here);
        }
        if matches!(action, TableAction::Move(_) | TableAction::Count(_)) {
            let is_turn =
                |row: &StoredTable| row.table.to_move().is_some_and(|(_, it)| it == caller.id);
            keep_if_any(&mut tables, is_turn);
        }
        if let TableAction::Move(text) = action
            && !text.is_empty()
        {
            keep_if_any(&mut tables, |row| row.table.game().clone().play_text(text).is_ok());
        }
        Ok(tables)
    }

    /// The tables of a player in some lists, list by list.
    pub(super) async fn listed(
        &self,
        player: PlayerId,
        lists: &[Listing],
    ) -> Result<Vec<(TableId, StoredTable)>, ServiceError> {
        let mut tables = Vec::new();
        for &which in lists {
            tables.extend(self.service.tables_of_player(player, which, LOOKED_AT_MAX).await?);
        }
        Ok(tables)
    }

    /// Asks which table is meant, page by page: games before challenges, and of these those that
    /// wait for the asker first.
    async fn which(
        &self,
        caller: &Caller,
        mut tables: Vec<(TableId, StoredTable)>,
        action: TableAction,
        page: usize,
    ) -> Reply {
        tables.sort_by_key(|(_, row)| {
            (row.table.challenged().is_some(), !waits_for(&row.table, caller.id))
        });
        let labels = self.titles(&tables, caller.language()).await;
        let option = |(label, (id, row)): (String, &(TableId, StoredTable))| {
            let value = table_option(*id, Seen::of(row.table.game()));
            Choice { label, value }
        };
        let options: Vec<Choice> = labels.into_iter().zip(&tables).map(option).collect();
        let action = match action {
            // No move is longer, and what a menu does has to fit what Discord keeps of it.
            TableAction::Move(text) => TableAction::Move(text.chars().take(TYPED_MAX).collect()),
            other => other,
        };
        let control = CustomId::WhichTable(action);
        let menu = menu(control, Label::PickTable, &options, page, caller.language());
        let text = caller.say(&Line::WhichTable);
        Reply::Private(Message { rows: menu.into_iter().collect(), ..Message::of(text) })
    }

    /// Asks which table is meant, on another page.
    pub(super) async fn which_again(
        &self,
        request: &Request,
        caller: &Caller,
        action: &TableAction,
        page: usize,
    ) -> Result<Reply, ServiceError> {
        let tables = self.fitting(request, caller, action).await?;
        Ok(self.which(caller, tables, action.clone(), page).await)
    }
}

/// Leaves what fits, unless nothing does.
fn keep_if_any(tables: &mut Vec<(TableId, StoredTable)>, fits: impl Fn(&StoredTable) -> bool) {
    if tables.iter().any(|(_, row)| fits(row)) {
        tables.retain(|(_, row)| fits(row));
    }
}

fn fits(table: &Table, action: &TableAction) -> bool {
    match action {
        TableAction::Board => true,
        TableAction::Count(_) => table.is_running() && table.game().kind() == GameKind::Makruk,
        TableAction::Move(_) | TableAction::Resign | TableAction::Draw | TableAction::Takeback => {
            table.is_running()
        }
        TableAction::History | TableAction::Export | TableAction::Replay => table.seats().is_some(),
    }
}

/// Whether a game that is over will do.
fn is_about_the_past(action: &TableAction) -> bool {
    match action {
        TableAction::Board | TableAction::History | TableAction::Export | TableAction::Replay => {
            true
        }
        TableAction::Move(_)
        | TableAction::Resign
        | TableAction::Draw
        | TableAction::Takeback
        | TableAction::Count(_) => false,
    }
}

/// Where a board is, for whoever wants to go there.
pub(super) fn link(shown: &PostedBoard) -> String {
    let server = shown.guild.map_or_else(|| "@me".to_owned(), |server| server.to_string());
    format!("https://discord.com/channels/{server}/{}/{}", shown.channel.0, shown.message)
}

/// The legal moves as readers of a language write them, with the exact notation.
pub(super) fn written_moves(game: &Game, language: Language) -> Vec<(String, String)> {
    let ply = game.plies();
    let write = |exact: String| {
        let mut after = game.clone();
        let written =
            after.play_text(&exact).ok().and_then(|_| after.written(ply, style(language)));
        (written.unwrap_or_else(|| exact.clone()), exact)
    };
    game.legal_moves().into_iter().map(write).collect()
}

/// What can be played from the square that a text names first, or at all in Othello.
pub(super) fn legal_near(game: &Game, text: &str, language: Language) -> Vec<String> {
    let from = first_square(text);
    written_moves(game, language)
        .into_iter()
        .filter(|(_, exact)| match game.kind() {
            GameKind::Othello => true,
            GameKind::Makruk | GameKind::Ogi => {
                from.as_deref().is_some_and(|from| exact.len() >= 4 && exact.starts_with(from))
            }
        })
        .map(|(written, _)| written)
        .collect()
}

/// The first square in a text.
fn first_square(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let is_square =
        |pair: &&[u8]| (b'a'..=b'h').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]);
    let pair = lower.as_bytes().windows(2).find(is_square)?;
    std::str::from_utf8(pair).ok().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_legal_is_told_from_the_square_that_was_named() {
        let game = Game::new(GameKind::Makruk);
        let legal = legal_near(&game, "e1-e5", Language::English);
        let mut game_moves: Vec<String> = game.legal_moves();
        game_moves.retain(|mv| mv.starts_with("e1"));
        assert_eq!(legal.len(), game_moves.len());
        assert!(!legal.is_empty());
        assert_eq!(legal_near(&game, "nonsense", Language::English), Vec::<String>::new());
        assert_eq!(legal_near(&Game::new(GameKind::Othello), "", Language::English).len(), 4);
    }

    #[test]
    fn a_link_leads_to_the_message() {
        let place = crate::table::ChannelId(5);
        let mut shown = PostedBoard { guild: Some(4), channel: place, message: 6, ply: 0 };
        assert_eq!(link(&shown), "https://discord.com/channels/4/5/6");
        shown.guild = None;
        assert_eq!(link(&shown), "https://discord.com/channels/@me/5/6");
    }
}
