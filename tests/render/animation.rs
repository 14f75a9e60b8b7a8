//! Animations, read frame by frame with two decoders.

use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions, Repeat};
use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use kradan_render::{FrameDelays, PieceSet, Scene, Sheet, Slot, Standing, Theme, View};
use kradan_rules::{Game, GameKind, Side};

use crate::games::{random, sample, stages};
use crate::reader::{self, Picture};
use crate::sheets::sheet;

/// The frames of an animation, and the delay of each in hundredths of a second.
type Frames = Vec<(Picture, u16)>;

/// The frames of an animation, decoded by the `gif` crate and combined here.
fn frames(file: &[u8]) -> Frames {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.check_frame_consistency(true);
    let mut decoder = options.read_info(Cursor::new(file)).expect("a GIF");
    assert_eq!(decoder.repeat(), Repeat::Infinite);
    let palette = decoder.global_palette().expect("one global palette").as_chunks::<3>().0.to_vec();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = Picture::new(width, height, &vec![0; 3 * width * height]);
    let mut frames = Frames::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert!(frame.palette.is_none(), "one global palette");
        let (left, top) = (usize::from(frame.left), usize::from(frame.top));
        for (y, row) in frame.buffer.chunks_exact(usize::from(frame.width)).enumerate() {
            for (x, &index) in row.iter().enumerate() {
                if frame.transparent != Some(index) {
                    canvas.pixels[(top + y) * width + left + x] = palette[usize::from(index)];
                }
            }
        }
        frames.push((canvas.clone(), frame.delay));
    }
    frames
}

/// The frames of an animation, decoded and combined by the `image` crate.
fn frames_by_image(file: &[u8]) -> Frames {
    let frames = GifDecoder::new(Cursor::new(file)).expect("a GIF").into_frames();
    let frames = frames.collect_frames().expect("frames");
    let decoded = frames.into_iter().map(|frame| {
        let (milliseconds, one) = frame.delay().numer_denom_ms();
        assert_eq!(one, 1);
        let picture = image::DynamicImage::ImageRgba8(frame.into_buffer()).into_rgb8();
        let (width, height) = picture.dimensions();
        let picture = Picture::new(width as usize, height as usize, picture.as_raw());
        (picture, (milliseconds / 10) as u16)
    });
    decoded.collect()
}

/// The scene of an earlier frame: without the side to move and Othello's counts, which change far
/// from the move.
fn without_counts(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    for band in [&mut scene.above, &mut scene.below] {
        band.standing = Standing::Waits;
        for slot in &mut band.slots {
            if let Slot::Discs(..) = slot {
                *slot = Slot::Empty;
            }
        }
    }
    scene
}

fn check(sheet: &Sheet, scenes: &[Scene], pace: FrameDelays) {
    let file = sheet.gif(scenes, pace);
    let found = frames(&file);
    assert!(found == frames_by_image(&file), "two decoders agree");
    let (last, earlier) = scenes.split_last().unwrap();
    let mut expected = Frames::new();
    // All pictures have one size.
    let has_bands = scenes.iter().any(|it| it.has_bands);
    for scene in earlier.iter().map(without_counts).chain([last.clone()]) {
        let scene = Scene { has_bands, ..scene };
        let picture = reader::png(&sheet.plain_png(&scene));
        // An unchanged picture gets no frame of its own.
        match expected.last_mut() {
            Some((before, delay)) if *before == picture => *delay += pace.frame,
            _ => expected.push((picture, pace.frame)),
        }
    }
    let (_, delay) = expected.last_mut().unwrap();
    *delay = *delay - pace.frame + pace.last;
    // A ply is drawn in a few boxes, the last of which leaves the whole picture.
    let mut found = found.iter();
    for (index, (picture, delay)) in expected.iter().enumerate() {
        let mut boxes = 1;
        let (first, delay_of_first) = found.next().expect("a frame for each picture");
        let (mut seen, mut time) = (first, *delay_of_first);
        while time < *delay {
            let next = found.next().expect("frames for the whole time");
            (seen, time, boxes) = (&next.0, time + next.1, boxes + 1);
        }
        assert!(seen == picture, "picture {index}");
        assert_eq!(time, *delay, "picture {index}");
        assert!(boxes <= 4 && 8 * (boxes - 1) <= pace.frame, "{boxes} boxes of picture {index}");
    }
    assert_eq!(found.len(), 0, "no frame follows the last picture");
}

fn scenes(game: &Game, view: View) -> Vec<Scene> {
    stages(game).iter().map(|game| Scene::of(game, view, None)).collect()
}

#[test]
fn every_frame_is_the_plain_picture() {
    for (theme, kind) in Theme::ALL.into_iter().zip(GameKind::ALL) {
        let sheet = sheet(kind, theme, PieceSet::Kanji, 808);
        check(sheet, &scenes(&sample(kind, 60), View::default()), FrameDelays::default());
    }
}

#[test]
fn every_frame_is_right_in_random_games_themes_and_sizes() {
    for (seed, theme) in (0..).zip(Theme::ALL) {
        for (kind, width) in GameKind::ALL.into_iter().zip([404, 500, 640]) {
            let sheet = sheet(kind, theme, PieceSet::Symbols, width);
            let view = View { seen_from: Side::Second, hints: seed % 2 == 0, picked: None };
            let pace = FrameDelays { frame: 35 + seed as u16, last: 500 };
            check(sheet, &scenes(&random(kind, seed, 70), view), pace);
        }
    }
}

#[test]
fn one_scene_is_an_animation() {
    for kind in GameKind::ALL {
        let sheet = sheet(kind, Theme::ALL[0], PieceSet::Kanji, 404);
        check(sheet, &scenes(&Game::new(kind), View::default()), FrameDelays::default());
    }
}

#[test]
fn an_othello_pass_lengthens_a_frame() {
    // Black must pass before the last move.
    let text = "OOOOOOOX".repeat(7) + "OOOOOO-X O";
    let mut game = Game::from_position(GameKind::Othello, &text).unwrap();
    while let [only] = &game.legal_moves()[..] {
        game.play_text(&only.clone()).unwrap();
    }
    let sheet = sheet(GameKind::Othello, Theme::ALL[0], PieceSet::Kanji, 404);
    check(sheet, &scenes(&game, View::default()), FrameDelays::default());
}

#[test]
fn a_strip_shows_its_scenes_side_by_side() {
    let sheet = sheet(GameKind::Ogi, Theme::ALL[0], PieceSet::Kanji, 404);
    let scenes = scenes(&sample(GameKind::Ogi, 4), View::default());
    let strip = reader::png(&sheet.strip(&scenes, 2));
    let layout = sheet.style().layout;
    let (width, height) = (layout.width() as usize, layout.height(GameKind::Ogi, false) as usize);
    assert_eq!((strip.width, strip.height), (2 * width, 3 * height));
    for (index, scene) in scenes.iter().enumerate() {
        let at = (index % 2 * width, index / 2 * height);
        assert!(strip.part(at, (width, height)) == reader::png(&sheet.plain_png(scene)).pixels);
    }
    let frame = sheet.style().theme.frame.0;
    let rest = strip.part((width, 2 * height), (width, height));
    assert!(rest.iter().all(|&pixel| pixel == frame), "the rest has the colour of the frame");
}
