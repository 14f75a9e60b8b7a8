//! Random tokens and random percentages.

use std::fmt::Write as _;

/// A hexadecimal text that cannot be guessed. Different numbers give different texts.
pub(super) fn random_token(number: u64) -> String {
    let mut bytes = [0; 16];
    _ = getrandom::fill(&mut bytes);
    let mut token = format!("{number:x}");
    for byte in bytes {
        _ = write!(token, "{byte:02x}");
    }
    token
}

/// A random number from 0 to 99; 0 where the system has no random numbers.
pub(super) fn random_percent() -> u8 {
    let mut bytes = [0; 4];
    _ = getrandom::fill(&mut bytes);
    (u32::from_le_bytes(bytes) % 100) as u8
}
