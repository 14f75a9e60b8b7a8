//! The Makruk set: turned wood for the court, a horse, and cowrie shells for the bia.

use kurbo::{Affine, BezPath, PathEl};

use super::shadow;
use crate::ink::{Ink, PiecePart, Tone};
use crate::shape::{Drawing, path};
use kradan_rules::Side;
use kradan_rules::makruk::Role;

/// The tone of a side's figures: First is white.
#[must_use]
pub const fn tone(side: Side) -> Tone {
    match side {
        Side::First => Tone::Light,
        Side::Second => Tone::Dark,
    }
}

/// A piece, the way up as its side's owner and the opponent both see it.
#[must_use]
pub fn piece(side: Side, role: Role) -> Drawing {
    let tone = tone(side);
    match role {
        Role::Khun => lathed(tone, &KHUN),
        Role::Met => lathed(tone, &MET),
        Role::Khon => lathed(tone, &KHON),
        Role::Rua => lathed(tone, &RUA),
        Role::Ma => horse(tone),
        Role::Bia => shell(tone),
        Role::BiaNgai => turned_shell(tone),
    }
}

/// Width of the lines around figures, in units.
const OUTLINE: f64 = 2.4;

/// Width of the lines on them.
const LINE: f64 = 2.1;

/// A figure as it comes from the lathe.
struct Lathed {
    /// The right half of the outline from the tip to the foot, x counted from the axis.
    profile: &'static str,
    /// The half that light and shade follow, where the profile has a lip that they do not.
    surface: Option<&'static str>,
    /// Lines on the surface, in the whole square.
    lines: &'static str,
}

/// The tallest: a stupa of three tiers and a spire on a full body.
const KHUN: Lathed = Lathed {
    profile: "M0 3.5 C0.9 8 1.6 12.5 3.4 17 L6.8 18.3 L6.8 21 L10.6 22.6 L10.6 25.6 L14.6 27.4 \
              L14.6 30.8 \
              C20.6 33 24 38.2 22.9 44 C21.6 50.8 11.6 54.6 9.4 60.6 L13.2 62.2 L13.2 65 \
              C18.4 65.6 21.6 68 22.4 72 L0 72",
    surface: None,
    lines: "M27 31.4 Q40 35.4 53 31.4 M19.6 42.6 Q40 49.4 60.4 42.6 M28.4 65.2 Q40 68 51.6 65.2",
};

/// Small, with a round knob.
const MET: Lathed = Lathed {
    profile: "M0 26.4 C4.6 26.4 7.4 29.4 7.4 33.2 C7.4 36 6 38.2 3.6 39.4 L7.8 41.4 \
              C14.2 43.4 17.4 47.2 16.6 51.4 C15.7 56 8.6 58.4 7 62.4 L10.2 63.8 L10.2 66 \
              C14.4 66.6 16.8 68.8 17.4 72 L0 72",
    surface: None,
    lines: "M32.8 41.6 Q40 44.2 47.2 41.6 M30.6 66 Q40 68.4 49.4 66",
};

/// A lotus bud on broad shoulders.
const KHON: Lathed = Lathed {
    profile: "M0 10 C1.6 14 8.2 18 8.2 24.4 C8.2 28 6.6 30.4 4.2 32 L12.4 33.6 L12.4 36.6 \
              C19.6 38 23 42 22 46.8 C20.7 52.8 11.4 55.6 9.2 61 L12.6 62.6 L12.6 65.2 \
              C17.6 65.8 20.4 68.2 21.2 72 L0 72",
    surface: None,
    lines: "M40 14.8 C36.6 19 35.2 25 37.8 30.6 M40 14.8 C43.4 19 44.8 25 42.2 30.6 \
            M28.8 36.9 Q40 40.4 51.2 36.9 M29 65.4 Q40 68 51 65.4",
};

