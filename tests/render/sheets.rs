//! Sheets that several tests share. Each is made once.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use kradan_render::{Layout, PieceSet, Sheet, Style, Theme};
use kradan_rules::{GameKind, each_kind};

use kradan_tested_games::TestedGame as _;

type Sheets = HashMap<(GameKind, &'static str, PieceSet, u32), &'static OnceLock<Sheet>>;

/// The sheet of a game in a theme, a piece set and a width.
pub(crate) fn sheet(
    kind: GameKind,
    theme: &'static Theme,
    pieces: PieceSet,
    width: u32,
) -> &'static Sheet {
    static SHEETS: Mutex<Option<Sheets>> = Mutex::new(None);
    let sheet = {
        let mut sheets = SHEETS.lock().unwrap_or_else(PoisonError::into_inner);
        let sheets = sheets.get_or_insert_default();
        *sheets
            .entry((kind, theme.name, pieces, width))
            .or_insert_with(|| Box::leak(Box::default()))
    };
    // Sheets are made outside the lock, so that several can be made at once.
    sheet.get_or_init(|| {
        let layout = Layout::of_width(width).expect("tests use valid widths");
        Sheet::new(kind, Style { theme, pieces, layout })
    })
}

/// All sheets of a game in a width: in every theme and with each of its piece sets.
pub(crate) fn all(kind: GameKind, width: u32) -> impl Iterator<Item = &'static Sheet> {
    let sets = each_kind!(kind, P => P::PIECE_SETS);
    Theme::ALL
        .into_iter()
        .flat_map(move |theme| sets.iter().map(move |&pieces| sheet(kind, theme, pieces, width)))
}
