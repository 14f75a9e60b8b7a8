//! What is stored of the clocks of a game.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::weekend::WeekendsOff;
use kradan_rules::BySide;

/// What the clocks of a game show besides the time control. The default is that of a game in which
/// each side has the whole time of its control and nothing stops the clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Clocks {
    /// The time left on each clock: that of the side to move at the last settlement. `None`
    /// where it is the whole time of the control.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) left: BySide<Option<SignedDuration>>,
    /// The time that each side had left when it made its last move.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) moved_with: BySide<Option<SignedDuration>>,
    /// The time that the side to move had at the start of its turn, or after a holiday, with what was
    /// given since. `None` where it is the whole time of the control.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) turn: Option<SignedDuration>,
    /// How often time was given in this turn.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) gifts: u8,
    /// The end of each side's holiday.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) holiday_until: BySide<Option<Timestamp>>,
    /// Since when both players let the game rest.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) paused_since: Option<Timestamp>,
    /// Whether its tournament lets the game rest: neither a move nor a player ends that.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) is_stopped: bool,
    /// The weekends on which the clocks stand, where the players agreed on that.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) weekends: Option<WeekendsOff>,
    /// The bot's absence since the last settlement, where weekends or holidays stop clocks: until the
    /// next settlement they are later by as much, like everything else at the table.
    #[serde(skip_serializing_if = "is_default")]
    pub(super) away: SignedDuration,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Clocks {
    pub(super) fn is_untouched(&self) -> bool {
        is_default(self)
    }
}
