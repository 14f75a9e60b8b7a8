//! What buttons and menus do: the text that Discord keeps for each of them and hands back when it
//! is used. Nothing is remembered here, so that a board from before a restart works as any other.

use std::fmt;
use std::str::FromStr;

use crate::rules::Kind;
use crate::rules::makruk::Act;
use crate::table::TableId;

/// The most characters that Discord keeps for a button or menu.
pub const CONTROL_MAX: usize = 100;

/// What a button or menu does.
///
/// ```
/// use kradan::discord::Control;
/// use kradan::table::TableId;
///
/// let control = Control::Square { table: TableId(7), ply: 12 };
/// assert_eq!(control.to_string(), "square:7:12");
/// assert_eq!("square:7:12".parse(), Ok(control));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Control {
    /// Accepts a challenge.
    Accept(TableId),
    /// Declines it.
    Decline(TableId),
    /// Withdraws it.
    Cancel(TableId),
    /// Othello's menu of squares, on the board after so many plies.
    Square {
        /// The table.
        table: TableId,
        /// The plies played when it was made.
        ply: usize,
    },
    /// The menu of pieces.
    Piece {
        /// The table.
        table: TableId,
        /// The plies played when it was made.
        ply: usize,
    },
    /// The menu of targets of a piece that was picked.
    Target {
        /// The table.
        table: TableId,
        /// The plies played when it was made.
        ply: usize,
        /// Which piece: [`Source`](super::pick::Source) as text.
        from: String,
    },
    /// Makes a move that is shown to the player first.
    Confirm {
        /// The table.
        table: TableId,
        /// The plies played when it was made.
        ply: usize,
        /// The move, in the exact notation.
        text: String,
    },
    /// Goes back to the menu of pieces.
    Back {
        /// The table.
        table: TableId,
        /// The plies played when it was made.
        ply: usize,
    },
    /// Asks whether to resign.
    Resign(TableId),
    /// Resigns.
    ResignYes(TableId),
    /// Does not.
    Keep,
    /// Offers a draw, or claims one.
    Draw {
        /// The table.
        table: TableId,
        /// The plies played when it was made; buttons of earlier versions do not say.
        ply: Option<usize>,
    },
    /// Accepts the draw that is offered.
    AcceptDraw(TableId),
    /// Declines it.
    DeclineDraw(TableId),
    /// Asks for a takeback.
    Takeback {
        /// The table.
        table: TableId,
        /// The plies played when it was made; buttons of earlier versions do not say.
        ply: Option<usize>,
    },
    /// Grants it, as it was asked after so many plies.
    Grant {
        /// The table.
        table: TableId,
        /// The plies played when it was made.
        ply: usize,
    },
    /// Refuses it.
    Refuse {
        /// The table.
        table: TableId,
        /// The plies played when it was made; buttons of earlier versions do not say.
        ply: Option<usize>,
    },
    /// Claims, skips or stops a count with the next move, or leaves it be.
    Count {
        /// The table.
        table: TableId,
        /// What is done to the count.
        act: Act,
        /// The plies played when it was made; buttons of earlier versions do not say.
        ply: Option<usize>,
    },
    /// Asks for a rematch.
    Rematch(TableId),
    /// Shows the whole game, moving.
    Replay(TableId),
    /// Hands the game out as a file.
    Export(TableId),
    /// The menu of tables, where a command did not say which one is meant.
    Which(Errand),
    /// The menu of a game's rules, part by part.
    Guide(Kind),
    /// One of the menus and buttons of the settings.
    Setting(Preference),
}

/// What is to be done at the table that a player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Errand {
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
    /// The language.
    Language,
    /// The colours.
    Theme,
    /// What stands on Ōgi's pieces.
    Pieces,
    /// Whose side is below.
    Below,
    /// Whether squares that can be moved to are marked.
    Hints,
    /// Whether moves want a second click.
    Confirm,
}

