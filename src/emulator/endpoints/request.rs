//! Requests and replies of the REST API.

use std::collections::HashMap;

use serde_json::Value;

use crate::validation::{DiscordError, Object, Validator};
use crate::world::UploadedFile;

/// A request's query, JSON and files.
#[derive(Debug, Default)]
pub(crate) struct ApiRequest {
    pub(crate) query: HashMap<String, String>,
    /// Null without a JSON body.
    pub(crate) json: Value,
    /// With the numbers in `files[n]`.
    pub(crate) files: Vec<(u64, UploadedFile)>,
}

/// An HTTP status and a JSON body; null for none.
pub(crate) type ApiReply = (u16, Value);

/// Reads a JSON object with no other keys than these.
pub(super) fn read_object<T>(
    json: &Value,
    keys: &[&str],
    read: impl FnOnce(&mut Validator, &Object) -> T,
) -> Result<T, DiscordError> {
    let mut validator = Validator::default();
    let result = validator.object(json, keys).map(|object| read(&mut validator, object));
    validator.finish()?;
    result.ok_or(DiscordError::INVALID_JSON)
}
