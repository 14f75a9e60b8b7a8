//! The query `?as={user}`.

use serde::Deserialize;

use crate::emulator::id::Id;

/// As whom something is asked; nobody, if it is not for anybody's eyes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AsQuery {
    #[serde(rename = "as")]
    pub(super) person: Option<Id>,
}
