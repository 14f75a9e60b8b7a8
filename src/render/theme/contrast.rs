//! Checks every theme against limits: contrast by WCAG 2.2, and for the colour-blind theme also as
//! protanopes and deuteranopes see it.
//!
//! Deficiencies are simulated after Machado, Oliveira and Fernandes, "A Physiologically-based
//! Model for Simulation of Color Vision Deficiency" (2009), at full severity, on linear light.
//! Differences between colours are CIE 1976 ΔE in Lab under D65; 2.3 is just noticeable.
//!
//! Palettes have few colours, but the colours checked here are in them exactly; the tests of
//! `sheet` check that.

use image::Rgb;

use super::{BoardColours, Theme};
use kradan_rules::{GameKind, Side};

/// What WCAG asks of marks.
const MARK: f64 = 3.0;

/// What WCAG asks of text.
const TEXT: f64 = 4.5;

/// How far marks of different meaning are apart, in ΔE; their shapes differ besides.
const APART: f64 = 20.0;

/// Red, green and blue as light, each from 0 to 1.
type Light = [f64; 3];

/// How someone sees: from light to light.
type Eye = [Light; 3];

const USUAL: Eye = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

const PROTANOPIA: Eye = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];

const DEUTERANOPIA: Eye = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];

/// A colour as an eye sees it.
fn seen(eye: &Eye, colour: Rgb<u8>) -> Light {
    let light = colour.0.map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    eye.map(|row| dot(row, light).clamp(0.0, 1.0))
}

fn dot(a: Light, b: Light) -> f64 {
    a.into_iter().zip(b).map(|(a, b)| a * b).sum()
}

fn luminance(light: Light) -> f64 {
    dot([0.2126, 0.7152, 0.0722], light)
}

