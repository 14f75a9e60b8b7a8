//! Replacing a player whose data is erased, in tables and in events.

use super::state::{Phase, Table, side_of};
use super::{Event, PlayerId, Seat};
use kradan_rules::{BySide, Side};

impl Table {
    /// Puts [`PlayerId::erased`] in the place of a player, and returns whether the player was there. A
    /// challenge that waits for an answer and a running game name their players until they are over.
    pub fn erase_player(&mut self, player: PlayerId) -> bool {
        match &mut self.phase {
            Phase::Over { seats, .. } => {
                if let (Some(side), Some(rated)) = (side_of(seats, player), &mut self.rated) {
                    rated.erase(side);
                }
                erase(seats, player)
            }
            Phase::Withdrawn { challenger, .. } if *challenger == player => {
                *challenger = PlayerId::erased(Side::First);
                true
            }
            Phase::Withdrawn { declined_by, .. } if *declined_by == Some(player) => {
                *declined_by = Some(PlayerId::erased(Side::Second));
                true
            }
            Phase::Challenge(_) | Phase::Playing(_) | Phase::Withdrawn { .. } => false,
        }
    }
}

impl Event {
    /// Puts [`PlayerId::erased`] in the place of a player.
    pub fn erase_player(&mut self, player: PlayerId) {
        match self {
            Event::Challenged { challenger, opponent } => {
                if *challenger == player {
                    *challenger = PlayerId::erased(Side::First);
                }
                if *opponent == Some(player) {
                    *opponent = Some(PlayerId::erased(Side::Second));
                }
            }
            Event::Accepted { seats, furigoma } => {
                if let (Some(side), Some(throw)) = (side_of(seats, player), furigoma)
                    && throw.thrower == player
                {
                    throw.thrower = PlayerId::erased(side);
                }
                erase(seats, player);
            }
            _ => {}
        }
    }
}

fn erase(seats: &mut BySide<Seat>, player: PlayerId) -> bool {
    let Some(side) = side_of(seats, player) else { return false };
    seats[side] = PlayerId::erased(side).into();
    true
}
