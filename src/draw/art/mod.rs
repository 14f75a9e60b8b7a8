//! The pieces and marks of the three games, as [`Drawing`]s.
//!
//! One light shines from the top left on everything, on turned pieces too. Lines are at least two
//! units wide, so that they live on when Discord shows a square 39 pixels wide.

pub mod makruk;
pub mod marks;
pub mod ogi;
pub mod othello;
mod symbols;

use kurbo::{Affine, BezPath, Circle, Shape as _, Vec2};

use super::ink::Ink;
use super::shape::Drawing;

/// Where shadows fall, in units from what casts them.
const SHADOW: Vec2 = Vec2::new(1.6, 2.2);

/// How far curves made from circles may be from them, in units.
const FINE: f64 = 0.01;

/// A filled circle.
fn disc(x: f64, y: f64, radius: f64) -> BezPath {
    Circle::new((x, y), radius).to_path(FINE)
}

/// The shadow of a thing with this outline: a core and a softer rim.
fn shadow(outline: &BezPath) -> Drawing {
    let at = |offset: Vec2| Affine::translate(offset) * outline.clone();
    Drawing::new().glaze(at(SHADOW * 1.5), Ink::Shadow, 0.16).glaze(
        at(SHADOW * 0.8),
        Ink::Shadow,
        0.24,
    )
}

#[cfg(test)]
mod tests {
    use kurbo::Rect;

    use super::ogi::{PieceSet, Pointing};
    use super::*;
    use crate::draw::shape::{Overlap, UNIT, coverage};
    use crate::rules::{Kind, Side, makruk as makruk_rules, ogi as ogi_rules};

    const SQUARE: Rect = Rect::new(0.0, 0.0, UNIT, UNIT);

    /// Every drawing there is, with a name.
    fn everything() -> Vec<(String, Drawing)> {
        let mut all = Vec::new();
        for side in Side::ALL {
            all.push((format!("{side:?} disc"), othello::piece(side)));
            all.push((format!("{side:?} last"), othello::last(side)));
            all.push((format!("{side:?} turned"), othello::turned(side)));
            for role in makruk_rules::Role::ALL {
                all.push((format!("{side:?} {role}"), makruk::piece(side, role)));
            }
        }
        for kind in [Kind::Othello, Kind::Makruk, Kind::Ogi] {
            let marks = [
                marks::to(kind),
                marks::from(kind),
                marks::selected(kind),
                marks::check(kind),
                marks::legal(kind),
            ];
            all.extend(marks.into_iter().map(|mark| (format!("{kind:?} mark"), mark)));
        }
        all.extend(koma());
        all
    }

    fn koma() -> Vec<(String, Drawing)> {
        let mut all = Vec::new();
        for set in PieceSet::ALL {
            for side in Side::ALL {
                for pointing in [Pointing::Up, Pointing::Down] {
                    for role in ogi_rules::Role::ALL {
                        for promoted in [false, true] {
                            let piece = ogi_rules::Piece { role, promoted };
                            let name = format!("{set:?} {side:?} {pointing:?} {piece:?}");
                            all.push((name, ogi::piece(side, piece, pointing, set)));
                        }
                    }
                }
            }
        }
        all
    }

    /// How much of the square is covered by all layers of an ink, pixel by pixel.
    fn covered(drawing: &Drawing, counts: impl Fn(Ink) -> bool) -> Vec<u8> {
        let mut pixels = vec![0_u8; 80 * 80];
        for layer in drawing.layers().iter().filter(|layer| counts(layer.ink)) {
            let mask = coverage(&layer.path, layer.overlap, Affine::IDENTITY, 80, 80);
            for (index, pixel) in pixels.iter_mut().enumerate() {
                *pixel = (*pixel).max(mask.at(index as u32 % 80, index as u32 / 80));
            }
        }
        pixels
    }

