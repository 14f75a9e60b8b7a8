//! The way from one game to the next: after a move, the other games in which it is the mover's turn.

use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::CustomId;
use crate::discord::view::message::{Button, ButtonStyle, Message};
use crate::service::{Listing, StoreError, StoredTable, TableService};
use kradan_i18n::{self as i18n, Language, sentences};
use kradan_table::{PlayerId, Table, TableId};

/// Opens the next game that waits; the custom id names the one that was left.
pub(crate) const NEXT: &str = "next";

/// The most running games of a player that are looked at.
const LOOKED_AT_MAX: usize = 100;

sentences! {
    /// What leads on.
    enum Sentence {
        /// How many other games wait for the mover.
        OthersWait {
            count: usize,
        } => "line-others-wait",
        /// On the button.
        NextGame {
            count: usize,
        } => "line-next-game",
    }
}

/// The running games in which it is a player's turn, but for one; the most urgent ones first.
pub(crate) async fn waiting_games(
    service: &TableService,
    player: PlayerId,
    except: TableId,
) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
    let mut tables = waiting_in_any_order(service, player, except).await?;
    tables.sort_by_key(|(_, stored)| urgency(&stored.table));
    Ok(tables)
}

/// How many running games wait for a player while their clock runs, without one.
pub(crate) async fn waiting_count(
    service: &TableService,
    player: PlayerId,
    except: TableId,
) -> usize {
    let waiting = waiting_in_any_order(service, player, except).await.unwrap_or_default();
    waiting.iter().filter(|(_, stored)| stored.table.deadline().is_some()).count()
}

async fn waiting_in_any_order(
    service: &TableService,
    player: PlayerId,
    except: TableId,
) -> Result<Vec<(TableId, StoredTable)>, StoreError> {
    let running = service.store();
    let mut ids = running.tables_of_player(player, Listing::Running, LOOKED_AT_MAX).await?;
    ids.retain(|&id| id != except);
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut tables = service.load_all(ids).await?;
    tables.retain(|(_, stored)| stored.table.to_move().is_some_and(|(_, seat)| seat == player));
    Ok(tables)
}

/// What runs out first comes first, then what has no end, and games against the computer at last.
pub(crate) fn urgency(table: &Table) -> impl Ord + use<> {
    let deadline = table.deadline();
    (table.computer().is_some(), deadline.is_none(), deadline)
}

/// The button that leads on from a game, where so many others wait.
pub(crate) fn next_game_button(left: TableId, count: usize, language: Language) -> Button {
    let id = CustomId::new(NEXT).table(left);
    labelled(id, &Sentence::NextGame { count }, ButtonStyle::Primary, language)
}

/// One line with the button that leads on.
pub(crate) fn next_game_message(left: TableId, count: usize, language: Language) -> Message {
    let text = i18n::say(&Sentence::OthersWait { count }, language);
    Message::of(text).with_buttons(vec![next_game_button(left, count, language)])
}
