//! Makruk games as PGN.

use super::{Act, BOARD_LIMIT, Move, Position};
use crate::BySide;
use crate::notation::Said;
use crate::notation::pgn::PgnGame;

impl PgnGame for Position {
    const VARIANT: &'static str = "Makruk";
    const PLAYERS: BySide<&'static str> = BySide { first: "White", second: "Black" };
    const STARTS: &'static [&'static str] = &["FEN", "Position"];

    fn starts(&self) -> Vec<(&'static str, String)> {
        let mut starts = Vec::new();
        if *self != Position::default() {
            let (plain, full) = (self.plain(), self.to_string());
            starts.push(("FEN", format!("{plain} - - 0 1")));
            starts.extend((full != plain).then_some(("Position", full)));
        }
        starts
    }

    fn comment(&self, mv: Move) -> Option<String> {
        let said = self.said(mv).map(|number| {
            let limit = match mv.act {
                Some(Act::Claim) => Some(BOARD_LIMIT),
                Some(Act::Skip | Act::Stop) | None => self.count().map(|count| count.limit),
            };
            format!("{number}/{}", limit.unwrap_or(BOARD_LIMIT))
        });
        let parts: Vec<String> =
            mv.act.map(|act| act.to_string()).into_iter().chain(said).collect();
        (!parts.is_empty()).then(|| format!("[%count {}]", parts.join(" ")))
    }

    fn act_of<'a>(&self, mut said: impl Iterator<Item = Said<'a>>) -> Option<String> {
        let act = said.find_map(|said| match said {
            Said::Note(note) => {
                let count = note.split("[%count ").nth(1)?.split(']').next()?;
                Act::ALL
                    .into_iter()
                    .find(|act| count.split(' ').any(|word| word == act.to_string()))
            }
            // The first number of the board's honour claims it; that of the pieces' honour is higher.
            Said::Number(number) => (number == 1).then_some(Act::Claim),
        })?;
        Some(format!("{act}:"))
    }
}
