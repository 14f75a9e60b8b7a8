//! Who sees a response.

/// Who sees a response. A deferral tells Discord in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visibility {
    /// Everybody in the channel.
    Public,
    /// The caller alone.
    Ephemeral,
}
