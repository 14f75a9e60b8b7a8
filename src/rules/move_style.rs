//! The forms of a move's notation.

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveStyle {
    /// The exact notation, as it is stored: `b1d2`, `P@e5`.
    Exact,
    /// With piece letters: `Nd2`, `P*e5`.
    Letters,
    /// In the script of the game's home: `ม้า b1-d2`, `▲e5歩打`.
    Native,
}
