//! Pictures of Othello.

use image::Rgb;

use super::{RenderGame, tones};
use crate::art::Face;
use crate::scene::{Cell, Ground, Scene, Slot, Star, View};
use crate::theme::{BoardColours, Theme};
use kradan_rules::{Record, Side, othello};

impl RenderGame for othello::Position {
    const A1_IS_ON_TOP: bool = true;

    const TYPICAL: [&'static str; 2] = [
        "---------------------------OX------XO--------------------------- X",
        "--X-OXX---XOXXX---OXOXX-XXXXXXX---OXXXX----OO-O-----O-------O--- O",
    ];

    fn board(theme: &Theme) -> &BoardColours {
        &theme.othello
    }

    fn flat_colours(theme: &Theme) -> Vec<Rgb<u8>> {
        let to = theme.othello.to;
        tones(theme.discs).into_iter().chain([theme.last, to.frame, to.tint]).collect()
    }

    fn fills_bands(&self) -> bool {
        true
    }

    fn faces() -> Vec<Face> {
        Side::ALL.map(Face::Disc).to_vec()
    }

    fn cells() -> Vec<Cell> {
        let plain = |ground, piece, target| Cell { ground, piece, target, star: None };
        let mut cells = vec![plain(Ground::Plain, None, false), plain(Ground::Plain, None, true)];
        for face in Self::faces() {
            let grounds = [Ground::Plain, Ground::To, Ground::Turned];
            cells.extend(grounds.map(|ground| plain(ground, Some(face), false)));
        }
        let with_stars =
            cells.iter().flat_map(|&cell| Star::ALL.map(|star| Cell { star: Some(star), ..cell }));
        let with_stars: Vec<Cell> = with_stars.collect();
        cells.extend(with_stars);
        cells
    }

    fn slots() -> Vec<Slot> {
        let discs = |side| (0..=64).map(move |count| Slot::Discs(side, count));
        Side::ALL.into_iter().flat_map(discs).collect()
    }

    fn fill(scene: &mut Scene, record: &Record<Self>, view: View) {
        let position = record.position();
        for (row, cells) in scene.cells.iter_mut().enumerate() {
            for (column, cell) in cells.iter_mut().enumerate() {
                cell.star = Star::at(column, row);
            }
        }
        for side in Side::ALL {
            for square in position.discs(side) {
                scene.cell(square).piece = Some(Face::Disc(side));
            }
            scene.band(view, side, &[Slot::Discs(side, position.disc_counts()[side] as u8)]);
        }
        if let (Some(&othello::Move::Place(square)), [.., before, _]) =
            (record.moves().last(), record.positions())
        {
            for turned in before.flipped(square) {
                scene.ground(turned, Ground::Turned);
            }
            scene.ground(square, Ground::To);
        }
        if view.hints && record.outcome().is_none() {
            for square in position.placements() {
                scene.cell(square).target = true;
            }
        }
    }
}
