//! What panels of exercises have in common: the board, and the buttons by which a move is picked.

use crate::discord::shared::context::Ctx;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::CustomId;
use crate::discord::view::message::{
    BoardPicture, Button, ButtonStyle, ComponentRow, File, Message,
};
use crate::discord::view::pick::Source;
use crate::discord::view::pick_rows::{Picking, Purpose};
use crate::discord::view::written_moves::written_move;
use crate::service::Searched;
use kradan_exercises::Exercise;
use kradan_i18n::Say;
use kradan_rules::{Game, Side};
use kradan_table::TableId;

/// The pass of Othello in the exact notation.
const PASS: &str = "pass";

/// An exercise at one of the solver's turns.
pub(super) struct ExerciseView<'a> {
    pub(super) ctx: &'a Ctx<'a>,
    /// With what the words of its controls begin: `puzzle` of `puzzle-go`.
    pub(super) word: &'static str,
    /// The exercise and the turn in custom ids.
    pub(super) step: String,
    pub(super) game: Game,
    solver: Side,
}

impl<'a> ExerciseView<'a> {
    pub(super) fn new(
        ctx: &'a Ctx<'a>,
        (word, step): (&'static str, String),
        exercise: &Exercise,
        game: Game,
    ) -> ExerciseView<'a> {
        ExerciseView { ctx, word, step, game, solver: exercise.solver() }
    }

    /// The squares, or a page of the pieces that can move, above other buttons.
    pub(super) fn first_rows(&self, page: usize, others: Vec<Button>) -> Vec<ComponentRow> {
        self.picking().first_rows(page, others)
    }

    /// A page of the targets of a piece, if it can move.
    pub(super) fn target_rows(&self, source: Source, page: usize) -> Option<Vec<ComponentRow>> {
        self.picking().target_rows(source, page)
    }

    fn picking(&self) -> Picking<'_> {
        Picking {
            purpose: Purpose::Solve { word: self.word, step: &self.step },
            ..Picking::of(TableId(0), &self.game, &self.ctx.caller.preferences)
        }
    }

    /// A move as readers of the caller's language write it.
    pub(super) fn written(&self, game: &Game, exact: &str) -> String {
        written_move(game, exact, self.ctx.language())
    }

    /// Moves one after the other from the present position, as they are written, and the game after them.
    pub(super) fn written_line(&self, line: &[&str]) -> (Vec<String>, Game) {
        let mut game = self.game.clone();
        let mut written = Vec::new();
        for text in line {
            written.push(self.written(&game, text));
            _ = game.play_text(text);
        }
        (written, game)
    }

    /// The solver's last move and the reply to it, as they are written; `None` at the first turn.
    pub(super) fn last_moves(&self) -> Option<(String, String)> {
        let mut game = self.game.clone();
        let reply = game.take_back()?;
        let reply = self.written(&game, &reply);
        let played = game.take_back()?;
        Some((self.written(&game, &played), reply))
    }

    /// What refutes a move that led to a game, and the game after that.
    pub(super) async fn refuted(&self, mut game: Game) -> (Option<String>, Game) {
        match self.ctx.service().best_reply(self.ctx.caller.id, &game).await {
            // A pass refutes nothing.
            Searched::Found(exact) if exact != PASS => {
                let reply = self.written(&game, &exact);
                _ = game.play_text(&exact);
                (Some(reply), game)
            }
            _ => (None, game),
        }
    }

    /// A button that belongs to the exercise at this turn.
    pub(super) fn button(&self, word: &str, label: &impl Say) -> Button {
        let control = CustomId::new(word).with(&self.step);
        labelled(control, label, ButtonStyle::Secondary, self.ctx.language())
    }

    /// Lines above a board as the solver sees it.
    pub(super) fn message(
        &self,
        lines: impl IntoIterator<Item = String>,
        (game, picked): (&Game, Option<Source>),
        rows: Vec<ComponentRow>,
    ) -> Message {
        let preferences = &self.ctx.caller.preferences;
        let mut view = preferences.view(game.kind(), self.solver);
        view.picked = picked.map(Source::pick);
        let board = BoardPicture {
            name: format!("{}-{}-{}", self.word, self.step.replace('.', "-"), game.plies()),
            game: game.clone(),
            result: None,
            view,
            theme: preferences.theme,
            pieces: preferences.pieces,
            language: preferences.language,
        };
        let lines: Vec<String> = lines.into_iter().collect();
        let file = Some(File::Board(Box::new(board)));
        Message { rows, file, ..Message::of(lines.join("\n")) }
    }
}