/// WCAG's contrast ratio, from 1 to 21.
fn contrast(eye: &Eye, a: Rgb<u8>, b: Rgb<u8>) -> f64 {
    let (a, b) = (luminance(seen(eye, a)), luminance(seen(eye, b)));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// CIE 1976 ΔE.
fn difference(eye: &Eye, a: Rgb<u8>, b: Rgb<u8>) -> f64 {
    let (a, b) = (lab(seen(eye, a)), lab(seen(eye, b)));
    a.into_iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Lightness and the two axes of hue under D65.
fn lab(light: Light) -> Light {
    let x = dot([0.4124, 0.3576, 0.1805], light) / 0.9505;
    let y = luminance(light);
    let z = dot([0.0193, 0.1192, 0.9505], light) / 1.089;
    let [x, y, z] = [x, y, z].map(|value: f64| {
        if value > 216.0 / 24389.0 { value.cbrt() } else { value * 841.0 / 108.0 + 4.0 / 29.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Collects every failure, so that one run reports all.
struct Faults<'a> {
    theme: &'a Theme,
    eye: &'a Eye,
    found: Vec<String>,
}

impl<'a> Faults<'a> {
    fn of(theme: &'a Theme, eye: &'a Eye) -> Self {
        Faults { theme, eye, found: Vec::new() }
    }

    /// `what` must show on `ground`.
    fn shows(&mut self, what: &str, colour: Rgb<u8>, ground: Rgb<u8>, least: f64) {
        self.one_shows(what, &[colour], ground, least);
    }

    /// One of the colours of `what` must show on `ground`, as its body or its outline.
    fn one_shows(&mut self, what: &str, colours: &[Rgb<u8>], ground: Rgb<u8>, least: f64) {
        let ratios = colours.iter().map(|&colour| contrast(self.eye, colour, ground));
        let best = ratios.fold(0.0, f64::max);
        if best < least {
            self.found.push(format!("{} {what}: {best:.2} of {least}", self.theme));
        }
    }

    /// Two colours of different meaning must be distinguishable.
    fn differ(&mut self, what: &str, a: Rgb<u8>, b: Rgb<u8>) {
        let apart = difference(self.eye, a, b);
        if apart < APART {
            self.found.push(format!("{} {what}: ΔE {apart:.1} of {APART}", self.theme));
        }
    }

    fn assert_none(self) {
        assert!(self.found.is_empty(), "{:#?}", self.found);
    }
}

/// Marks on the plain and on the tinted square.
fn marks(faults: &mut Faults, kind: GameKind) {
    let board = faults.theme.board(kind);
    let BoardColours { square, to, from, selected, check, legal, .. } = *board;
    for (name, mark) in [("to", to), ("from", from), ("selected", selected), ("check", check)] {
        faults.shows(&format!("{kind:?} {name} on the square"), mark.frame, square, MARK);
        faults.shows(&format!("{kind:?} {name} on its tint"), mark.frame, mark.tint, MARK);
    }
    let dot = [legal.dot, legal.rim];
    for (name, ground) in [("square", square), ("origin", from.tint), ("target", to.tint)] {
        faults.one_shows(&format!("{kind:?} legal on the {name}"), &dot, ground, MARK);
    }
    faults.shows(&format!("{kind:?} legal on the square"), legal.dot, square, MARK);
    faults.shows(&format!("{kind:?} legal on its rim"), legal.dot, legal.rim, MARK);
}

fn texts(faults: &mut Faults) {
    let theme = faults.theme;
    faults.shows("label", theme.label, theme.frame, TEXT);
    // It is the colour of a drawn game's ½ as well.
    faults.shows("turn", theme.turn, theme.frame, TEXT);
    faults.shows("badge's text", theme.badge.text, theme.badge.disc, TEXT);
    faults.shows("badge's rim", theme.badge.rim, theme.badge.disc, MARK);
    for side in Side::ALL {
        faults.shows(&format!("{side:?} writing"), theme.koma.ink, theme.koma.wood[side], TEXT);
        let promoted = theme.koma.promoted[side];
        faults.shows(&format!("{side:?} promoted"), theme.koma.red, promoted, TEXT);
    }
}

/// The grounds below pieces.
fn grounds(board: &BoardColours) -> [(&'static str, Rgb<u8>); 4] {
    [
        ("square", board.square),
        ("target", board.to.tint),
        ("pick", board.selected.tint),
        ("check", board.check.tint),
    ]
}

fn pieces(faults: &mut Faults) {
    let theme = faults.theme;
    for (kind, tones) in [(GameKind::Othello, &theme.discs), (GameKind::Makruk, &theme.figures)] {
        for (ground, square) in grounds(theme.board(kind)) {
            for (name, parts) in [("light", &tones.light), ("dark", &tones.dark)] {
                let body = [parts.body, parts.outline];
                faults.one_shows(&format!("{kind:?} {name} on its {ground}"), &body, square, MARK);
                if name == "dark" {
                    // An outline alone does not tell the dark figures apart.
                    let what = format!("{kind:?} surface of dark on its {ground}");
                    faults.shows(&what, parts.body, square, MARK);
                }
                faults.shows(&format!("{kind:?} {name} lines"), parts.line, parts.body, MARK);
            }
        }
        faults.shows(&format!("{kind:?} light by dark"), tones.light.body, tones.dark.body, TEXT);
    }
    for tone in [theme.discs.light, theme.discs.dark] {
        faults.shows("last on its disc", theme.last, tone.body, MARK);
    }
    for side in Side::ALL {
        for (ground, square) in grounds(&theme.ogi) {
            let body = [theme.koma.wood[side], theme.koma.edge];
            faults.one_shows(&format!("{side:?} koma on its {ground}"), &body, square, MARK);
        }
    }
}

#[test]
fn everything_shows_in_every_theme() {
    for theme in Theme::ALL {
        let mut faults = Faults::of(theme, &USUAL);
        for kind in GameKind::ALL {
            marks(&mut faults, kind);
        }
        texts(&mut faults);
        pieces(&mut faults);
        faults.assert_none();
    }
}

#[test]
fn the_warm_themes_tell_the_woods_of_both_sides_apart() {
    for name in ["classic", "wood"] {
        let theme = Theme::named(name).unwrap();
        let mut faults = Faults::of(theme, &USUAL);
        faults.differ("woods", theme.koma.wood.first, theme.koma.wood.second);
        faults.assert_none();
    }
}

#[test]
fn the_safe_theme_shows_to_the_colour_blind() {
    let theme = Theme::named("safe").unwrap();
    for eye in [&USUAL, &PROTANOPIA, &DEUTERANOPIA] {
        let mut faults = Faults::of(theme, eye);
        for kind in GameKind::ALL {
            marks(&mut faults, kind);
        }
        texts(&mut faults);
        pieces(&mut faults);
        for board in [&theme.makruk, &theme.ogi] {
            let BoardColours { to, selected, check, .. } = *board;
            for (what, a, b) in [
                ("to and check", to, check),
                ("to and selected", to, selected),
                ("check and selected", check, selected),
            ] {
                faults.differ(what, a.frame, b.frame);
                faults.differ(&format!("{what}, tinted"), a.tint, b.tint);
            }
        }
        for side in Side::ALL {
            let koma = &theme.koma;
            faults.differ("promoted wood", koma.wood[side], koma.promoted[side]);
            faults.differ("promoted writing", koma.ink, koma.red);
        }
        faults.assert_none();
    }
}

#[test]
fn the_measures_agree_with_known_values() {
    let (black, white) = (Rgb([0; 3]), Rgb([255; 3]));
    assert!((contrast(&USUAL, black, white) - 21.0).abs() < 1e-9);
    assert!((difference(&USUAL, black, white) - 100.0).abs() < 0.1);
    // Mid grey 119 on white is the usual example of text that just fails.
    assert!((contrast(&USUAL, Rgb([119; 3]), white) - 4.48).abs() < 0.01);
    // Greys look the same to everyone; red and green do not look apart to a deuteranope.
    for eye in [&PROTANOPIA, &DEUTERANOPIA] {
        assert!(
            difference(eye, Rgb([119; 3]), white) - difference(&USUAL, Rgb([119; 3]), white) < 0.1
        );
    }
    let (red, green) = (Rgb([180, 60, 40]), Rgb([95, 115, 40]));
    assert!(difference(&USUAL, red, green) > 60.0);
    assert!(difference(&DEUTERANOPIA, red, green) < 20.0);
}
