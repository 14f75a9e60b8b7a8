//! The query `?as={user}`.

use serde::Deserialize;

use crate::id::Id;

/// The person who asks; `None` for the view of all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AsQuery {
    #[serde(rename = "as")]
    pub(super) person: Option<Id>,
}