impl Preference {
    /// Everything that can be set.
    pub const ALL: [Preference; 6] = [
        Preference::Language,
        Preference::Theme,
        Preference::Pieces,
        Preference::Below,
        Preference::Hints,
        Preference::Confirm,
    ];

    const fn key(self) -> &'static str {
        match self {
            Preference::Language => "language",
            Preference::Theme => "theme",
            Preference::Pieces => "pieces",
            Preference::Below => "below",
            Preference::Hints => "hints",
            Preference::Confirm => "confirm",
        }
    }
}

impl Control {
    /// The table that it belongs to, if it belongs to one.
    #[must_use]
    pub fn table(&self) -> Option<TableId> {
        match self {
            Control::Accept(table)
            | Control::Decline(table)
            | Control::Cancel(table)
            | Control::Square { table, .. }
            | Control::Piece { table, .. }
            | Control::Target { table, .. }
            | Control::Confirm { table, .. }
            | Control::Back { table, .. }
            | Control::Resign(table)
            | Control::ResignYes(table)
            | Control::Draw { table, .. }
            | Control::AcceptDraw(table)
            | Control::DeclineDraw(table)
            | Control::Takeback { table, .. }
            | Control::Grant { table, .. }
            | Control::Refuse { table, .. }
            | Control::Count { table, .. }
            | Control::Rematch(table)
            | Control::Replay(table)
            | Control::Export(table) => Some(*table),
            Control::Keep | Control::Which(_) | Control::Guide(_) | Control::Setting(_) => None,
        }
    }

    /// The plies that had been played when it was made, if it is meant for that position alone.
    /// An offer of a draw is not: it stands after the next move of whoever made it.
    #[must_use]
    pub fn ply(&self) -> Option<usize> {
        match self {
            Control::Square { ply, .. }
            | Control::Piece { ply, .. }
            | Control::Target { ply, .. }
            | Control::Confirm { ply, .. }
            | Control::Back { ply, .. }
            | Control::Grant { ply, .. } => Some(*ply),
            Control::Draw { ply, .. }
            | Control::Takeback { ply, .. }
            | Control::Refuse { ply, .. }
            | Control::Count { ply, .. } => *ply,
            Control::Accept(_)
            | Control::Decline(_)
            | Control::Cancel(_)
            | Control::Resign(_)
            | Control::ResignYes(_)
            | Control::Keep
            | Control::AcceptDraw(_)
            | Control::DeclineDraw(_)
            | Control::Rematch(_)
            | Control::Replay(_)
            | Control::Export(_)
            | Control::Which(_)
            | Control::Guide(_)
            | Control::Setting(_) => None,
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Accept(table) => write!(f, "accept:{}", table.0),
            Control::Decline(table) => write!(f, "decline:{}", table.0),
            Control::Cancel(table) => write!(f, "cancel:{}", table.0),
            Control::Square { table, ply } => write!(f, "square:{}:{ply}", table.0),
            Control::Piece { table, ply } => write!(f, "piece:{}:{ply}", table.0),
            Control::Target { table, ply, from } => write!(f, "target:{}:{ply}:{from}", table.0),
            Control::Confirm { table, ply, text } => write!(f, "confirm:{}:{ply}:{text}", table.0),
            Control::Back { table, ply } => write!(f, "back:{}:{ply}", table.0),
            Control::Resign(table) => write!(f, "resign:{}", table.0),
            Control::ResignYes(table) => write!(f, "resign-yes:{}", table.0),
            Control::Keep => f.write_str("keep"),
            Control::Draw { table, ply } => write!(f, "draw:{}{}", table.0, Made(*ply)),
            Control::AcceptDraw(table) => write!(f, "accept-draw:{}", table.0),
            Control::DeclineDraw(table) => write!(f, "decline-draw:{}", table.0),
            Control::Takeback { table, ply } => {
                write!(f, "takeback:{}{}", table.0, Made(*ply))
            }
            Control::Grant { table, ply } => write!(f, "grant:{}:{ply}", table.0),
            Control::Refuse { table, ply } => write!(f, "refuse:{}{}", table.0, Made(*ply)),
            Control::Count { table, act, ply } => {
                write!(f, "count:{}:{act}{}", table.0, Made(*ply))
            }
            Control::Rematch(table) => write!(f, "rematch:{}", table.0),
            Control::Replay(table) => write!(f, "replay:{}", table.0),
            Control::Export(table) => write!(f, "export:{}", table.0),
            Control::Which(errand) => write!(f, "which:{errand}"),
            Control::Guide(kind) => write!(f, "guide:{kind}"),
            Control::Setting(preference) => write!(f, "setting:{}", preference.key()),
        }
    }
}

