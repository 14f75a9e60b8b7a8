//! What a player could have done better in a game that is over.

use std::cmp::Reverse;
use std::sync::Arc;

use tokio::task::JoinError;

use super::computer::Searched;
use super::computers::Computers;
use super::table_service::TableService;
use kradan_engine::{self as engine, Mistake, Strength};
use kradan_rules::{Game, Side, Status};
use kradan_table::{Level, PlayerId, Seen, Table, TableId};

/// The most mistakes that a review names.
const NAMED_MAX: usize = 3;

/// The most moves that are looked at once more, those that seem to have cost most.
const DOUBTED_MAX: usize = 6;

/// How each move is looked at.
const GLANCE: Strength = Strength { nodes: 40_000, depth: 64, spread: 0, solves: 12 };

/// How a move is looked at that seems to be a mistake.
const SECOND_LOOK: Strength = Strength { nodes: 300_000, depth: 64, spread: 0, solves: 16 };

impl TableService {
    /// The moves of one side of a game that cost it most, the first one first, for its player.
    pub async fn review(
        &self,
        asker: PlayerId,
        id: TableId,
        table: &Table,
    ) -> Searched<Arc<[Mistake]>> {
        let Some(side) = table.side_of(asker) else { return Searched::Nothing };
        let seen = Seen::of(table.game());
        if let Some(known) = self.computers.review(id, side, seen) {
            return Searched::Found(known);
        }
        let Some(_asked) = self.computers.asked.begin(asker) else { return Searched::OneMoment };
        let Some(found) = search_mistakes(&self.computers, asker, id, table.game(), side).await
        else {
            return Searched::Nothing;
        };
        self.computers.keep_review(id, side, seen, &found);
        Searched::Found(found)
    }
}

/// `None` where a search fails.
async fn search_mistakes(
    computers: &Computers,
    asker: PlayerId,
    id: TableId,
    game: &Game,
    side: Side,
) -> Option<Arc<[Mistake]>> {
    let mut doubted = Vec::new();
    for ply in plies_of(game, side) {
        doubted.extend(mistake(computers, (asker, id), game, ply, GLANCE).await?);
    }
    keep_costliest(&mut doubted, DOUBTED_MAX);
    let mut mistakes = Vec::new();
    for Mistake { ply, .. } in doubted {
        mistakes.extend(mistake(computers, (asker, id), game, ply, SECOND_LOOK).await?);
    }
    keep_costliest(&mut mistakes, NAMED_MAX);
    Some(mistakes.into())
}

/// The mistake that a move was, if it was one; `None` where the search fails. Between two searches
/// others have their turns.
async fn mistake(
    computers: &Computers,
    (asker, id): (PlayerId, TableId),
    game: &Game,
    ply: usize,
    strength: Strength,
) -> Option<Option<Mistake>> {
    let thread = computers.thread(asker, Level::MAX).await;
    let game = game.clone();
    let found = tokio::task::spawn_blocking(move || engine::mistake(&game, ply, strength));
    let found = found.await;
    drop(thread);
    let failed =
        |error: &JoinError| tracing::error!(table = id.0, %error, "search for a review failed");
    found.inspect_err(failed).ok()
}

/// The plies of one side.
fn plies_of(game: &Game, side: Side) -> Vec<usize> {
    let mut now = game.clone();
    let mut plies = Vec::new();
    while now.take_back().is_some() {
        if now.status() == (Status::Ongoing { turn: side }) {
            plies.push(now.plies());
        }
    }
    plies.reverse();
    plies
}

/// Leaves the mistakes that cost most, in the order of the game.
fn keep_costliest(mistakes: &mut Vec<Mistake>, most: usize) {
    mistakes.sort_by_key(|mistake| Reverse(mistake.cost));
    mistakes.truncate(most);
    mistakes.sort_by_key(|mistake| mistake.ply);
}
