//! What buttons and menus do: the text that Discord keeps for each of them and hands back when it
//! is used. Nothing is remembered here, so that a board from before a restart works as any other.

use std::fmt;
use std::str::FromStr;

use super::api::limits::CUSTOM_ID_MAX;
use crate::rules::GameKind;
use crate::rules::makruk::Act;
use crate::table::{Seen, TableId};

/// The most characters that Discord keeps for a button or menu.
pub const CONTROL_MAX: usize = CUSTOM_ID_MAX;

/// What a button or menu does.
///
/// ```
/// use kradan::discord::CustomId;
/// use kradan::rules::{Game, GameKind};
/// use kradan::table::{Seen, TableId};
///
/// let seen = Seen::of(&Game::new(GameKind::Othello));
/// let control = CustomId::Square { table: TableId(7), seen };
/// assert_eq!(control.to_string(), "square:7:0.bb05877bbbdfe882");
/// assert_eq!("square:7:0.bb05877bbbdfe882".parse(), Ok(control));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomId {
    Accept(TableId),
    Decline(TableId),
    Cancel(TableId),
    /// Othello's menu of squares, on the board after so many plies.
    Square {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// The menu of pieces.
    Piece {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// The menu of targets of a piece that was picked.
    Target {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
        /// Which piece: [`Source`](super::pick::Source) as text.
        from: String,
    },
    /// Makes a move that is shown to the player first.
    Confirm {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
        /// The move, in the exact notation.
        text: String,
    },
    /// Goes back to the menu of pieces.
    Back {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// Asks whether to resign.
    Resign {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    ResignYes {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    Keep,
    /// Offers a draw, or claims one.
    Draw {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// Accepts the draw that is offered.
    AcceptDraw {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    DeclineDraw {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// Asks for a takeback.
    Takeback {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// Grants it, as it was asked after so many plies.
    Grant {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    Refuse {
        table: TableId,
        /// The position for which it was made.
        seen: Seen,
    },
    /// Claims, skips or stops a count with the next move, or leaves it be.
    Count {
        table: TableId,
        /// What is done to the count.
        act: Act,
        /// The position for which it was made.
        seen: Seen,
    },
    /// Asks for a rematch.
    Rematch(TableId),
    /// Shows the whole game, moving.
    Replay(TableId),
    /// Hands the game out as a file.
    Export(TableId),
    /// The menu of tables, where a command did not say which one is meant.
    WhichTable(TableAction),
    /// The menu of a game's rules, part by part.
    Guide(GameKind),
    /// One of the menus and buttons of the settings.
    Setting(Preference),
}

/// What is to be done at the table that a player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// To make this move.
    Move(String),
    /// To show the board.
    Board,
    /// To ask whether to resign.
    Resign,
    /// To offer, accept or claim a draw.
    Draw,
    /// To ask for a takeback.
    Takeback,
    /// To claim, skip or stop a count.
    Count(Act),
    /// To list the moves.
    History,
    /// To hand the game out.
    Export,
    /// To show the whole game.
    Replay,
}

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    Language,
    Theme,
    /// What stands on Ōgi's pieces.
    Pieces,
    /// Whose side is below.
    Orientation,
    /// Whether squares that can be moved to are marked.
    Hints,
    /// Whether moves want a second click.
    MoveConfirmation,
}

impl Preference {
    /// Everything that can be set.
    pub const ALL: [Preference; 6] = [
        Preference::Language,
        Preference::Theme,
        Preference::Pieces,
        Preference::Orientation,
        Preference::Hints,
        Preference::MoveConfirmation,
    ];

    const fn key(self) -> &'static str {
        match self {
            Preference::Language => "language",
            Preference::Theme => "theme",
            Preference::Pieces => "pieces",
            Preference::Orientation => "below",
            Preference::Hints => "hints",
            Preference::MoveConfirmation => "confirm",
        }
    }
}

impl CustomId {
    /// The table that it belongs to, if it belongs to one.
    #[must_use]
    pub fn table(&self) -> Option<TableId> {
        match self {
            CustomId::Accept(table)
            | CustomId::Decline(table)
            | CustomId::Cancel(table)
            | CustomId::Square { table, .. }
            | CustomId::Piece { table, .. }
            | CustomId::Target { table, .. }
            | CustomId::Confirm { table, .. }
            | CustomId::Back { table, .. }
            | CustomId::Resign { table, .. }
            | CustomId::ResignYes { table, .. }
            | CustomId::Draw { table, .. }
            | CustomId::AcceptDraw { table, .. }
            | CustomId::DeclineDraw { table, .. }
            | CustomId::Takeback { table, .. }
            | CustomId::Grant { table, .. }
            | CustomId::Refuse { table, .. }
            | CustomId::Count { table, .. }
            | CustomId::Rematch(table)
            | CustomId::Replay(table)
            | CustomId::Export(table) => Some(*table),
            CustomId::Keep
            | CustomId::WhichTable(_)
            | CustomId::Guide(_)
            | CustomId::Setting(_) => None,
        }
    }

    /// The position for which it was made, if it is meant for that position alone.
    #[must_use]
    pub fn seen(&self) -> Option<Seen> {
        match self {
            CustomId::Square { seen, .. }
            | CustomId::Piece { seen, .. }
            | CustomId::Target { seen, .. }
            | CustomId::Confirm { seen, .. }
            | CustomId::Back { seen, .. }
            | CustomId::Resign { seen, .. }
            | CustomId::ResignYes { seen, .. }
            | CustomId::Draw { seen, .. }
            | CustomId::AcceptDraw { seen, .. }
            | CustomId::DeclineDraw { seen, .. }
            | CustomId::Takeback { seen, .. }
            | CustomId::Grant { seen, .. }
            | CustomId::Refuse { seen, .. }
            | CustomId::Count { seen, .. } => Some(*seen),
            CustomId::Accept(_)
            | CustomId::Decline(_)
            | CustomId::Cancel(_)
            | CustomId::Keep
            | CustomId::Rematch(_)
            | CustomId::Replay(_)
            | CustomId::Export(_)
            | CustomId::WhichTable(_)
            | CustomId::Guide(_)
            | CustomId::Setting(_) => None,
        }
    }
}

impl fmt::Display for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut on = |action: &str, table: &TableId, seen: &Seen| {
            write!(f, "{action}:{}{}", table.0, MadeFor(*seen))
        };
        match self {
            CustomId::Square { table, seen } => on("square", table, seen),
            CustomId::Piece { table, seen } => on("piece", table, seen),
            CustomId::Target { table, seen, from } => {
                on("target", table, seen)?;
                write!(f, ":{from}")
            }
            CustomId::Confirm { table, seen, text } => {
                on("confirm", table, seen)?;
                write!(f, ":{text}")
            }
            CustomId::Back { table, seen } => on("back", table, seen),
            CustomId::Resign { table, seen } => on("resign", table, seen),
            CustomId::ResignYes { table, seen } => on("resign-yes", table, seen),
            CustomId::Draw { table, seen } => on("draw", table, seen),
            CustomId::AcceptDraw { table, seen } => on("accept-draw", table, seen),
            CustomId::DeclineDraw { table, seen } => on("decline-draw", table, seen),
            CustomId::Takeback { table, seen } => on("takeback", table, seen),
            CustomId::Grant { table, seen } => on("grant", table, seen),
            CustomId::Refuse { table, seen } => on("refuse", table, seen),
            CustomId::Count { table, act, seen } => {
                write!(f, "count:{}:{act}{}", table.0, MadeFor(*seen))
            }
            CustomId::Accept(table) => write!(f, "accept:{}", table.0),
            CustomId::Decline(table) => write!(f, "decline:{}", table.0),
            CustomId::Cancel(table) => write!(f, "cancel:{}", table.0),
            CustomId::Keep => f.write_str("keep"),
            CustomId::Rematch(table) => write!(f, "rematch:{}", table.0),
            CustomId::Replay(table) => write!(f, "replay:{}", table.0),
            CustomId::Export(table) => write!(f, "export:{}", table.0),
            CustomId::WhichTable(action) => write!(f, "which:{action}"),
            CustomId::Guide(kind) => write!(f, "guide:{kind}"),
            CustomId::Setting(preference) => write!(f, "setting:{}", preference.key()),
        }
    }
}

/// The part of a control that says for which position it was made, with the colon before it.
struct MadeFor(Seen);

impl fmt::Display for MadeFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Seen::Record { plies, fingerprint } => write!(f, ":{plies}.{fingerprint}"),
            Seen::Unknown { plies: Some(plies) } => write!(f, ":{plies}"),
            Seen::Unknown { plies: None } => Ok(()),
        }
    }
}

/// A table as an option of the menu of tables, with the position that it had then.
pub(super) fn table_option(table: TableId, seen: Seen) -> String {
    format!("{}{}", table.0, MadeFor(seen))
}

/// The table of an option, and the position that it had when the menu was made.
pub(super) fn read_table_option(text: &str) -> Option<(TableId, Seen)> {
    let (table, seen) = text.split_once(':').map_or((text, None), |(it, seen)| (it, Some(seen)));
    let seen = seen.map_or(Ok(Seen::Unknown { plies: None }), made_for).ok()?;
    Some((TableId(number(table).ok()?), seen))
}

impl fmt::Display for TableAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableAction::Move(text) => write!(f, "move:{text}"),
            TableAction::Board => f.write_str("board"),
            TableAction::Resign => f.write_str("resign"),
            TableAction::Draw => f.write_str("draw"),
            TableAction::Takeback => f.write_str("takeback"),
            TableAction::Count(act) => write!(f, "count:{act}"),
            TableAction::History => f.write_str("history"),
            TableAction::Export => f.write_str("export"),
            TableAction::Replay => f.write_str("replay"),
        }
    }
}

