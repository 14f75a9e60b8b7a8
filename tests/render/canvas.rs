//! Draws drawings into pictures.

use image::{DynamicImage, Rgb, RgbImage};
use kradan_render::Ink;
use kradan_render::shape::Drawing;
use kurbo::Affine;

/// Draws over a picture; `placed` maps drawing units to pixels.
pub(crate) fn draw(
    picture: &mut RgbImage,
    drawing: &Drawing,
    placed: Affine,
    inks: impl Fn(Ink) -> Rgb<u8>,
) {
    let (width, height) = picture.dimensions();
    let mut rgba = DynamicImage::ImageRgb8(std::mem::take(picture)).into_rgba8();
    drawing.stencil(placed, width, height).paint(&mut rgba, (0, 0), inks);
    *picture = DynamicImage::ImageRgba8(rgba).into_rgb8();
}
