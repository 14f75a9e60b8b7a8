//! Custom ids: the text that Discord stores with a button or menu and sends when it is used.
//!
//! A custom id is a word and its arguments, separated by colons. The word decides which command
//! owns the control; [`CustomIdForm`] names the arguments. Controls have no state in memory, so
//! they work after a restart.

use std::fmt;

use kradan_table::{Seen, TableId};

use super::visibility::Visibility;
use crate::discord::limits::CUSTOM_ID_MAX;

/// The text that Discord keeps for a button or menu.
///
/// ```
/// use kradan::discord::CustomId;
/// use kradan_rules::{Game, GameKind};
/// use kradan_table::{Seen, TableId};
///
/// let seen = Seen::of(&Game::new(GameKind::Othello));
/// let id = CustomId::new("square").table(TableId(7)).seen(seen);
/// assert_eq!(id.to_string(), "square:7:0.bb05877bbbdfe882");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomId(String);

impl CustomId {
    /// A custom id of one word.
    #[must_use]
    pub fn new(word: &str) -> CustomId {
        CustomId(word.to_owned())
    }

    /// A custom id as Discord sends it back, unchecked.
    #[must_use]
    pub fn received(text: &str) -> CustomId {
        CustomId(text.to_owned())
    }

    /// Adds the table that the control belongs to.
    #[must_use]
    pub fn table(self, table: TableId) -> CustomId {
        self.with(table.0)
    }

    /// Adds the position of the control.
    #[must_use]
    pub fn seen(self, Seen { plies, fingerprint }: Seen) -> CustomId {
        self.with(format_args!("{plies}.{fingerprint}"))
    }

    /// Adds one more part.
    #[must_use]
    pub fn with(mut self, part: impl fmt::Display) -> CustomId {
        self.0.push(':');
        self.0.push_str(&part.to_string());
        debug_assert!(self.0.chars().count() <= CUSTOM_ID_MAX, "{self} is too long");
        self
    }

    /// The first word, which decides who owns the control.
    #[must_use]
    pub fn word(&self) -> &str {
        self.split().0
    }

    /// The table that the control belongs to, if it belongs to one.
    #[must_use]
    pub fn table_id(&self) -> Option<TableId> {
        let rest = self.split().1?;
        number(rest.split(':').next()?).map(TableId)
    }

    /// The word, and what follows its colon.
    pub(crate) fn split(&self) -> (&str, Option<&str>) {
        self.0.split_once(':').map_or((&self.0, None), |(word, rest)| (word, Some(rest)))
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A button or menu of a command: its word, what follows it, and who sees the answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    pub(crate) word: &'static str,
    pub(crate) form: CustomIdForm,
    pub(crate) visibility: Visibility,
}

impl Control {
    pub(crate) const fn new(
        word: &'static str,
        form: CustomIdForm,
        visibility: Visibility,
    ) -> Control {
        Control { word, form, visibility }
    }
}

/// What follows the word of a custom id.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CustomIdForm {
    /// `WORD`.
    Word,
    /// `WORD:TEXT`, where the text has to pass the check.
    Text(fn(&str) -> bool),
    /// `WORD:TABLE`.
    Table,
    /// `WORD:TABLE:POSITION`.
    Position,
    /// `WORD:TABLE:POSITION:TEXT`.
    PositionText,
    /// `WORD:TABLE:TEXT:POSITION`, where the text has to pass the check.
    TextPosition(fn(&str) -> bool),
    /// `WORD:TABLE:TEXT`, where the text has to pass the check.
    TableText(fn(&str) -> bool),
}

/// What follows the word, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    pub table: Option<TableId>,
    /// The position of the control, if it is valid in that position alone.
    pub seen: Option<Seen>,
    pub text: &'a str,
}

impl CustomIdForm {
    /// Reads what follows the word; `None` if it has another form.
    pub(crate) fn read(self, rest: Option<&str>) -> Option<Parts<'_>> {
        let none = Parts { table: None, seen: None, text: "" };
        let Some(rest) = rest else { return matches!(self, CustomIdForm::Word).then_some(none) };
        if let CustomIdForm::Text(is_valid) = self {
            return is_valid(rest).then_some(Parts { text: rest, ..none });
        }
        let (table, rest) = split(rest);
        let of_table = Parts { table: Some(TableId(number(table)?)), ..none };
        match (self, rest) {
            (CustomIdForm::Table, None) => Some(of_table),
            (CustomIdForm::Position, Some(seen)) => {
                Some(Parts { seen: Some(read_position(seen)?), ..of_table })
            }
            (CustomIdForm::PositionText, Some(rest)) => {
                let (seen, text) = rest.split_once(':')?;
                Some(Parts { seen: Some(read_position(seen)?), text, ..of_table })
            }
            (CustomIdForm::TextPosition(is_valid), Some(rest)) => {
                let (text, seen) = rest.split_once(':')?;
                let seen = Some(read_position(seen)?);
                is_valid(text).then_some(Parts { seen, text, ..of_table })
            }
            (CustomIdForm::TableText(is_valid), Some(text)) => {
                is_valid(text).then_some(Parts { text, ..of_table })
            }
            _ => None,
        }
    }
}

/// The value of a table in the menu of tables, with its present position.
pub(crate) fn table_option(table: TableId, Seen { plies, fingerprint }: Seen) -> String {
    format!("{}:{plies}.{fingerprint}", table.0)
}

/// Reads the value of a table in the menu of tables, with its position then.
pub(crate) fn read_table_option(text: &str) -> Option<(TableId, Seen)> {
    let (table, seen) = text.split_once(':')?;
    Some((TableId(number(table)?), read_position(seen)?))
}

fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once(':').map_or((text, None), |(first, rest)| (first, Some(rest)))
}

fn read_position(text: &str) -> Option<Seen> {
    let (plies, fingerprint) = text.split_once('.')?;
    let plies = usize::try_from(number(plies)?).ok()?;
    Some(Seen { plies, fingerprint: fingerprint.parse().ok()? })
}

/// Reads a number without a sign or leading zeros.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_a_menu_reads_back_with_its_position() {
        let table = TableId(u64::MAX);
        let fingerprint = "fedcba9876543210".parse().unwrap();
        let seen = Seen { plies: kradan_table::PLIES_MAX, fingerprint };
        let text = table_option(table, seen);
        assert!(text.chars().count() <= CUSTOM_ID_MAX, "{text}");
        assert_eq!(read_table_option(&text), Some((table, seen)));
        for text in ["", ":", "7", "7:", "7:1", "7:1.", "07:1.0", "7:1.fedcba987654321", "page 1"] {
            assert_eq!(read_table_option(text), None, "{text:?}");
        }
    }
}
