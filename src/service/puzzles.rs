//! What refutes a wrong move in a puzzle.

use super::computer::Searched;
use super::table_service::TableService;
use kradan_engine::{self as engine, Strength};
use kradan_rules::Game;
use kradan_table::{Level, PlayerId};

/// How a refutation is looked for: within a tenth of a second, and behind no longer search.
const LEVEL: u8 = 7;
const WAITS_WITH: u8 = 4;

impl TableService {
    /// The best move for the side to move in a game that is at no table, in the exact notation, for somebody
    /// who asks for it.
    pub async fn best_reply(&self, asker: PlayerId, game: &Game) -> Searched<String> {
        let Some(_asked) = self.computers.asked.begin(asker) else { return Searched::OneMoment };
        let level = Level::new(WAITS_WITH).unwrap_or(Level::DEFAULT);
        let _thread = self.computers.thread(asker, level).await;
        let game = game.clone();
        let search = move || engine::choose(&game, Strength::of_level(game.kind(), LEVEL), 0);
        match tokio::task::spawn_blocking(search).await {
            Ok(Some(found)) => Searched::Found(found.text),
            Ok(None) => Searched::Nothing,
            Err(error) => {
                tracing::error!(%error, "search for a refutation ended early");
                Searched::Nothing
            }
        }
    }
}
