//! What was decisive in a game that is over.

use std::sync::Arc;

use super::computer::Searched;
use super::computers::Computers;
use super::table_service::TableService;
use kradan_engine::{Review, Reviewing};
use kradan_rules::Game;
use kradan_table::{Level, PlayerId, Seen, Table, TableId};

impl TableService {
    /// The review of a game, for one of its players.
    pub async fn review(
        &self,
        asker: PlayerId,
        id: TableId,
        table: &Table,
    ) -> Searched<Arc<Review>> {
        if table.side_of(asker).is_none() {
            return Searched::Nothing;
        }
        let seen = Seen::of(table.game());
        if let Some(known) = self.computers.review(id, seen) {
            return Searched::Found(known);
        }
        let Some(_asked) = self.computers.asked.begin(asker) else { return Searched::OneMoment };
        let found = search_review(&self.computers, (asker, id), table.game()).await;
        let Some(found) = found.map(Arc::new) else { return Searched::Nothing };
        self.computers.keep_review(id, seen, &found);
        Searched::Found(found)
    }
}

/// Makes a review; `None` where a search fails. Between two steps others have their turns.
async fn search_review(
    computers: &Computers,
    (asker, id): (PlayerId, TableId),
    game: &Game,
) -> Option<Review> {
    let mut reviewing = Reviewing::new(game);
    loop {
        let thread = computers.thread(asker, Level::MAX).await;
        let step = tokio::task::spawn_blocking(move || (reviewing.step(), reviewing)).await;
        drop(thread);
        match step {
            Ok((Some(review), _)) => return Some(review),
            Ok((None, more)) => reviewing = more,
            Err(error) => {
                tracing::error!(table = %id.0, %error, "search for a review failed");
                return None;
            }
        }
    }
}
