//! Games as moving pictures: each takes a tenth of a second, so one is drawn at a time, and one for each
//! person.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::discord::view::message::{BoardPicture, File};
use crate::discord::view::painter::Painter;
use crate::service::{OneEach, UnderWay};
use kradan_table::PlayerId;

#[derive(Debug)]
pub(crate) struct Films {
    under_way: OneEach,
    drawing: Semaphore,
}

impl Default for Films {
    fn default() -> Films {
        Films { under_way: OneEach::default(), drawing: Semaphore::new(1) }
    }
}

impl Films {
    /// Begins with a film for somebody; `None` while another one is under way for them.
    pub(crate) fn begin(&self, person: PlayerId) -> Option<UnderWay> {
        self.under_way.begin(person)
    }

    /// Draws the game of a board when it is its turn.
    pub(crate) async fn draw(&self, board: BoardPicture) -> File {
        let _turn = self.drawing.acquire().await;
        let painter = Painter::get();
        let drawn = tokio::task::spawn_blocking(move || (painter.animation(&board), board)).await;
        // Nothing but a fault of ours ends it early.
        let (drawn, board) = drawn.expect("a game can be drawn");
        File::Animation(Box::new(board), Arc::new(drawn))
    }
}
