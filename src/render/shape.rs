//! Vector drawings, and masks made from them.
//!
//! A [`Drawing`] covers a square of [`UNIT`]×[`UNIT`] units with y pointing down. It names
//! [`Ink`]s, not colours, so its masks are made once and painted in every theme.

#![expect(
    clippy::cast_sign_loss,
    reason = "pixels and colours are cut off at zero before the cast"
)]

use image::{GrayImage, Luma, Rgb, RgbaImage};
use imageproc::drawing::draw_polygon_mut;
use imageproc::point::Point as Dot;
use kurbo::{Affine, BezPath, Cap, Join, PathEl, Rect, Shape as _, Stroke, StrokeOpts};

use super::ink::Ink;

/// Side of the square that drawings are made for, in drawing units.
pub const UNIT: f64 = 80.0;

/// Steps per pixel in both directions when a mask is filled.
const STEPS: u32 = 8;

/// The largest error of a flattened curve, in steps.
const FLATNESS: f64 = 0.4;

/// Layers of ink, the lowest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    layers: Vec<Layer>,
}

/// One ink in one shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// The outline, in drawing units.
    pub path: BezPath,
    /// How overlapping contours of the path are filled.
    pub overlap: Overlap,
    /// What it is painted with.
    pub ink: Ink,
    /// From 0 (invisible) to 1 (covers what is below).
    pub opacity: f32,
}

/// How overlapping contours of a path are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// Filled where an odd number of contours covers: a contour inside another is a hole.
    Hole,
    /// Filled where any contour covers, as the pieces of a stroke are.
    Union,
}

impl Drawing {
    /// A drawing with nothing on it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The layers, the lowest first.
    #[must_use]
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Adds a filled path.
    #[must_use]
    pub fn fill(self, path: BezPath, ink: Ink) -> Self {
        self.glaze(path, ink, 1.0)
    }

    /// Adds a translucent filled path, with an opacity from 0 to 1.
    #[must_use]
    pub fn glaze(mut self, path: BezPath, ink: Ink, opacity: f32) -> Self {
        self.layers.push(Layer { path, overlap: Overlap::Hole, ink, opacity });
        self
    }

    /// Adds a line along a path, its width in drawing units, with round ends and joins.
    #[must_use]
    pub fn stroke(self, path: &BezPath, width: f64, ink: Ink) -> Self {
        self.glaze_stroke(path, width, ink, 1.0)
    }

    /// Adds a translucent line as [`Drawing::stroke`] does.
    #[must_use]
    pub fn glaze_stroke(mut self, path: &BezPath, width: f64, ink: Ink, opacity: f32) -> Self {
        let path = stroked(path, width);
        self.layers.push(Layer { path, overlap: Overlap::Union, ink, opacity });
        self
    }

    /// Adds all layers of another drawing on top.
    #[must_use]
    pub fn and(mut self, above: Drawing) -> Self {
        self.layers.extend(above.layers);
        self
    }

    /// The same drawing moved, scaled or turned.
    #[must_use]
    pub fn transformed(mut self, transform: Affine) -> Self {
        for layer in &mut self.layers {
            layer.path.apply_affine(transform);
        }
        self
    }

    /// The smallest rectangle around all layers, in drawing units; empty for no layers.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let boxes = self.layers.iter().map(|layer| layer.path.bounding_box());
        boxes.reduce(|all, one| all.union(one)).unwrap_or(Rect::ZERO)
    }

    /// The masks of all layers on a canvas of `width`×`height` pixels; `transform` goes from
    /// drawing units to pixels.
    #[must_use]
    pub fn stencil(&self, transform: Affine, width: u32, height: u32) -> Stencil {
        let cut = |layer: &Layer| Cut {
            mask: coverage(&layer.path, layer.overlap, transform, width, height),
            ink: layer.ink,
            opacity: layer.opacity,
        };
        Stencil { cuts: self.layers.iter().map(cut).collect() }
    }
}

/// A path from the notation of SVG's `d` attribute.
///
/// # Panics
///
/// When the text is not such a path. All paths are constants, and the tests draw every one.
#[must_use]
pub fn path(text: &str) -> BezPath {
    BezPath::from_svg(text).expect("art is written as valid paths")
}

/// The outline of a line along a path, its width in the path's units, in overlapping pieces.
///
/// Each piece belongs to one curve, so none overlaps itself; fill them as [`Overlap::Union`].
#[must_use]
pub fn stroked(path: &BezPath, width: f64) -> BezPath {
    let style = Stroke::new(width).with_caps(Cap::Round).with_join(Join::Round);
    let one = |segment: kurbo::PathSeg| {
        let piece = BezPath::from_path_segments(std::iter::once(segment));
        kurbo::stroke(piece, &style, &StrokeOpts::default(), 0.02)
    };
    path.segments().flat_map(one).collect()
}

/// The coverage of each pixel by a shape, 0 to 255, within the shape's bounding box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Pixels between the canvas's left edge and the mask's.
    pub left: u32,
    /// Pixels between the canvas's top edge and the mask's.
    pub top: u32,
    /// The coverage; empty for a shape off the canvas.
    pub coverage: GrayImage,
}

