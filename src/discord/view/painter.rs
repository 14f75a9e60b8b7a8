//! Draws pictures and animations, and describes them.

use std::sync::{LazyLock, OnceLock};

use kradan_i18n as i18n;
use kradan_render::{FrameDelays, Layout, Scene, Sheet, Style, Theme, piece_sets};

use kradan_rules::{Facts, GameKind};

use super::message::{BoardPicture, File, Picture, Pictured};
use crate::monitoring::{DRAWING_SECONDS, timed};

/// The longest animation, in plies: Discord takes ten megabytes, and nobody watches longer.
const ANIMATION_PLIES_MAX: usize = 400;

/// Draws boards. Each sheet is made once, when first needed; drawing from a finished one does not
/// wait.
#[derive(Debug)]
pub(crate) struct Painter {
    sheets: Vec<((GameKind, Style), OnceLock<Sheet>)>,
}

/// A file as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The description, for those who cannot see it.
    pub alt: Option<String>,
}

/// Makes a file to send, on another thread if it takes more than a moment.
pub(crate) async fn painted(file: &File) -> Sent {
    let painter = Painter::get();
    if painter.is_quick(file) {
        return painter.file(file);
    }
    let owned = file.clone();
    let painted = tokio::task::spawn_blocking(move || painter.file(&owned)).await;
    // At shutdown the runtime refuses: the file is made here.
    painted.unwrap_or_else(|_| painter.file(file))
}

static PAINTER: LazyLock<Painter> = LazyLock::new(Painter::new);

impl Painter {
    /// The one painter of the program.
    pub(crate) fn get() -> &'static Painter {
        &PAINTER
    }

    fn new() -> Painter {
        let mut sheets = Vec::new();
        for kind in GameKind::ALL {
            for theme in Theme::ALL {
                for &pieces in piece_sets(kind) {
                    let style = Style { theme, pieces, layout: Layout::default() };
                    sheets.push(((kind, style), OnceLock::new()));
                }
            }
        }
        Painter { sheets }
    }

    /// Makes the sheets that are needed first.
    pub(crate) fn prepare(&self) {
        for kind in GameKind::ALL {
            self.sheet(kind, Style::default());
        }
    }

    /// Whether a file is made faster here than on another thread: drawing from a finished sheet
    /// takes 0.05 ms, making a sheet some milliseconds.
    fn is_quick(&self, file: &File) -> bool {
        match file {
            File::Board(board) => self.place_of(board.game.kind(), style_of(board)).get().is_some(),
            File::Animation(..) | File::Text { .. } => true,
            File::Picture(_) => false,
        }
    }

    fn sheet(&self, kind: GameKind, style: Style) -> &Sheet {
        self.place_of(kind, style).get_or_init(|| Sheet::new(kind, style_for(kind, style)))
    }

    /// The slot of a sheet.
    fn place_of(&self, kind: GameKind, style: Style) -> &OnceLock<Sheet> {
        let style = style_for(kind, style);
        let known = self.sheets.iter().find(|(key, _)| *key == (kind, style));
        let (_, sheet) = known.expect("there is a place for every game, theme and set of pieces");
        sheet
    }

    pub(crate) fn file(&self, file: &File) -> Sent {
        match file {
            File::Board(board) => self.picture(board),
            File::Animation(_, drawn) => Sent::clone(drawn),
            File::Picture(picture) => drawn(picture),
            File::Text { name, text } => {
                Sent { name: name.clone(), bytes: text.clone().into_bytes(), alt: None }
            }
        }
    }

    fn picture(&self, board: &BoardPicture) -> Sent {
        let scene = Scene::of(&board.game, board.view, board.result);
        Sent {
            name: format!("{}.png", board.name),
            bytes: timed(DRAWING_SECONDS, || self.sheet_of(board).png(&scene)),
            alt: Some(alt(board)),
        }
    }

    /// The animation of a game.
    pub(crate) fn animation(&self, board: &BoardPicture) -> Sent {
        let mut scenes = Vec::new();
        let mut game = board.game.clone();
        let mut result = board.result;
        loop {
            scenes.push(Scene::of(&game, board.view, result));
            result = None;
            if scenes.len() >= ANIMATION_PLIES_MAX || game.take_back().is_none() {
                break;
            }
        }
        scenes.reverse();
        let animate = || self.sheet_of(board).gif(&scenes, FrameDelays::default());
        Sent {
            name: format!("{}.gif", board.name),
            bytes: timed(DRAWING_SECONDS, animate),
            alt: Some(alt(board)),
        }
    }

    fn sheet_of(&self, board: &BoardPicture) -> &Sheet {
        self.sheet(board.game.kind(), style_of(board))
    }
}

fn drawn(picture: &Picture) -> Sent {
    let style = Style { theme: picture.theme, pieces: picture.pieces, layout: Layout::default() };
    let bytes = timed(DRAWING_SECONDS, || match &picture.of {
        Pictured::Card(rows) => kradan_render::card(rows, style),
        Pictured::CrossTable(table) => kradan_render::cross_table(table, style),
        Pictured::Bracket(bracket) => kradan_render::bracket(bracket, style),
        Pictured::Advantage(advantage) => kradan_render::advantage(advantage, style),
    });
    Sent { name: format!("{}.png", picture.name), bytes, alt: Some(picture.alt.clone()) }
}

fn style_of(board: &BoardPicture) -> Style {
    Style { theme: board.theme, pieces: board.pieces, layout: Layout::default() }
}

/// The style of a sheet that has the same pictures.
fn style_for(kind: GameKind, style: Style) -> Style {
    let sets = piece_sets(kind);
    if sets.contains(&style.pieces) { style } else { Style { pieces: sets[0], ..style } }
}

/// The description of a board's picture.
fn alt(board: &BoardPicture) -> String {
    i18n::alt(&Facts::of(&board.game, board.result), board.language)
}

/// The board as text, for channels without pictures, seen from the same side. The description is
/// below the code block, so that it wraps on a phone.
pub(crate) fn as_text(board: &BoardPicture) -> String {
    let BoardPicture { game, result, view, language, .. } = board;
    let text = i18n::board(game, *result, view.seen_from, *language);
    format!("```\n{}```\n{}", text.grid, text.words)
}