/// A text that no button or menu of ours has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no button or menu of Kradan")]
pub struct ParseCustomIdError;

impl FromStr for CustomId {
    type Err = ParseCustomIdError;

    fn from_str(text: &str) -> Result<CustomId, ParseCustomIdError> {
        let (action, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(match action {
            "keep" if rest.is_empty() => CustomId::Keep,
            "which" => CustomId::WhichTable(rest.parse()?),
            "guide" => CustomId::Guide(rest.parse().map_err(|_| ParseCustomIdError)?),
            "setting" => CustomId::Setting(
                Preference::ALL
                    .into_iter()
                    .find(|it| it.key() == rest)
                    .ok_or(ParseCustomIdError)?,
            ),
            _ => of_table(action, rest)?,
        })
    }
}

fn of_table(action: &str, rest: &str) -> Result<CustomId, ParseCustomIdError> {
    let (table, rest) = rest.split_once(':').map_or((rest, None), |(it, rest)| (it, Some(rest)));
    let table = TableId(number(table)?);
    if let Some(rest) = rest {
        return on_board(action, table, rest);
    }
    Ok(match action {
        "accept" => CustomId::Accept(table),
        "decline" => CustomId::Decline(table),
        "cancel" => CustomId::Cancel(table),
        "rematch" => CustomId::Rematch(table),
        "replay" => CustomId::Replay(table),
        "export" => CustomId::Export(table),
        "resign" | "resign-yes" | "draw" | "accept-draw" | "decline-draw" | "takeback"
        | "refuse" => button(action, table, Seen::Unknown { plies: None })?,
        _ => return Err(ParseCustomIdError),
    })
}

/// Those that belong to one position, and the acts.
fn on_board(action: &str, table: TableId, rest: &str) -> Result<CustomId, ParseCustomIdError> {
    let (first, rest) = rest.split_once(':').map_or((rest, None), |(it, rest)| (it, Some(rest)));
    if action == "count" {
        let seen = rest.map_or(Ok(Seen::Unknown { plies: None }), made_for)?;
        return Ok(CustomId::Count { table, act: act(first)?, seen });
    }
    let seen = made_for(first)?;
    Ok(match (action, rest) {
        ("target", Some(from)) => CustomId::Target { table, seen, from: from.to_owned() },
        ("confirm", Some(text)) => CustomId::Confirm { table, seen, text: text.to_owned() },
        (_, None) => button(action, table, seen)?,
        _ => return Err(ParseCustomIdError),
    })
}

/// Those of one position that say no more.
fn button(action: &str, table: TableId, seen: Seen) -> Result<CustomId, ParseCustomIdError> {
    Ok(match action {
        "square" => CustomId::Square { table, seen },
        "piece" => CustomId::Piece { table, seen },
        "back" => CustomId::Back { table, seen },
        "resign" => CustomId::Resign { table, seen },
        "resign-yes" => CustomId::ResignYes { table, seen },
        "draw" => CustomId::Draw { table, seen },
        "accept-draw" => CustomId::AcceptDraw { table, seen },
        "decline-draw" => CustomId::DeclineDraw { table, seen },
        "takeback" => CustomId::Takeback { table, seen },
        "grant" => CustomId::Grant { table, seen },
        "refuse" => CustomId::Refuse { table, seen },
        _ => return Err(ParseCustomIdError),
    })
}

/// The position for which a control was made: earlier versions wrote the plies alone.
fn made_for(text: &str) -> Result<Seen, ParseCustomIdError> {
    match text.split_once('.') {
        Some((count, fingerprint)) => Ok(Seen::Record {
            plies: plies(count)?,
            fingerprint: fingerprint.parse().map_err(|_| ParseCustomIdError)?,
        }),
        None => Ok(Seen::Unknown { plies: Some(plies(text)?) }),
    }
}

impl FromStr for TableAction {
    type Err = ParseCustomIdError;

