//! Pictures of Ōgi.

use image::Rgb;

use super::{RenderGame, is_own, marks};
use crate::art::Face;
use crate::art::ogi::PieceSet;
use crate::scene::{Ground, Pick, Scene, Slot, View};
use crate::theme::{BoardColours, Theme};
use kradan_rules::ogi::{self, Role};
use kradan_rules::{Position as _, Record, Side, Square};

impl RenderGame for ogi::Position {
    /// Four woods, each with its light and its shade.
    const COLOURS_MAX: usize = 39;

    const PIECE_SETS: &'static [PieceSet] = &PieceSet::ALL;

    /// Pieces in hand are as large as those on the board.
    const BAND: u32 = 80;

    const TYPICAL: [&'static str; 2] = [
        "lnsik^snl/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/LNSIK^SNL / O/o",
        "l2i2nl/3rk^1s1/pp1p1ppp/2p1+N3/4s3/P1P1PP1p/1B1PK^1P1/LNS2+b1L NS/2p O/o",
    ];

    fn board(theme: &Theme) -> &BoardColours {
        &theme.ogi
    }

    fn flat_colours(theme: &Theme) -> Vec<Rgb<u8>> {
        let (koma, badge) = (&theme.koma, &theme.badge);
        let mut flat: Vec<Rgb<u8>> = marks(&theme.ogi).collect();
        flat.extend([badge.disc, badge.rim, badge.text]);
        for side in Side::ALL {
            flat.extend([koma.wood[side], koma.promoted[side]]);
        }
        flat.extend([koma.edge, koma.ink, koma.red]);
        flat
    }

    fn fills_bands(&self) -> bool {
        let has_some =
            |side| Role::DROPPABLE.into_iter().any(|role| self.hands()[side].count(role) > 0);
        Side::ALL.into_iter().any(has_some)
    }

    fn faces() -> Vec<Face> {
        let mut faces = Vec::new();
        for side in Side::ALL {
            for role in Role::ALL {
                let promoted: &[bool] = if role == Role::King { &[false] } else { &[false, true] };
                for &promoted in promoted {
                    let piece = ogi::Piece { role, promoted };
                    let face = |points_down| Face::Ogi { side, piece, points_down };
                    faces.extend([false, true].map(face));
                }
            }
        }
        faces
    }

    fn slots() -> Vec<Slot> {
        let mut slots = Vec::new();
        for side in Side::ALL {
            for role in Role::DROPPABLE {
                for count in 1..=role.in_a_game() {
                    for points_down in [false, true] {
                        for picked in [false, true] {
                            slots.push(Slot::Hand { side, role, count, points_down, picked });
                        }
                    }
                }
            }
        }
        slots
    }

    fn fill(scene: &mut Scene, record: &Record<Self>, view: View) {
        let position = record.position();
        for square in Square::all() {
            let face = position.piece_at(square).map(|(side, piece)| Face::Ogi {
                side,
                piece,
                points_down: side != view.seen_from,
            });
            scene.cell(square).piece = face;
        }
        match record.moves().last() {
            Some(&ogi::Move::Board { from, to, .. }) => {
                scene.ground(from, Ground::From);
                scene.ground(to, Ground::To);
            }
            Some(&ogi::Move::Drop { to, .. }) => scene.ground(to, Ground::To),
            None => {}
        }
        if position.is_check() {
            for king in position.pieces(position.turn(), Role::King) {
                scene.ground(king, Ground::Check);
            }
        }
        let turn = position.turn();
        let picked = view.picked.filter(|&pick| match pick {
            Pick::Square(square) => is_own(position.piece_at(square), turn),
            Pick::Hand(role) => position.hands()[turn].count(role) > 0,
        });
        for side in Side::ALL {
            let hand = position.hands()[side];
            // Each kind has a place of its own, so that pieces in hand never move.
            let slots = Role::DROPPABLE.map(|role| match hand.count(role) {
                0 => Slot::Empty,
                count => Slot::Hand {
                    side,
                    role,
                    count,
                    points_down: side != view.seen_from,
                    picked: side == turn && picked == Some(Pick::Hand(role)),
                },
            });
            scene.band(view, side, &slots);
        }
        if view.hints || picked.is_some() {
            for mv in record.legal_moves() {
                let (source, to) = match mv {
                    ogi::Move::Board { from, to, .. } => (Pick::Square(from), to),
                    ogi::Move::Drop { role, to } => (Pick::Hand(role), to),
                };
                // Nearly every empty square takes some drop: only a picked piece shows its own.
                let on_board = matches!(source, Pick::Square(_));
                if picked.map_or(on_board, |pick| pick == source) {
                    scene.cell(to).target = true;
                }
            }
        }
        scene.mark_pick(picked);
    }
}