/// The end of a control that says when it was made, if it says so.
struct Made(Option<usize>);

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ply) => write!(f, ":{ply}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Errand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Errand::Move(text) => write!(f, "move:{text}"),
            Errand::Board => f.write_str("board"),
            Errand::Resign => f.write_str("resign"),
            Errand::Draw => f.write_str("draw"),
            Errand::Takeback => f.write_str("takeback"),
            Errand::Count(act) => write!(f, "count:{act}"),
            Errand::History => f.write_str("history"),
            Errand::Export => f.write_str("export"),
            Errand::Replay => f.write_str("replay"),
        }
    }
}

/// A text that no button or menu of ours has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no button or menu of Kradan")]
pub struct NotAControl;

impl FromStr for Control {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Control, NotAControl> {
        let (action, rest) = text.split_once(':').unwrap_or((text, ""));
        Ok(match action {
            "keep" if rest.is_empty() => Control::Keep,
            "which" => Control::Which(rest.parse()?),
            "guide" => Control::Guide(rest.parse().map_err(|_| NotAControl)?),
            "setting" => Control::Setting(
                Preference::ALL.into_iter().find(|it| it.key() == rest).ok_or(NotAControl)?,
            ),
            _ => of_table(action, rest)?,
        })
    }
}

fn of_table(action: &str, rest: &str) -> Result<Control, NotAControl> {
    let (table, rest) = rest.split_once(':').map_or((rest, None), |(it, rest)| (it, Some(rest)));
    let table = TableId(number(table)?);
    if let Some(rest) = rest {
        return on_board(action, table, rest);
    }
    Ok(match action {
        "accept" => Control::Accept(table),
        "decline" => Control::Decline(table),
        "cancel" => Control::Cancel(table),
        "resign" => Control::Resign(table),
        "resign-yes" => Control::ResignYes(table),
        "draw" => Control::Draw { table, ply: None },
        "accept-draw" => Control::AcceptDraw(table),
        "decline-draw" => Control::DeclineDraw(table),
        "takeback" => Control::Takeback { table, ply: None },
        "refuse" => Control::Refuse { table, ply: None },
        "rematch" => Control::Rematch(table),
        "replay" => Control::Replay(table),
        "export" => Control::Export(table),
        _ => return Err(NotAControl),
    })
}

/// Those that belong to one position, and the acts.
fn on_board(action: &str, table: TableId, rest: &str) -> Result<Control, NotAControl> {
    let (first, rest) = rest.split_once(':').map_or((rest, None), |(it, rest)| (it, Some(rest)));
    if action == "count" {
        return Ok(Control::Count { table, act: act(first)?, ply: rest.map(plies).transpose()? });
    }
    let ply = plies(first)?;
    Ok(match (action, rest) {
        ("square", None) => Control::Square { table, ply },
        ("piece", None) => Control::Piece { table, ply },
        ("back", None) => Control::Back { table, ply },
        ("draw", None) => Control::Draw { table, ply: Some(ply) },
        ("takeback", None) => Control::Takeback { table, ply: Some(ply) },
        ("grant", None) => Control::Grant { table, ply },
        ("refuse", None) => Control::Refuse { table, ply: Some(ply) },
        ("target", Some(from)) => Control::Target { table, ply, from: from.to_owned() },
        ("confirm", Some(text)) => Control::Confirm { table, ply, text: text.to_owned() },
        _ => return Err(NotAControl),
    })
}