/// The boat: low and wide, with a canopy.
const RUA: Lathed = Lathed {
    profile: "M0 33.6 C2 33.6 3 35 3.2 36.8 C9.4 37.6 14.2 40 16.4 44.2 L26 44.2 L31.4 41.6 \
              C31.6 49.4 28.6 56 22.8 60.4 L22.8 63.2 C26.6 64.4 28.8 67.6 29.2 72 L0 72",
    surface: Some(
        "M0 33.6 C2 33.6 3 35 3.2 36.8 C9.4 37.6 14.2 40 16.4 44.2 L31.2 44.2 \
         C30.8 50.6 28 56.4 22.8 60.4 L22.8 63.2 C26.6 64.4 28.8 67.6 29.2 72 L0 72",
    ),
    lines: "M12 49.6 Q40 55.6 68 49.6 M18.6 62 Q40 66.6 61.4 62",
};

/// Body, shade on the right, light on the left, lines, outline.
fn lathed(tone: Tone, figure: &Lathed) -> Drawing {
    let half = path(figure.profile);
    let ink = |part| Ink::Figure(tone, part);
    let body = between(&half, -1.0, 1.0);
    let half = figure.surface.map_or(half, path);
    shadow(&body)
        .fill(body.clone(), ink(PiecePart::Body))
        .glaze(between(&half, 0.42, 1.0), ink(PiecePart::Shade), 0.55)
        .glaze(between(&half, 0.74, 1.0), ink(PiecePart::Shade), 0.7)
        .glaze(between(&half, -0.72, -0.5), ink(PiecePart::Shine), 0.8)
        .stroke(&path(figure.lines), LINE, ink(PiecePart::Line))
        .stroke(&body, OUTLINE, ink(PiecePart::Outline))
}

/// The strip of a turned body between two multiples of its profile, −1 for its left edge and 1
/// for its right.
fn between(half: &BezPath, from: f64, to: f64) -> BezPath {
    let side = |factor: f64| Affine::new([factor, 0.0, 0.0, 1.0, 40.0, 0.0]) * half.clone();
    let mut strip = side(to);
    let back = side(from).reverse_subpaths();
    strip.extend(back.into_iter().map(|element| match element {
        PathEl::MoveTo(point) => PathEl::LineTo(point),
        other => other,
    }));
    strip.close_path();
    strip
}

/// A horse's head looking left.
const HORSE: &str = "M23.2 72 C23.4 68.4 24.6 66 27 64.6 C29 58.4 36.6 54.6 38.4 46.6 \
    C35.6 48.6 31.6 48.6 28.6 49.8 C25.4 51.2 24 54.6 20.6 55.4 C16.4 56.2 12 53.4 11.6 49 \
    C11.4 45.6 14 42.4 16.2 39 C18.8 35 19.6 30.6 21.8 26.6 C24.2 22.2 27.6 18.8 31.6 16.6 \
    C31.8 12.6 33.6 9.2 37 6.4 C39 8.8 40 11.4 40.4 14 C50.6 16.4 57.4 24.4 60 35 \
    C62.6 46 60.4 56.6 58.6 64.6 C60.8 66 61.8 68.4 62 72 Z";

/// The mane, from the poll down the back of the neck.
const MANE: &str = "M40.4 14 C50.6 16.4 57.4 24.4 60 35 C62.6 46 60.4 56.6 58.6 64.6 L50.2 64.6 \
    C53.2 61 54 57 53 53.2 C55 49.4 55.2 45.2 53.4 41.4 C54 37.4 52.8 33.6 50 30.6 \
    C49.6 26.8 47.4 23.4 44 21.6 C43.4 19 42.2 16.4 40.4 14 Z";

/// Eye, nostril, mouth, cheek and plinth.
const HORSE_LINES: &str = "M16.4 47.6 L17 47.2 M19.2 51.6 Q21.6 50.6 23.2 48.6 \
    M38.4 46.6 C41.4 43.4 42.4 39.4 41.2 35.4 M27.2 64.8 H58.4";

fn horse(tone: Tone) -> Drawing {
    let ink = |part| Ink::Figure(tone, part);
    let body = path(HORSE);
    let eye = path("M26.4 30.8 C27.6 28 30.4 27 33 28.2 C32 31 29.2 32 26.4 30.8 Z");
    shadow(&body)
        .fill(body.clone(), ink(PiecePart::Body))
        .glaze(path(MANE), ink(PiecePart::Shade), 1.0)
        .glaze_stroke(
            &path("M30.4 20.6 C26.4 23.6 24.6 27.6 23 31.6"),
            2.2,
            ink(PiecePart::Shine),
            0.8,
        )
        .stroke(&path(MANE), LINE, ink(PiecePart::Line))
        .stroke(&path(HORSE_LINES), LINE, ink(PiecePart::Line))
        .fill(eye, ink(PiecePart::Line))
        .stroke(&body, OUTLINE, ink(PiecePart::Outline))
}