impl Mask {
    /// The coverage at a pixel of the canvas.
    #[must_use]
    pub fn at(&self, x: u32, y: u32) -> u8 {
        let inside = x.checked_sub(self.left).zip(y.checked_sub(self.top));
        inside.and_then(|(x, y)| self.coverage.get_pixel_checked(x, y)).map_or(0, |luma| luma.0[0])
    }
}

/// The mask of a path on a canvas of `width`×`height` pixels; `transform` goes from the path's
/// units to pixels.
#[must_use]
pub fn coverage(
    path: &BezPath,
    overlap: Overlap,
    transform: Affine,
    width: u32,
    height: u32,
) -> Mask {
    let steps = f64::from(STEPS);
    let path = transform.then_scale(steps) * path;
    let (width, height) = (f64::from(width), f64::from(height));
    let touched = path.bounding_box().scale_from_origin(1.0 / steps).expand();
    let touched = touched.intersect(Rect::new(0.0, 0.0, width, height));
    if touched.is_zero_area() {
        return Mask { left: 0, top: 0, coverage: GrayImage::new(0, 0) };
    }
    let (left, top) = (touched.x0 as u32, touched.y0 as u32);
    let size = (touched.width() as u32 * STEPS, touched.height() as u32 * STEPS);
    let shift = Affine::translate((-touched.x0 * steps, -touched.y0 * steps));
    let fine = fill(&contours(&(shift * path)), overlap, size);
    Mask { left, top, coverage: shrink(&fine) }
}

/// The contours of a path as polygons, a vertex per step.
fn contours(path: &BezPath) -> Vec<Vec<Dot<i32>>> {
    let mut contours: Vec<Vec<Dot<i32>>> = Vec::new();
    // A pixel is filled when its middle is inside, so half a step is subtracted.
    let dot = |point: kurbo::Point| {
        Dot::new((point.x - 0.5).round() as i32, (point.y - 0.5).round() as i32)
    };
    kurbo::flatten(path, FLATNESS, |element| match element {
        PathEl::MoveTo(point) => contours.push(vec![dot(point)]),
        PathEl::LineTo(point) => contours.last_mut().expect("a path moves first").push(dot(point)),
        PathEl::QuadTo(..) | PathEl::CurveTo(..) | PathEl::ClosePath => {}
    });
    contours
}

/// Fills polygons, 1 inside and 0 outside.
fn fill(contours: &[Vec<Dot<i32>>], overlap: Overlap, (width, height): (u32, u32)) -> GrayImage {
    let mut all = GrayImage::new(width, height);
    if let (Overlap::Union, _) | (_, [_]) = (overlap, contours) {
        for contour in contours {
            draw_polygon_mut(&mut all, contour, Luma([1]));
        }
        return all;
    }
    for contour in contours {
        let mut one = GrayImage::new(width, height);
        draw_polygon_mut(&mut one, contour, Luma([1]));
        for (all, one) in all.iter_mut().zip(one.iter()) {
            *all ^= one;
        }
    }
    all
}

/// Averages squares of [`STEPS`]×[`STEPS`] pixels, from 0 or 1 to 0..=255.
fn shrink(fine: &GrayImage) -> GrayImage {
    let side = STEPS as usize;
    let width = fine.width() as usize / side;
    let full = STEPS * STEPS;
    let mut small = GrayImage::new(fine.width() / STEPS, fine.height() / STEPS);
    let rows = fine.as_raw().chunks_exact(fine.width() as usize * side);
    for (rows, out) in rows.zip(small.chunks_exact_mut(width)) {
        let mut sums = vec![0_u32; width];
        for row in rows.chunks_exact(fine.width() as usize) {
            for (sum, square) in sums.iter_mut().zip(row.chunks_exact(side)) {
                *sum += square.iter().map(|&step| u32::from(step)).sum::<u32>();
            }
        }
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = ((sum * 255 + full / 2) / full) as u8;
        }
    }
    small
}

/// A drawing's masks at one size, which any theme can paint.
#[derive(Clone, Debug, PartialEq)]
pub struct Stencil {
    cuts: Vec<Cut>,
}

#[derive(Clone, Debug, PartialEq)]
struct Cut {
    mask: Mask,
    ink: Ink,
    opacity: f32,
}

impl Stencil {
    /// Paints over a picture; `(x, y)` is where the stencil's top left corner goes, in pixels.
    /// Parts outside the picture are clipped.
    pub fn paint(
        &self,
        picture: &mut RgbaImage,
        (x, y): (u32, u32),
        inks: impl Fn(Ink) -> Rgb<u8>,
    ) {
        for Cut { mask, ink, opacity } in &self.cuts {
            let colour = inks(*ink);
            for (column, row, coverage) in mask.coverage.enumerate_pixels() {
                if coverage.0[0] == 0 {
                    continue;
                }
                let (x, y) = (x + mask.left + column, y + mask.top + row);
                if let Some(below) = picture.get_pixel_mut_checked(x, y) {
                    let alpha = f32::from(coverage.0[0]) / 255.0 * opacity;
                    below.0 = over(colour, alpha, below.0);
                }
            }
        }
    }
}

