//! The layout of a picture, in pixels.

/// The default width of a picture, in pixels.
pub const WIDTH_DEFAULT: u32 = 808;

/// The narrowest picture: half the default. Letters are hard to read in smaller ones.
pub const WIDTH_MIN: u32 = WIDTH_DEFAULT / 2;

/// The widest picture: twice the default.
pub const WIDTH_MAX: u32 = WIDTH_DEFAULT * 2;

/// The sizes of a picture's parts, in pixels.
///
/// From left to right a picture has a column, eight squares and a column; from top to bottom a
/// band, eight squares and a band. A column is split into its outer part and the rank's label,
/// which is next to the squares. The picture is wider than high, because chat programs on phones
/// crop square ones: 808×720 by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    /// The side of a square.
    pub square: u32,
    /// The width of a rank's label.
    pub label: u32,
    /// The width of the outer part of a column.
    pub outer: u32,
    /// The height of the bands above and below, which hold the files' labels.
    pub band: u32,
}

/// A width that no picture can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a picture is {WIDTH_MIN} to {WIDTH_MAX} pixels wide, not {0}")]
pub struct WidthError(pub u32);

impl Default for Layout {
    fn default() -> Layout {
        Layout { square: 80, label: 24, outer: 60, band: 40 }
    }
}

impl Layout {
    /// The layout of a picture of a width; an odd width loses one pixel.
    ///
    /// # Errors
    ///
    /// [`WidthError`] outside of [`WIDTH_MIN`] to [`WIDTH_MAX`].
    pub fn of_width(width: u32) -> Result<Layout, WidthError> {
        if !(WIDTH_MIN..=WIDTH_MAX).contains(&width) {
            return Err(WidthError(width));
        }
        let square = width * 80 / WIDTH_DEFAULT;
        let label = square * 3 / 10;
        let outer = (width - 8 * square) / 2 - label;
        Ok(Layout { square, label, outer, band: square / 2 })
    }

    /// The width of the whole picture.
    #[must_use]
    pub const fn width(&self) -> u32 {
        2 * (self.outer + self.label) + 8 * self.square
    }

    /// The height of the whole picture.
    #[must_use]
    pub const fn height(&self) -> u32 {
        2 * self.band + 8 * self.square
    }

    /// The widths of a row's tiles: outer part, label, eight squares, label, outer part.
    #[must_use]
    pub const fn columns(&self) -> [u32; 12] {
        let (s, l, o) = (self.square, self.label, self.outer);
        [o, l, s, s, s, s, s, s, s, s, l, o]
    }

    /// The heights of the rows of tiles: band, eight rows of squares, band.
    #[must_use]
    pub const fn rows(&self) -> [u32; 10] {
        let (s, b) = (self.square, self.band);
        [b, s, s, s, s, s, s, s, s, b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_width_has_the_default_layout() {
        assert_eq!(Layout::of_width(WIDTH_DEFAULT), Ok(Layout::default()));
        let layout = Layout::default();
        assert_eq!((layout.width(), layout.height()), (808, 720));
    }

    #[test]
    fn every_width_is_kept_and_never_square() {
        for width in WIDTH_MIN..=WIDTH_MAX {
            let layout = Layout::of_width(width).unwrap();
            assert_eq!(layout.width(), width / 2 * 2);
            assert!(layout.height() < layout.width());
            assert_eq!(layout.columns().iter().sum::<u32>(), layout.width());
            assert_eq!(layout.rows().iter().sum::<u32>(), layout.height());
        }
        for width in [0, 1, WIDTH_MIN - 1, WIDTH_MAX + 1, 100_000, u32::MAX] {
            assert_eq!(Layout::of_width(width), Err(WidthError(width)));
        }
    }
}
