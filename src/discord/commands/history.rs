//! The list of moves of a game.

use super::command::{Controls, Pressed};
use super::count;
use crate::discord::shared::context::Ctx;
use crate::discord::shared::titles;
use crate::discord::view::controls::labelled;
use crate::discord::view::custom_id::{Control, CustomId, CustomIdForm};
use crate::discord::view::games;
use crate::discord::view::message::{Button, ButtonStyle, File, Message};
use crate::discord::view::reply::{Answer, Reply};
use crate::discord::view::visibility::Visibility;
use kradan_i18n::{Language, MoveNumber, sentences};
use kradan_rules::Game;
use kradan_table::TableId;

/// The longest list of moves that stands in a message, in characters; a longer one is a file.
const LIST_MAX: usize = 1_700;

sentences! {
    /// What the list says.
    enum Sentence<'a> {
        /// Above the moves of a game.
        Heading {
            title: &'a str,
        } => "line-history-heading",
        /// No move was made yet.
        Empty => "line-history-empty",
    }

    /// What stands on the button.
    enum Label {
        /// To see the moves.
        Moves => "label-history",
    }
}

/// Shows the moves.
const HISTORY: &str = "history";

pub(super) struct History;

impl Controls for History {
    const CONTROLS: &'static [Control] =
        &[Control::new(HISTORY, CustomIdForm::Table, Visibility::Ephemeral)];

    async fn press(ctx: &Ctx<'_>, pressed: &Pressed<'_>) -> Answer {
        let (id, stored) = pressed.table(ctx).await?;
        let game = stored.table.game();
        let list = moves(game, ctx.language());
        if list.is_empty() {
            return Ok(ctx.ephemeral(&Sentence::Empty));
        }
        let title = titles::heading(ctx.bot, id, &stored, ctx.language()).await;
        let heading = ctx.say(&Sentence::Heading { title: &title });
        if list.chars().count() <= LIST_MAX {
            return Ok(Reply::Private(Message::of(format!("{heading}\n```\n{list}```"))));
        }
        let file = Some(File::Text { name: format!("{}.txt", game.kind()), text: list });
        Ok(Reply::Private(Message { file, ..Message::of(heading) }))
    }
}

/// The button that shows the moves.
pub(super) fn button(table: TableId, language: Language) -> Button {
    labelled(CustomId::new(HISTORY).table(table), &Label::Moves, ButtonStyle::Secondary, language)
}

/// The moves of a game with their numbers, two plies to a line.
fn moves(game: &Game, language: Language) -> String {
    let width = games::move_width(game.kind());
    let style = games::move_style(game.kind(), language);
    let cell = |ply| {
        let written = game.written(ply, style).unwrap_or_default();
        let noted = count::note(game, ply, language);
        let written = [Some(written), noted].into_iter().flatten().collect::<Vec<_>>().join(" ");
        match MoveNumber::of(game, ply, language) {
            Some(number) if number.is_second() => written,
            Some(number) => format!("{:>4} {written:<width$}", number.before_move()),
            // A pass has no number.
            None => format!("{:>4} {written:<width$}", ""),
        }
    };
    let plies: Vec<String> = (0..game.plies()).map(cell).collect();
    plies.chunks(2).map(|line| line.join(" ").trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kradan_rules::GameKind;

    #[test]
    fn othellos_discs_are_numbered_each_and_other_moves_in_pairs() {
        let list = |kind, played: &[&str], language| {
            let mut game = Game::new(kind);
            for mv in played {
                game.play_text(mv).unwrap();
            }
            moves(&game, language)
        };
        let othello = list(GameKind::Othello, &["d3", "c3", "c4"], Language::English);
        assert_eq!(othello, "  1. d3     2. c3\n  3. c4\n");
        for language in [Language::English, Language::Japanese] {
            let makruk = list(GameKind::Makruk, &["e3e4", "e6e5", "d3d4"], language);
            assert_eq!(makruk, "  1. e4         e5\n  2. d4\n");
        }
        // In Japanese each move of shogi has a number.
        let ogi = list(GameKind::Ogi, &["e3e4", "e6e5"], Language::Japanese);
        assert!(ogi.contains("  2. "), "{ogi}");
    }

    /// Whoever copies the list and gives it to `/game record:` sees the same game.
    #[test]
    fn a_list_reads_back_in_every_language() {
        let mut random = fastrand::Rng::with_seed(11);
        for kind in GameKind::ALL {
            for _ in 0..8 {
                let mut game = Game::new(kind);
                for _ in 0..90 {
                    let legal = game.legal_moves();
                    let Some(mv) = random.choice(&legal) else { break };
                    game.play_text(mv).unwrap();
                }
                for language in Language::ALL {
                    let list = moves(&game, language);
                    let (read, _) = kradan_rules::notation::read(&list)
                        .unwrap_or_else(|error| panic!("{kind}, {language}: {error:?} in\n{list}"));
                    assert_eq!(read.moves(), game.moves(), "{kind}, {language}:\n{list}");
                }
            }
        }
    }
}