impl FromStr for Errand {
    type Err = NotAControl;

    fn from_str(text: &str) -> Result<Errand, NotAControl> {
        Ok(match text.split_once(':') {
            Some(("move", mv)) => Errand::Move(mv.to_owned()),
            Some(("count", text)) => Errand::Count(act(text)?),
            _ => match text {
                "board" => Errand::Board,
                "resign" => Errand::Resign,
                "draw" => Errand::Draw,
                "takeback" => Errand::Takeback,
                "history" => Errand::History,
                "export" => Errand::Export,
                "replay" => Errand::Replay,
                _ => return Err(NotAControl),
            },
        })
    }
}

/// A number as it is written here: without a sign or zeros before it.
fn number(text: &str) -> Result<u64, NotAControl> {
    let number: u64 = text.parse().map_err(|_| NotAControl)?;
    if number.to_string() == text { Ok(number) } else { Err(NotAControl) }
}

fn plies(text: &str) -> Result<usize, NotAControl> {
    usize::try_from(number(text)?).map_err(|_| NotAControl)
}

fn act(text: &str) -> Result<Act, NotAControl> {
    Act::ALL.into_iter().find(|act| act.to_string() == text).ok_or(NotAControl)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Control> {
        let (table, ply) = (TableId(u64::MAX), 1_000);
        let text = "claim:e5e6m".to_owned();
        let errands = [
            Errand::Move(text.clone()),
            Errand::Board,
            Errand::Resign,
            Errand::Draw,
            Errand::Takeback,
            Errand::Count(Act::Stop),
            Errand::History,
            Errand::Export,
            Errand::Replay,
        ];
        let mut all = vec![
            Control::Accept(table),
            Control::Decline(table),
            Control::Cancel(table),
            Control::Square { table, ply },
            Control::Piece { table, ply },
            Control::Target { table, ply, from: "P@".to_owned() },
            Control::Confirm { table, ply, text },
            Control::Back { table, ply },
            Control::Resign(table),
            Control::ResignYes(table),
            Control::Keep,
            Control::AcceptDraw(table),
            Control::DeclineDraw(table),
            Control::Grant { table, ply },
            Control::Rematch(table),
            Control::Replay(table),
            Control::Export(table),
        ];
        for ply in [Some(ply), None] {
            all.push(Control::Draw { table, ply });
            all.push(Control::Takeback { table, ply });
            all.push(Control::Refuse { table, ply });
            all.extend(Act::ALL.map(|act| Control::Count { table, act, ply }));
        }
        all.extend(Kind::ALL.map(Control::Guide));
        all.extend(Preference::ALL.map(Control::Setting));
        all.extend(errands.map(Control::Which));
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
        let (table, ply) = (TableId(7), None);
        for (text, control) in [
            ("draw:7", Control::Draw { table, ply }),
            ("takeback:7", Control::Takeback { table, ply }),
            ("refuse:7", Control::Refuse { table, ply }),
            ("count:7:claim", Control::Count { table, act: Act::Claim, ply }),
        ] {
            assert_eq!(text.parse(), Ok(control), "{text}");
        }
    }

    #[test]
    fn what_is_cut_or_strange_is_no_control() {
        for control in all() {
            let text = control.to_string();
            for (end, _) in text.char_indices() {
                // What is left may be another control, and then it reads back as that one.
                if let Ok(other) = text[..end].parse::<Control>() {
                    assert_eq!(other.to_string(), text[..end]);
                }
            }
        }
        for text in ["", ":", "accept", "accept:", "accept:-1", "accept:007", "square:1", "x:1"] {
            assert_eq!(text.parse::<Control>(), Err(NotAControl), "{text:?}");
        }
    }
}
