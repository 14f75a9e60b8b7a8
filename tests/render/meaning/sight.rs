//! Finds out what the parts of a picture show.

use std::collections::HashMap;
use std::fmt::Debug;

use image::RgbImage;
use kradan_render::{Style, View};
use kradan_rules::{Game, GameKind};

use super::expected::{Cell, Expected, Standing};
use super::looks::{Edge, Looks, besides, cells};
use crate::reader::Picture;
use kradan_tested_games::Beside;

/// How far a channel may be off on average, of 255: what a palette of few colours costs.
const OFF_MAX: u64 = 9;

/// Knows how everything looks in a style.
pub(super) struct Sight {
    kind: GameKind,
    style: Style,
    cells: Eye<Cell>,
    besides: Eye<Beside>,
    above: Eye<Standing>,
    below: Eye<Standing>,
    corner_above: Eye<Standing>,
    corner_below: Eye<Standing>,
    files: Eye<char>,
    ranks: Eye<char>,
}

impl Sight {
    pub(super) fn new(kind: GameKind, style: Style) -> Sight {
        let looks = Looks { kind, style };
        let layout = style.layout;
        let standings =
            [Standing::Waits, Standing::Moves, Standing::Won, Standing::Lost, Standing::Drawn];
        let standing = |edge| Eye::new(standings, |it| looks.standing(it, edge));
        let corner = |edge| Eye::new(standings, |it| looks.corner(it, edge));
        Sight {
            kind,
            style,
            cells: Eye::new(cells(kind), |cell| looks.cell(cell)),
            besides: Eye::new(besides(kind), |beside| looks.beside(beside)),
            above: standing(Edge::Above),
            below: standing(Edge::Below),
            corner_above: corner(Edge::Above),
            corner_below: corner(Edge::Below),
            files: Eye::new('a'..='h', |it| looks.label(it, (layout.square, layout.label), 18.0)),
            ranks: Eye::new('1'..='8', |it| looks.label(it, (layout.label, layout.square), 48.2)),
        }
    }

    /// Looks at every part of a picture.
    pub(super) fn assert_shows(
        &mut self,
        picture: &Picture,
        expected: &Expected,
        game: &Game,
        view: View,
    ) {
        let layout = self.style.layout;
        let [square, label, margin, band] =
            [layout.square, layout.label, layout.margin, layout.band(self.kind)]
                .map(|it| it as usize);
        let (above, below) = if expected.has_bands { (band, band) } else { (label, 0) };
        assert_eq!(
            (picture.width, picture.height),
            (label + 8 * square + margin, above + 8 * square + label + below)
        );
        let context = || {
            let Style { theme, pieces, .. } = self.style;
            format!("{theme} {pieces:?} {view:?}\n{}", game.diagram())
        };
        for (column, cells) in expected.cells.iter().enumerate() {
            for (row, cell) in cells.iter().enumerate() {
                let at = (label + column * square, above + row * square);
                let part = picture.part(at, (square, square));
                self.cells.assert_sees(part, *cell, || {
                    format!("column {column}, row {row}, {}", context())
                });
            }
        }
        let bottom = above + 8 * square;
        if !expected.has_bands {
            let corner = picture.part((0, 0), (label, label));
            self.corner_above.assert_sees(corner, expected.above.standing, context);
            let corner = picture.part((0, bottom), (label, label));
            self.corner_below.assert_sees(corner, expected.below.standing, context);
        }
        let bands = [
            (0, expected.above, &mut self.above),
            (bottom + label, expected.below, &mut self.below),
        ];
        for (top, band_there, standings) in bands.into_iter().filter(|_| expected.has_bands) {
            let place = (square, band);
            let standing = picture.part((label, top), place);
            standings.assert_sees(standing, band_there.standing, context);
            for (index, beside) in (1..).zip(band_there.besides) {
                let part = picture.part((label + index * square, top), place);
                let place = || format!("place {index} of the band at {top}, {}", context());
                self.besides.assert_sees(part, beside, place);
            }
        }
        for (index, (&file, &rank)) in expected.files.iter().zip(&expected.ranks).enumerate() {
            let part = picture.part((label + index * square, bottom), (square, label));
            self.files.assert_sees(part, file, context);
            let part = picture.part((0, above + index * square), (label, square));
            self.ranks.assert_sees(part, rank, context);
        }
    }
}

/// Tells things of one kind apart.
struct Eye<T> {
    looks: Vec<(T, Vec<u8>)>,
    /// What was seen before: most parts come again and again.
    seen: HashMap<Vec<[u8; 3]>, T>,
}

impl<T: Copy + Debug + PartialEq> Eye<T> {
    fn new(things: impl IntoIterator<Item = T>, look: impl Fn(T) -> RgbImage) -> Eye<T> {
        let looks = things.into_iter().map(|thing| (thing, look(thing).into_raw()));
        Eye { looks: looks.collect(), seen: HashMap::new() }
    }

    fn assert_sees(&mut self, part: Vec<[u8; 3]>, expected: T, place: impl Fn() -> String) {
        let seen = *self.seen.entry(part).or_insert_with_key(|part| {
            let part = part.as_flattened();
            let mut best = (u64::MAX, 0);
            for (index, (_, look)) in self.looks.iter().enumerate() {
                let off = off(part, look, best.0);
                best = best.min((off, index));
            }
            let (off, index) = best;
            let mean = off / part.len() as u64;
            let thing = self.looks[index].0;
            assert!(mean < OFF_MAX, "{thing:?} is {mean} off, {}", place());
            thing
        });
        assert_eq!(seen, expected, "{}", place());
    }
}

/// How far two pictures are apart in all, or anything above a limit.
fn off(a: &[u8], b: &[u8], limit: u64) -> u64 {
    assert_eq!(a.len(), b.len());
    let mut off = 0;
    for (a, b) in a.chunks(240).zip(b.chunks(240)) {
        off += a.iter().zip(b).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum::<u64>();
        if off > limit {
            break;
        }
    }
    off
}
