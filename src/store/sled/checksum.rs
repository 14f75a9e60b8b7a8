//! The number of a copy's last change, and a checksum of all its rows. A row that is missing, old
//! or surplus changes the checksum.

use super::keys::TreeId;

/// The number of the last change, and the checksum of all rows after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StateChecksum {
    /// The number of changes since the store was created.
    pub(super) number: u64,
    /// The number of rows.
    pub(super) rows: u64,
    /// The sum of the rows' hashes.
    pub(super) sum: u64,
}

impl StateChecksum {
    pub(super) const BYTES: usize = 28;

    /// Adds a row.
    pub(super) fn add(&mut self, tree: TreeId, key: &[u8], value: &[u8]) {
        self.rows = self.rows.wrapping_add(1);
        self.sum = self.sum.wrapping_add(hash(tree, key, value));
    }

    /// Removes a row.
    pub(super) fn subtract(&mut self, tree: TreeId, key: &[u8], value: &[u8]) {
        self.rows = self.rows.wrapping_sub(1);
        self.sum = self.sum.wrapping_sub(hash(tree, key, value));
    }

    /// Adds all rows of another part of the same copy.
    pub(super) fn add_rows_of(&mut self, other: &StateChecksum) {
        self.rows = self.rows.wrapping_add(other.rows);
        self.sum = self.sum.wrapping_add(other.sum);
    }

    /// Whether both are of the same rows.
    pub(super) fn has_rows_of(&self, other: &StateChecksum) -> bool {
        (self.rows, self.sum) == (other.rows, other.sum)
    }

    /// The bytes end with a checksum of their own.
    pub(super) fn to_bytes(self) -> [u8; StateChecksum::BYTES] {
        let mut bytes = [0; StateChecksum::BYTES];
        bytes[..8].copy_from_slice(&self.number.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.rows.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.sum.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..24]);
        bytes[24..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Returns `None` if the bytes' own checksum is wrong.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<StateChecksum> {
        let (rest, checksum) = bytes.split_last_chunk()?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let (number, rest) = rest.split_first_chunk()?;
        let (rows, rest) = rest.split_first_chunk()?;
        let (sum, rest) = rest.split_first_chunk()?;
        let state = StateChecksum {
            number: u64::from_le_bytes(*number),
            rows: u64::from_le_bytes(*rows),
            sum: u64::from_le_bytes(*sum),
        };
        rest.is_empty().then_some(state)
    }
}

/// The hash of a row. It is stored, so it never changes.
fn hash(tree: TreeId, key: &[u8], value: &[u8]) -> u64 {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(tree.name().as_bytes());
    checksum.update(&[0]);
    checksum.update(&(key.len() as u32).to_le_bytes());
    checksum.update(key);
    checksum.update(value);
    // Sums of plain checksums would cancel out, so each is mixed first, as in splitmix64.
    let mut mixed = u64::from(checksum.finalize()) | (value.len() as u64) << 32;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_does_not_depend_on_the_order_of_rows() {
        let rows: [(TreeId, &[u8], &[u8]); 3] = [
            (TreeId::Tables, b"a", b"1"),
            (TreeId::Tables, b"b", b"1"),
            (TreeId::DueTables, b"a", b""),
        ];
        let mut forwards = StateChecksum::default();
        let mut backwards = StateChecksum::default();
        for (tree, key, value) in rows {
            forwards.add(tree, key, value);
        }
        for (tree, key, value) in rows.into_iter().rev() {
            backwards.add(tree, key, value);
        }
        assert!(forwards.has_rows_of(&backwards));
        forwards.subtract(TreeId::Tables, b"a", b"1");
        assert!(!forwards.has_rows_of(&backwards));
        forwards.add(TreeId::Tables, b"a", b"2");
        assert!(!forwards.has_rows_of(&backwards));
    }

    #[test]
    fn changed_bytes_are_refused() {
        let state = StateChecksum { number: 3, rows: 4, sum: 5 };
        let bytes = state.to_bytes();
        assert_eq!(StateChecksum::from_bytes(&bytes), Some(state));
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes;
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(StateChecksum::from_bytes(&flipped), None, "{bit}");
        }
        assert_eq!(StateChecksum::from_bytes(&bytes[1..]), None);
        assert_eq!(StateChecksum::from_bytes(&[]), None);
    }
}