    fn from_str(text: &str) -> Result<TableAction, ParseCustomIdError> {
        Ok(match text.split_once(':') {
            Some(("move", mv)) => TableAction::Move(mv.to_owned()),
            Some(("count", text)) => TableAction::Count(act(text)?),
            _ => match text {
                "board" => TableAction::Board,
                "resign" => TableAction::Resign,
                "draw" => TableAction::Draw,
                "takeback" => TableAction::Takeback,
                "history" => TableAction::History,
                "export" => TableAction::Export,
                "replay" => TableAction::Replay,
                _ => return Err(ParseCustomIdError),
            },
        })
    }
}

/// A number as it is written here: without a sign or zeros before it.
fn number(text: &str) -> Result<u64, ParseCustomIdError> {
    let number: u64 = text.parse().map_err(|_| ParseCustomIdError)?;
    if number.to_string() == text { Ok(number) } else { Err(ParseCustomIdError) }
}

fn plies(text: &str) -> Result<usize, ParseCustomIdError> {
    usize::try_from(number(text)?).map_err(|_| ParseCustomIdError)
}

fn act(text: &str) -> Result<Act, ParseCustomIdError> {
    Act::ALL.into_iter().find(|act| act.to_string() == text).ok_or(ParseCustomIdError)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::table::PLIES_MAX;

    use super::*;

    /// The position after as many plies as there can be, and those of earlier versions.
    fn seen() -> [Seen; 3] {
        let fingerprint = "fedcba9876543210".parse().unwrap();
        [
            Seen::Record { plies: PLIES_MAX, fingerprint },
            Seen::Unknown { plies: Some(PLIES_MAX) },
            Seen::Unknown { plies: None },
        ]
    }

    fn all() -> Vec<CustomId> {
        let table = TableId(u64::MAX);
        let text = "claim:e5e6m".to_owned();
        let errands = [
            TableAction::Move(text.clone()),
            TableAction::Board,
            TableAction::Resign,
            TableAction::Draw,
            TableAction::Takeback,
            TableAction::Count(Act::Stop),
            TableAction::History,
            TableAction::Export,
            TableAction::Replay,
        ];
        let mut all = vec![
            CustomId::Accept(table),
            CustomId::Decline(table),
            CustomId::Cancel(table),
            CustomId::Keep,
            CustomId::Rematch(table),
            CustomId::Replay(table),
            CustomId::Export(table),
        ];
        for seen in seen() {
            all.push(CustomId::Resign { table, seen });
            all.push(CustomId::ResignYes { table, seen });
            all.push(CustomId::Draw { table, seen });
            all.push(CustomId::AcceptDraw { table, seen });
            all.push(CustomId::DeclineDraw { table, seen });
            all.push(CustomId::Takeback { table, seen });
            all.push(CustomId::Refuse { table, seen });
            all.extend(Act::ALL.map(|act| CustomId::Count { table, act, seen }));
            if seen == (Seen::Unknown { plies: None }) {
                continue;
            }
            all.push(CustomId::Square { table, seen });
            all.push(CustomId::Piece { table, seen });
            all.push(CustomId::Target { table, seen, from: "P@".to_owned() });
            all.push(CustomId::Confirm { table, seen, text: text.clone() });
            all.push(CustomId::Back { table, seen });
            all.push(CustomId::Grant { table, seen });
        }
        all.extend(GameKind::ALL.map(CustomId::Guide));
        all.extend(Preference::ALL.map(CustomId::Setting));
        all.extend(errands.map(CustomId::WhichTable));
        all
    }

    #[test]
    fn every_control_reads_back_and_fits() {
        for control in all() {
            let text = control.to_string();
            assert!(text.len() <= CONTROL_MAX, "{text}");
            assert_eq!(text.parse(), Ok(control), "{text}");
        }
    }

    /// Buttons stay where they were posted for as long as there are channels.
    #[test]
    fn controls_of_earlier_versions_are_read() {
        let texts = include_str!("../../tests/fixtures/custom_ids.txt").lines();
        let texts: Vec<&str> = texts.filter(|text| !text.starts_with('#')).collect();
        for text in &texts {
            let control: CustomId = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(control.to_string(), **text);
            let is_known = matches!(control.seen(), Some(Seen::Record { .. }));
            assert!(!is_known, "{text}: nobody knows for which record it was made");
        }
        let actions = |texts: &[String]| -> BTreeSet<String> {
            texts.iter().map(|text| text.split(':').next().unwrap().to_owned()).collect()
        };
        let texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        let all: Vec<String> = all().iter().map(ToString::to_string).collect();
        assert_eq!(actions(&texts), actions(&all), "each kind of control is there");
    }

    #[test]
    fn a_table_in_a_menu_reads_back_with_its_position() {
        let table = TableId(u64::MAX);
        for seen in seen() {
            let text = table_option(table, seen);
            assert!(text.len() <= CONTROL_MAX, "{text}");
            assert_eq!(read_table_option(&text), Some((table, seen)));
        }
        for text in ["", ":", "7:", "7:x", "7:1.", "07", "7:1.fedcba987654321", "page 1"] {
            assert_eq!(read_table_option(text), None, "{text:?}");
        }
    }

    #[test]
    fn what_is_cut_or_strange_is_no_control() {
        for control in all() {
            let text = control.to_string();
            for (end, _) in text.char_indices() {
                // What is left may be another control, and then it reads back as that one.
                if let Ok(other) = text[..end].parse::<CustomId>() {
                    assert_eq!(other.to_string(), text[..end]);
                }
            }
        }
        for text in [
            "",
            ":",
            "accept",
            "accept:",
            "accept:-1",
            "accept:007",
            "square:1",
            "x:1",
            "draw:1:2.",
            "draw:1:.fedcba9876543210",
            "draw:1:2.FEDCBA9876543210",
        ] {
            assert_eq!(text.parse::<CustomId>(), Err(ParseCustomIdError), "{text:?}");
        }
    }
}