/// A colour with an alpha from 0 to 1 laid over a pixel (red, green, blue, alpha; not
/// premultiplied).
fn over(colour: Rgb<u8>, alpha: f32, below: [u8; 4]) -> [u8; 4] {
    if alpha >= 1.0 {
        let [red, green, blue] = colour.0;
        return [red, green, blue, 255];
    }
    let rest = f32::from(below[3]) / 255.0 * (1.0 - alpha);
    let whole = alpha + rest;
    let mix = |above: u8, below: u8| {
        // Adding a half rounds, since nothing here is negative.
        ((f32::from(above) * alpha + f32::from(below) * rest) / whole + 0.5) as u8
    };
    let [red, green, blue] = colour.0;
    [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), (whole * 255.0 + 0.5) as u8]
}

/// A drawing as a picture of `size`×`size` pixels on a transparent ground.
#[must_use]
pub fn paint(drawing: &Drawing, inks: impl Fn(Ink) -> Rgb<u8>, size: u32) -> RgbaImage {
    let mut picture = RgbaImage::new(size, size);
    let transform = Affine::scale(f64::from(size) / UNIT);
    drawing.stencil(transform, size, size).paint(&mut picture, (0, 0), inks);
    picture
}

#[cfg(test)]
mod tests {
    use kurbo::{Circle, Shape as _};

    use super::*;

    fn square(x0: f64, y0: f64, x1: f64, y1: f64) -> BezPath {
        Rect::new(x0, y0, x1, y1).to_path(0.1)
    }

    fn mask(path: &BezPath, overlap: Overlap, size: u32) -> Mask {
        coverage(path, overlap, Affine::scale(f64::from(size) / UNIT), size, size)
    }

    #[test]
    fn a_full_square_covers_every_pixel() {
        for size in [20, 39, 80, 160] {
            let mask = mask(&square(0.0, 0.0, UNIT, UNIT), Overlap::Hole, size);
            assert_eq!(mask.coverage.dimensions(), (size, size));
            assert!(mask.coverage.iter().all(|&coverage| coverage == 255), "{size}");
        }
    }

    #[test]
    fn a_mask_is_as_large_as_its_shape() {
        let mask = mask(&square(10.0, 20.0, 30.0, 50.0), Overlap::Hole, 80);
        assert_eq!((mask.left, mask.top), (10, 20));
        assert_eq!(mask.coverage.dimensions(), (20, 30));
        assert_eq!((mask.at(10, 20), mask.at(9, 20), mask.at(30, 20)), (255, 0, 0));
    }

    #[test]
    fn a_ring_has_a_hole_and_a_union_has_none() {
        let mut ring = Circle::new((40.0, 40.0), 30.0).to_path(0.1);
        ring.extend(Circle::new((40.0, 40.0), 15.0).to_path(0.1));
        let hollow = mask(&ring, Overlap::Hole, 80);
        assert_eq!((hollow.at(40, 40), hollow.at(40, 18), hollow.at(1, 1)), (0, 255, 0));
        assert_eq!(mask(&ring, Overlap::Union, 80).at(40, 40), 255);
    }

    #[test]
    fn a_disc_covers_its_area() {
        let disc = mask(&Circle::new((40.0, 40.0), 30.0).to_path(0.01), Overlap::Hole, 80);
        let area: f64 = disc.coverage.iter().map(|&c| f64::from(c) / 255.0).sum();
        let wanted = std::f64::consts::PI * 900.0;
        assert!((area / wanted - 1.0).abs() < 0.01, "{area} instead of {wanted}");
    }

    #[test]
    fn a_line_is_as_wide_as_asked() {
        let line = stroked(&path("M10 40 H70"), 6.0);
        let mask = mask(&line, Overlap::Union, 80);
        assert_eq!([36, 37, 42, 43].map(|y| mask.at(40, y) / 128), [0, 1, 1, 0]);
    }

    #[test]
    fn a_shape_off_the_canvas_leaves_no_mark() {
        let off = mask(&square(100.0, 100.0, 120.0, 120.0), Overlap::Hole, 80);
        assert_eq!(off.coverage.dimensions(), (0, 0));
        let across = mask(&square(-20.0, -20.0, 10.0, 10.0), Overlap::Hole, 80);
        assert_eq!(across.coverage.dimensions(), (10, 10));
    }

    #[test]
    fn opaque_ink_hides_and_thin_ink_mixes() {
        let grey = [0x80, 0x80, 0x80, 255];
        assert_eq!(over(Rgb([200, 0, 100]), 1.0, grey), [200, 0, 100, 255]);
        assert_eq!(over(Rgb([0, 0, 0]), 0.5, grey), [0x40, 0x40, 0x40, 255]);
        assert_eq!(over(Rgb([200, 0, 100]), 0.5, [0; 4]), [200, 0, 100, 128]);
    }
}
