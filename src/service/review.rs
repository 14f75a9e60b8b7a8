//! What a player could have done better in a game that is over.

use std::cmp::Reverse;
use std::sync::Arc;

use tokio::task::JoinError;

use super::table_service::TableService;
use kradan_engine::{self as engine, Mistake, Strength};
use kradan_rules::{Game, Side, Status};
use kradan_table::{Seen, Table, TableId};

/// The most mistakes that a review names.
const NAMED_MAX: usize = 3;

/// The most moves that are looked at once more, those that seem to have cost most.
const DOUBTED_MAX: usize = 6;

/// How each move is looked at.
const GLANCE: Strength = Strength { nodes: 40_000, depth: 64, spread: 0, solves: 12 };

/// How a move is looked at that seems to be a mistake.
const SECOND_LOOK: Strength = Strength { nodes: 300_000, depth: 64, spread: 0, solves: 16 };

impl TableService {
    /// The moves of one side of a game that cost it most, the first one first; `None` where a search
    /// fails.
    pub async fn review(&self, id: TableId, table: &Table, side: Side) -> Option<Arc<[Mistake]>> {
        let game = table.game();
        let seen = Seen::of(game);
        if let Some(known) = self.computers.review(id, side, seen) {
            return Some(known);
        }
        // A review is many searches, between which others get their turn.
        let _permit = self.computers.reviews.acquire().await.ok()?;
        if let Some(known) = self.computers.review(id, side, seen) {
            return Some(known);
        }
        let mut doubted = Vec::new();
        for ply in plies_of(game, side) {
            doubted.extend(self.mistake(id, game, ply, GLANCE).await?);
        }
        keep_costliest(&mut doubted, DOUBTED_MAX);
        let mut mistakes = Vec::new();
        for Mistake { ply, .. } in doubted {
            mistakes.extend(self.mistake(id, game, ply, SECOND_LOOK).await?);
        }
        keep_costliest(&mut mistakes, NAMED_MAX);
        let mistakes: Arc<[Mistake]> = mistakes.into();
        self.computers.keep_review(id, side, seen, &mistakes);
        Some(mistakes)
    }

    /// The mistake that a move was, if it was one; `None` where the search fails.
    async fn mistake(
        &self,
        id: TableId,
        game: &Game,
        ply: usize,
        strength: Strength,
    ) -> Option<Option<Mistake>> {
        let thread = Arc::clone(&self.computers.threads).acquire_owned().await.ok()?;
        let game = game.clone();
        let found = tokio::task::spawn_blocking(move || engine::mistake(&game, ply, strength));
        let found = found.await;
        drop(thread);
        let failed = |error: &JoinError| tracing::error!(table = id.0, %error, "a search for a review ended early");
        found.inspect_err(failed).ok()
    }
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
    mistakes.sort_by_key(|it| Reverse(it.cost));
    mistakes.truncate(most);
    mistakes.sort_by_key(|it| it.ply);
}
