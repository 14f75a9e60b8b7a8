//! The fast renderer draws exactly what the plain one draws, according to two independent readers.

use fastrand::Rng;
use kradan_render::{Cell, Layout, Pick, PieceSet, Scene, Sheet, Slot, Standing, Theme, View};
use kradan_rules::{Game, GameKind, Side, Square, Verdict, ogi};

use crate::games::{random, stages};
use crate::reader::{self, Indexed};
use crate::sheets::{all, sheet};

/// Scenes of random games in random views, and scenes of randomly combined parts, which show errors
/// that no game shows.
struct RandomScenes {
    rng: Rng,
    stages: Vec<Game>,
    cells: Vec<Cell>,
    slots: Vec<Slot>,
}

impl RandomScenes {
    fn new(kind: GameKind, seed: u64) -> RandomScenes {
        let mut rng = Rng::with_seed(seed);
        let stages: Vec<Game> =
            (0..12).flat_map(|game| stages(&random(kind, 100 * seed + game, 300))).collect();
        let (mut cells, mut slots) = (Vec::new(), Vec::new());
        for stage in &stages {
            let scene = scene(stage, &mut rng);
            cells.extend(scene.cells.as_flattened());
            slots.extend(scene.above.slots.iter().chain(&scene.below.slots));
        }
        RandomScenes { rng, stages, cells, slots }
    }

    fn scene(&mut self) -> Scene {
        let stage = &self.stages[self.rng.usize(..self.stages.len())];
        let mut scene = scene(stage, &mut self.rng);
        match self.rng.u8(..4) {
            0 => {}
            1 => {
                for cell in scene.cells.as_flattened_mut() {
                    *cell = *self.rng.choice(&self.cells).unwrap();
                }
                for slot in scene.above.slots.iter_mut().chain(&mut scene.below.slots) {
                    *slot = *self.rng.choice(&self.slots).unwrap();
                }
            }
            // The fast renderer copies and merges long runs of equal cells.
            2 => {
                let few: Vec<Cell> =
                    (0..2).map(|_| *self.rng.choice(&self.cells).unwrap()).collect();
                for cell in scene.cells.as_flattened_mut() {
                    *cell = *self.rng.choice(&few).unwrap();
                }
            }
            _ => {
                scene.files = std::array::from_fn(|_| self.rng.u8(..8));
                scene.ranks = std::array::from_fn(|_| self.rng.u8(..8));
                let standings = [
                    Standing::Waits,
                    Standing::Moves,
                    Standing::Won,
                    Standing::Lost,
                    Standing::Drawn,
                ];
                scene.above.standing = standings[self.rng.usize(..5)];
                scene.below.standing = standings[self.rng.usize(..5)];
                scene.has_bands = self.rng.bool();
            }
        }
        scene
    }
}

fn scene(game: &Game, rng: &mut Rng) -> Scene {
    let picked = match rng.u8(..3) {
        0 => None,
        1 => Square::from_index(rng.usize(..64)).map(Pick::Square),
        _ => Some(Pick::Hand(rng.choice(ogi::Role::DROPPABLE).unwrap())),
    };
    let seen_from = if rng.bool() { Side::First } else { Side::Second };
    let result = rng.choice([None, Some(Verdict::Draw), Some(Verdict::Win(Side::Second))]);
    Scene::of(game, View { seen_from, hints: rng.bool(), picked }, result.unwrap())
}

fn check(sheet: &Sheet, scenes: &mut RandomScenes, times: usize) {
    let layout = sheet.style().layout;
    for time in 0..times {
        let scene = scenes.scene();
        let height = layout.height(sheet.kind(), scene.has_bands);
        let size = (layout.width() as usize, height as usize);
        let file = sheet.png(&scene);
        let plain = reader::png(&sheet.plain_png(&scene));
        assert_eq!((plain.width, plain.height), size);
        assert!(plain.width != plain.height, "a square picture is cropped on phones");
        for fast in [reader::png(&file), reader::png_by_zune(&file)] {
            assert!(fast == plain, "{} {scene:?}", sheet.style().theme);
        }
        // This is the slowest check, and the readers above have checked the checksums.
        if !time.is_multiple_of(4) {
            continue;
        }
        let Indexed { width, palette, indices } = Indexed::read(&file);
        assert_eq!((width, indices.len()), (size.0, size.0 * size.1));
        let colours = indices.iter().map(|&index| &palette[usize::from(index)]);
        assert!(colours.eq(&plain.pixels), "{scene:?}");
    }
}

#[test]
fn the_fast_renderer_equals_the_plain_one_in_every_theme() {
    for (seed, kind) in (1..).zip(GameKind::ALL) {
        let mut scenes = RandomScenes::new(kind, seed);
        for sheet in all(kind, 404) {
            check(sheet, &mut scenes, 120);
        }
        for sheet in all(kind, 808) {
            check(sheet, &mut scenes, 20);
        }
    }
}

#[test]
fn the_fast_renderer_equals_the_plain_one_in_every_size() {
    for (seed, kind) in (4..).zip(GameKind::ALL) {
        let mut scenes = RandomScenes::new(kind, seed);
        for width in [405, 550, 807, 1000, 1616] {
            let sheet = sheet(kind, Theme::ALL[1], PieceSet::Symbols, width);
            assert_eq!(Layout::of_width(width), Ok(sheet.style().layout));
            check(sheet, &mut scenes, 12);
        }
    }
}

/// All plies of games, in the default view.
#[test]
fn the_fast_renderer_equals_the_plain_one_in_whole_games() {
    for kind in GameKind::ALL {
        let sheet = sheet(kind, Theme::ALL[0], PieceSet::Kanji, 404);
        for game in (50..54).flat_map(|seed| stages(&random(kind, seed, 300))) {
            let scene = Scene::of(&game, View::default(), None);
            let (fast, plain) = (sheet.png(&scene), sheet.plain_png(&scene));
            assert!(reader::png(&fast) == reader::png(&plain), "{}", game.diagram());
        }
    }
}
