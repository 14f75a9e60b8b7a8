//! A short number that identifies the moves of a record.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{Position, Record};

/// The fingerprint of a [record](Record): of its start and every move so far.
///
/// It is FNV-1a of 64 bits over lines that each end with `\n`: the name of the game, the first
/// position (empty where it is the usual one), and every move in the exact notation. It is written
/// as 16 hexadecimal digits. Both never change, because buttons and menus at Discord hold
/// fingerprints.
///
/// ```
/// use kradan_rules::{Game, GameKind};
///
/// let mut game = Game::new(GameKind::Othello);
/// game.play_text("f5")?;
/// assert_eq!(game.fingerprint().to_string(), "0bdd3abd5d27db43");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The offset basis of FNV-1a with 64 bits.
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;

    /// The prime of FNV-1a with 64 bits.
    const PRIME: u64 = 0x0100_0000_01b3;

    /// The number of hexadecimal digits.
    const DIGITS: usize = 16;

    pub(super) fn of<P: Position>(record: &Record<P>) -> Fingerprint {
        let start = record.start();
        let start = if *start == P::default() { String::new() } else { start.to_string() };
        let begun = Fingerprint(Self::OFFSET_BASIS).line(&P::KIND.to_string()).line(&start);
        record.moves().iter().fold(begun, |fingerprint, mv| fingerprint.line(&mv.to_string()))
    }

    fn line(self, text: &str) -> Fingerprint {
        let bytes = text.bytes().chain([b'\n']);
        let add = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(Self::PRIME);
        Fingerprint(bytes.fold(self.0, add))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0digits$x}", self.0, digits = Self::DIGITS)
    }
}

/// A text that is no fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint is {} hexadecimal digits", Fingerprint::DIGITS)]
pub struct ParseFingerprintError;

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> String {
        fingerprint.to_string()
    }
}

impl TryFrom<String> for Fingerprint {
    type Error = ParseFingerprintError;

    fn try_from(text: String) -> Result<Fingerprint, ParseFingerprintError> {
        text.parse()
    }
}

impl FromStr for Fingerprint {
    type Err = ParseFingerprintError;

    /// Reads exactly what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Fingerprint, ParseFingerprintError> {
        let number = u64::from_str_radix(text, 16).map_err(|_| ParseFingerprintError)?;
        let fingerprint = Fingerprint(number);
        if fingerprint.to_string() == text { Ok(fingerprint) } else { Err(ParseFingerprintError) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use crate::{Game, GameKind};

    use super::*;

    /// Buttons at Discord hold these: a change makes every posted board stale.
    #[test]
    fn fingerprints_are_what_they_always_were() {
        let of = |kind, moves: &[&str]| {
            let mut game = Game::new(kind);
            for mv in moves {
                game.play_text(mv).unwrap();
            }
            game.fingerprint().to_string()
        };
        assert_eq!(of(GameKind::Othello, &[]), "bb05877bbbdfe882");
        assert_eq!(of(GameKind::Othello, &["f5"]), "0bdd3abd5d27db43");
        assert_eq!(of(GameKind::Makruk, &["e3e4", "d6d5"]), "8810e5b4228204b4");
        assert_eq!(of(GameKind::Ogi, &["e3e4"]), "421004dfbe6e82c3");
        let start = "8/8/2n5/8/6k1/2K5/8/1r5S w";
        let mut from = Game::from_position(GameKind::Makruk, start).unwrap();
        from.play_text("claim:h1h2").unwrap();
        assert_eq!(from.fingerprint().to_string(), "92e2597cae664cab");
    }

    #[test]
    fn whatever_differs_has_another_fingerprint() {
        let mut random = fastrand::Rng::with_seed(7);
        for kind in GameKind::ALL {
            let mut seen = HashSet::new();
            let mut game = Game::new(kind);
            while game.plies() < 60 && game.outcome().is_none() {
                let moves = game.legal_moves();
                for mv in &moves {
                    let mut after = game.clone();
                    after.play_text(mv).unwrap();
                    assert!(seen.insert(after.fingerprint()), "{kind} {mv}");
                }
                let before = game.fingerprint();
                game.play_text(&moves[random.usize(..moves.len())]).unwrap();
                let mut back = game.clone();
                back.take_back();
                assert_eq!(back.fingerprint(), before);
            }
        }
    }

    #[test]
    fn a_fingerprint_reads_back_and_nothing_else_is_one() {
        let fingerprint = Game::new(GameKind::Ogi).fingerprint();
        assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
        let short = "cbf29ce48422232";
        for text in ["", "0", short, "CBF29CE484222325", "+bf29ce484222325", "cbf29ce4842223255"] {
            assert_eq!(text.parse::<Fingerprint>(), Err(ParseFingerprintError), "{text:?}");
        }
    }
}