    /// The share of the square, from 0 to 1, in which two coverages differ.
    fn apart(a: &[u8], b: &[u8]) -> f64 {
        let differing = a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b)) / 255.0);
        differing.sum::<f64>() / (UNIT * UNIT)
    }

    #[test]
    fn nothing_is_cut_off_at_the_edge() {
        for (name, drawing) in everything() {
            assert!(!drawing.layers().is_empty(), "{name}");
            assert!(SQUARE.contains_rect(drawing.bounds()), "{name}: {:?}", drawing.bounds());
        }
    }

    #[test]
    fn lines_outlive_half_their_size() {
        for (name, drawing) in everything() {
            for layer in drawing.layers().iter().filter(|layer| layer.overlap == Overlap::Union) {
                let thin =
                    layer.path.bounding_box().width().min(layer.path.bounding_box().height());
                assert!(thin >= 1.7, "{name}: {thin}");
            }
        }
    }

    #[test]
    fn the_makruk_kinds_are_told_apart_by_shape_alone() {
        let roles = makruk_rules::Role::ALL;
        let solid = |ink| ink != Ink::Shadow;
        let outlines = roles.map(|role| covered(&makruk::piece(Side::First, role), solid));
        for (index, role) in roles.iter().enumerate() {
            for (other, outline) in roles.iter().zip(&outlines).take(index) {
                let shells = [makruk_rules::Role::Bia, makruk_rules::Role::BiaNgai];
                let difference = apart(outline, &outlines[index]);
                // A shell stays as large when it turns over: there the face must tell.
                let alike = shells.contains(role) && shells.contains(other);
                assert!(alike || difference > 0.03, "{role} and {other}: {difference}");
            }
        }
    }

    #[test]
    fn a_turned_shell_shows_another_face() {
        let lines = |ink| matches!(ink, Ink::Figure(_, crate::draw::Part::Line));
        let face = |role| covered(&makruk::piece(Side::First, role), lines);
        let difference = apart(&face(makruk_rules::Role::Bia), &face(makruk_rules::Role::BiaNgai));
        assert!(difference > 0.05, "{difference}");
    }

    #[test]
    fn standing_figures_share_a_base_line_and_the_khun_is_tallest() {
        let standing = [
            makruk_rules::Role::Met,
            makruk_rules::Role::Khon,
            makruk_rules::Role::Ma,
            makruk_rules::Role::Rua,
        ];
        let body = |role| {
            let drawing = makruk::piece(Side::First, role);
            let layers = drawing.layers().iter();
            let solid = layers.filter(|layer| layer.ink != Ink::Shadow);
            solid.map(|layer| layer.path.bounding_box()).reduce(|a, b| a.union(b)).unwrap()
        };
        let khun = body(makruk_rules::Role::Khun);
        for role in standing {
            let figure = body(role);
            assert!((figure.y1 - khun.y1).abs() < 0.1, "{role} stands at {}", figure.y1);
            assert!(figure.y0 > khun.y0 + 1.0, "{role} reaches {}", figure.y0);
        }
    }

    #[test]
    fn a_promoted_face_is_told_by_shape_besides_colour() {
        let writing = |ink| matches!(ink, Ink::Writing | Ink::PromotedWriting);
        for set in PieceSet::ALL {
            for role in ogi_rules::Role::DROPPABLE {
                let [plain, promoted] = [false, true].map(|promoted| {
                    let piece = ogi_rules::Piece { role, promoted };
                    covered(&ogi::piece(Side::First, piece, Pointing::Up, set), writing)
                });
                let difference = apart(&plain, &promoted);
                assert!(difference > 0.01, "{set:?} {role}: {difference}");
            }
        }
    }

    #[test]
    fn the_light_comes_from_the_top_left_on_turned_koma_too() {
        for (name, drawing) in koma() {
            let middle = |wanted: Ink| {
                let facets = drawing.layers().iter().filter(|layer| layer.ink == wanted);
                let middles = facets.map(|layer| layer.path.bounding_box().center().to_vec2());
                middles.fold((Vec2::ZERO, 0.0), |(sum, count), at| (sum + at, count + 1.0))
            };
            let ((light, lights), (shade, shades)) =
                (middle(Ink::WoodLight), middle(Ink::WoodShade));
            let across = shade / shades - light / lights;
            assert!(across.x > 0.0 && across.y > 0.0, "{name}: {across:?}");
        }
    }
}
