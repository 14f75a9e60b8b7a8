//! A person's turns at a table, through the emulator.

use std::time::Instant;

use kradan_emulator::{Emulator, Seed};
use kradan_rules::{Game, GameKind};
use serde_json::json;

use super::bot::PATIENCE;

/// The most plies that are played at a table.
const PLIES_MAX: usize = 90;

/// A table that is played at.
pub(crate) struct Playing {
    id: u64,
    /// The number of its channel.
    channel: u64,
    /// The ids of its people, the one who moves first before the other.
    people: [u64; 2],
    game: Game,
}

impl Playing {
    pub(crate) fn new(id: u64, channel: u64, people: [u64; 2], kind: GameKind) -> Playing {
        Playing { id, channel, people, game: Game::new(kind) }
    }

    /// Makes a turn, and returns how long its answer took, in milliseconds.
    pub(crate) async fn turn(&mut self, local: &Emulator, lots: &mut fastrand::Rng) -> f64 {
        let moves: Vec<String> =
            self.game.legal_moves().into_iter().filter(|it| !it.contains(':')).collect();
        let mv = lots.choice(moves).expect("the game goes on");
        let person = kradan_emulator::Id(self.people[self.game.plies() % 2]);
        let options = json!({ "move": mv, "game": self.id.to_string() });
        let begin = Instant::now();
        let asked = local.as_user(person).command(Seed::channel(self.channel), "move", options);
        let asked = asked.expect("the command is there");
        asked.answered(PATIENCE).await.expect("the bot answers");
        let took = begin.elapsed().as_secs_f64() * 1e3;
        self.game.play_text(&mv).expect("a legal move is played");
        took
    }

    /// Whether there are turns left in it; those that pass or end are left alone.
    pub(crate) fn goes_on(&self) -> bool {
        let moves = self.game.legal_moves();
        self.game.outcome().is_none()
            && self.game.plies() < PLIES_MAX
            && moves.iter().any(|it| it != "pass")
    }
}
