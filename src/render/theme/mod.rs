//! Themes: tables with the colour of each ink. Only themes name colours.

mod colours;
#[cfg(test)]
mod contrast;
mod tables;

use std::fmt;
use std::str::FromStr;

pub use self::colours::{
    BadgeColours, BoardColours, DotColours, KomaColours, MarkColours, PieceColours, Theme, Tones,
};

impl Theme {
    /// Every theme, the default one first.
    pub const ALL: [&'static Theme; 5] =
        [&tables::CLASSIC, &tables::WOOD, &tables::CONTRAST, &tables::SAFE, &tables::NIGHT];

    /// The theme of a name.
    ///
    /// # Errors
    ///
    /// When no theme has that name; the error lists the names.
    pub fn named(name: &str) -> Result<&'static Theme, ParseThemeError> {
        Theme::ALL.into_iter().find(|theme| theme.name == name).ok_or(ParseThemeError)
    }
}

/// A text that names no theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a theme is classic, wood, contrast, safe or night")]
pub struct ParseThemeError;

impl Default for &Theme {
    fn default() -> Self {
        Theme::ALL[0]
    }
}

impl FromStr for &Theme {
    type Err = ParseThemeError;

    fn from_str(name: &str) -> Result<Self, ParseThemeError> {
        Theme::named(name)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_read_back_by_name() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse(), Ok(theme));
            assert!(ParseThemeError.to_string().contains(theme.name));
        }
        assert_eq!("Classic".parse::<&Theme>(), Err(ParseThemeError));
        assert_eq!(<&Theme>::default().name, "classic");
    }

    #[test]
    fn no_two_themes_are_alike() {
        for (index, theme) in Theme::ALL.iter().enumerate() {
            for other in &Theme::ALL[..index] {
                assert_ne!(theme.name, other.name);
                assert_ne!((theme.othello, theme.koma), (other.othello, other.koma));
            }
        }
    }
}