/// A cowrie's outline, broad end up, with the dents where its slit leaves the shell.
const SHELL: &str = "M40 15 C42 13.2 44.8 12.4 47.4 13 C56.4 15.2 62.6 24 62.6 35.8 \
    C62.6 48.8 55 61.4 46.4 65 C43.8 66 41.8 65.4 40 63.6 C38.2 65.4 36.2 66 33.6 65 \
    C25 61.4 17.4 48.8 17.4 35.8 C17.4 24 23.6 15.2 32.6 13 C35.2 12.4 38 13.2 40 15 Z";

/// The back of a cowrie: a glossy dome with bands across, within the lip.
fn shell(tone: Tone) -> Drawing {
    let ink = |part| Ink::Figure(tone, part);
    let dome = path(DOME);
    let body = path(SHELL);
    shadow(&body)
        .fill(body.clone(), ink(PiecePart::Body))
        .glaze(body.clone(), ink(PiecePart::Shade), 0.5)
        .fill(dome.clone(), ink(PiecePart::Body))
        .glaze(path(BANDS), ink(PiecePart::Shade), 0.75)
        .glaze(crescent(&dome, (37.0, 33.0), 0.84), ink(PiecePart::Shade), 0.6)
        .glaze_stroke(
            &path("M31 29.4 C31.8 25.8 33.8 23.2 36.8 21.8"),
            3.0,
            ink(PiecePart::Shine),
            0.95,
        )
        .stroke(&dome, LINE, ink(PiecePart::Line))
        .stroke(&body, OUTLINE, ink(PiecePart::Outline))
}

/// The dome of a cowrie's back.
const DOME: &str = "M40 19 C49 19 55.6 26 55.6 35.6 C55.6 47 48.6 58.4 40 58.4 \
    C31.4 58.4 24.4 47 24.4 35.6 C24.4 26 31 19 40 19 Z";

/// Bands across it.
const BANDS: &str = "M24.6 34.6 Q40 26.4 55.4 34.6 L55.2 40.2 Q40 31.8 24.8 40.2 Z \
    M27.2 46.6 Q40 39.2 52.8 46.6 L50.4 51.4 Q40 45 29.6 51.4 Z";

/// What is left of a shape when its smaller likeness, nearer to the light, is taken away.
fn crescent(shape: &BezPath, towards: (f64, f64), scale: f64) -> BezPath {
    let mut crescent = shape.clone();
    crescent.extend(Affine::scale_about(scale, towards) * shape.clone());
    crescent
}

/// The underside of a cowrie: the slit between two rows of teeth.
fn turned_shell(tone: Tone) -> Drawing {
    let ink = |part| Ink::Figure(tone, part);
    let body = path(SHELL);
    shadow(&body)
        .fill(body.clone(), ink(PiecePart::Body))
        .glaze(crescent(&body, (36.0, 32.0), 0.9), ink(PiecePart::Shade), 0.75)
        .fill(path(SLIT), ink(PiecePart::Line))
        .stroke(&path(TEETH), 2.7, ink(PiecePart::Line))
        .stroke(&body, OUTLINE, ink(PiecePart::Outline))
}

/// The opening of a cowrie, a little bent.
const SLIT: &str = "M41 17.4 C44.6 25.4 45 47 40.6 61.4 C35.8 49 35.4 28 41 17.4 Z";

/// The teeth on both sides of it.
const TEETH: &str = "M33.4 23.4 L28.6 21.6 M31.8 30.6 L25.8 29.8 M31.4 38 L25.2 38.2 \
    M31.8 45.4 L26.6 46.8 M33.4 52.6 L29.4 55 M47.2 23.4 L51.6 21.6 M48.4 30.6 L54.2 29.8 \
    M48.8 38 L54.8 38.2 M48.4 45.4 L53.4 46.8 M46.8 52.6 L50.6 55";
