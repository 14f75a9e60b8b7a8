//! What the host says about the bot, at addresses of their own.

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Links {
    /// The privacy policy; empty where there is none.
    pub privacy: String,
    /// The terms of service; empty where there are none.
    pub terms: String,
}
