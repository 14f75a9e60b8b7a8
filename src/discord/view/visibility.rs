//! Who sees an answer. Discord wants to know it before the answer is there.

/// Who sees an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Everybody in the channel.
    Public,
    /// The caller alone.
    Ephemeral,
}
