//! The pieces in hand.

use super::Role;

/// The pieces that one side holds in hand, unpromoted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand([u8; 7]);

impl Hand {
    /// How many pieces of a role are held; there is never a king.
    #[must_use]
    pub fn count(&self, role: Role) -> u8 {
        Hand::place(role).map_or(0, |place| self.0[place])
    }

    /// Whether nothing is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 7]
    }

    /// The roles that are held and how many of each, the strongest first.
    pub fn iter(&self) -> impl Iterator<Item = (Role, u8)> + '_ {
        Role::DROPPABLE.into_iter().zip(self.0).filter(|&(_, count)| count > 0)
    }

    pub(super) fn add(&mut self, role: Role, count: u8) {
        if let Some(place) = Hand::place(role) {
            self.0[place] = self.0[place].saturating_add(count);
        }
    }

    pub(super) fn take(&mut self, role: Role) {
        if let Some(place) = Hand::place(role) {
            self.0[place] = self.0[place].saturating_sub(1);
        }
    }

    #[inline]
    fn place(role: Role) -> Option<usize> {
        (role as usize).checked_sub(1)
    }
}
