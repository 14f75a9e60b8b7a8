//! Pictures of Makruk.

use image::Rgb;

use super::{RenderGame, is_own, marks, tones};
use crate::art::Face;
use crate::scene::{Ground, Pick, Scene, Slot, View};
use crate::theme::{BoardColours, Theme};
use kradan_rules::makruk::{self, Honour, Role};
use kradan_rules::{Position as _, Record, Side, Square};

/// The most pieces on the board when a pieces' honour begins.
const PIECES_MOST: u8 = 17;

impl RenderGame for makruk::Position {
    const TYPICAL: [&'static str; 2] = [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w",
        "r1s1k2r/3m1sn1/1ppn1p1p/p2pp1p1/PP1PP1P1/2PSNP1P/4M3/RN1K1S1R w",
    ];

    fn board(theme: &Theme) -> &BoardColours {
        &theme.makruk
    }

    fn flat_colours(theme: &Theme) -> Vec<Rgb<u8>> {
        tones(theme.figures).into_iter().chain(marks(&theme.makruk)).collect()
    }

    fn fills_bands(&self) -> bool {
        self.count().is_some()
    }

    fn faces() -> Vec<Face> {
        let faces = |side| Role::ALL.map(|role| Face::Makruk(side, role));
        Side::ALL.into_iter().flat_map(faces).collect()
    }

    fn slots() -> Vec<Slot> {
        let honours = Side::ALL.into_iter().flat_map(|side| {
            [Honour::Board, Honour::Pieces].map(|honour| Slot::Honour(side, honour))
        });
        // The last number that can be said is one above the limit or the number of pieces.
        let counts = [8, 16, 22, 32, 44, 64].into_iter().flat_map(|limit: u8| {
            (1..=limit.max(PIECES_MOST) + 1).map(move |number| Slot::Count { number, limit })
        });
        honours.chain(counts).collect()
    }

    fn fill(scene: &mut Scene, record: &Record<Self>, view: View) {
        let position = record.position();
        for square in Square::all() {
            let face = position.piece_at(square).map(|(side, role)| Face::Makruk(side, role));
            scene.cell(square).piece = face;
        }
        if let Some(last) = record.moves().last() {
            scene.ground(last.from, Ground::From);
            scene.ground(last.to, Ground::To);
        }
        if position.is_check() {
            for khun in position.pieces(position.turn(), Role::Khun) {
                scene.ground(khun, Ground::Check);
            }
        }
        if let Some(count) = position.count() {
            let honour = Slot::Honour(count.side, count.honour);
            let count_slot = Slot::Count { number: count.number, limit: count.limit };
            scene.band(view, count.side, &[honour, count_slot]);
        }
        let picked = view.picked.filter(|&pick| match pick {
            Pick::Square(square) => is_own(position.piece_at(square), position.turn()),
            Pick::Hand(_) => false,
        });
        if view.hints || picked.is_some() {
            for mv in record.legal_moves() {
                if picked.is_none_or(|pick| pick == Pick::Square(mv.from)) {
                    scene.cell(mv.to).target = true;
                }
            }
        }
        scene.mark_pick(picked);
    }
}
