//! The layout of a picture, in pixels.

use super::games;
use kradan_rules::GameKind;

/// The width of a square in the units of the art.
const UNIT: u32 = 80;

/// The default width of a picture, in pixels.
pub const WIDTH_DEFAULT: u32 = 720;

/// The narrowest picture. Letters are hard to read in smaller ones.
pub const WIDTH_MIN: u32 = 404;

/// The widest picture.
pub const WIDTH_MAX: u32 = 1616;

/// The sizes of a picture's parts, in pixels.
///
/// From left to right a picture has the ranks' labels, eight squares and a margin; from top to
/// bottom a band, eight squares, the files' labels and a band. A band shows how a side is doing and
/// what it has: the upper band is of the side seen above. Where no side has anything to show there is
/// an edge as high as the labels instead of the upper band, and no lower one. The squares take nearly all of the width,
/// since a phone shows a picture as wide as its screen. No picture is square, because chat programs
/// on phones crop square ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The side of a square.
    pub square: u32,
    /// The width of a rank's label, and the height of a file's.
    pub label: u32,
    /// The width of the margin at the right.
    pub margin: u32,
}

/// A width that no picture can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a picture is {WIDTH_MIN} to {WIDTH_MAX} pixels wide, not {0}")]
pub struct WidthError(pub u32);

impl Default for Layout {
    fn default() -> Layout {
        Layout::DEFAULT
    }
}

impl Layout {
    /// The layout of a picture of the default width.
    pub const DEFAULT: Layout = Layout { square: 85, label: 26, margin: 14 };

    /// The layout of a picture of a width.
    ///
    /// # Errors
    ///
    /// [`WidthError`] outside of [`WIDTH_MIN`] to [`WIDTH_MAX`].
    pub fn of_width(width: u32) -> Result<Layout, WidthError> {
        if !(WIDTH_MIN..=WIDTH_MAX).contains(&width) {
            return Err(WidthError(width));
        }
        let square = width * 12 / 101;
        let label = square * 5 / 16;
        Ok(Layout { square, label, margin: width - 8 * square - label })
    }

    /// The width of the whole picture.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.label + 8 * self.square + self.margin
    }

    /// The height of the bands above and below a game's board.
    #[must_use]
    pub const fn band(&self, kind: GameKind) -> u32 {
        self.square * games::band(kind) / UNIT
    }

    /// The height of a whole picture.
    #[must_use]
    pub const fn height(&self, kind: GameKind, has_bands: bool) -> u32 {
        let around = if has_bands { 2 * self.band(kind) } else { self.label };
        around + 8 * self.square + self.label
    }

    /// The widths of a row's tiles: label, eight squares, margin.
    #[must_use]
    pub const fn columns(&self) -> [u32; 10] {
        let s = self.square;
        [self.label, s, s, s, s, s, s, s, s, self.margin]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_width_has_the_default_layout() {
        assert_eq!(Layout::of_width(WIDTH_DEFAULT), Ok(Layout::default()));
        let layout = Layout::default();
        assert_eq!(layout.width(), 720);
        let heights = |kind| [false, true].map(|has_bands| layout.height(kind, has_bands));
        assert_eq!(heights(GameKind::Othello), [732, 802]);
        assert_eq!(heights(GameKind::Makruk), [732, 802]);
        assert_eq!(heights(GameKind::Ogi), [732, 876]);
    }

    #[test]
    fn every_width_is_kept_and_never_square() {
        for width in WIDTH_MIN..=WIDTH_MAX {
            let layout = Layout::of_width(width).unwrap();
            assert_eq!(layout.width(), width);
            assert!(layout.margin >= 3, "a margin is long enough for a match");
            for kind in GameKind::ALL {
                let height = layout.height(kind, true) * 100 / width;
                assert!((109..=125).contains(&height), "{width}: {height} % of it");
                let plain = layout.height(kind, false);
                assert!((width + 1..width + width / 30).contains(&plain), "{width}: {plain}");
            }
            // Pieces in hand are drawn as on squares.
            assert_eq!(layout.band(GameKind::Ogi), layout.square);
            assert_eq!(layout.columns().iter().sum::<u32>(), layout.width());
        }
        for width in [0, 1, WIDTH_MIN - 1, WIDTH_MAX + 1, 100_000, u32::MAX] {
            assert_eq!(Layout::of_width(width), Err(WidthError(width)));
        }
    }
}
