//! Requests and replies of the REST API.

use std::collections::HashMap;

use serde_json::Value;

use crate::emulator::api_error::DiscordError;
use crate::emulator::validate::{Object, Validator};
use crate::emulator::world::UploadedFile;

/// The longest file, in bytes.
pub(in crate::emulator) const FILE_MAX: usize = 10 * 1024 * 1024;

/// A request's query, JSON and files.
#[derive(Debug, Default)]
pub(in crate::emulator) struct ApiRequest {
    pub(in crate::emulator) query: HashMap<String, String>,
    /// Null if there was none.
    pub(in crate::emulator) json: Value,
    /// By the number in `files[n]`.
    pub(in crate::emulator) files: Vec<(u64, UploadedFile)>,
}

/// A status and a body; null for none.
pub(in crate::emulator) type ApiReply = (u16, Value);

/// Reads a JSON object with none but these keys, and finishes the form.
pub(super) fn read_object<T>(
    json: &Value,
    keys: &[&str],
    read: impl FnOnce(&mut Validator, &Object) -> T,
) -> Result<T, DiscordError> {
    let mut form = Validator::default();
    let it = form.object(json, keys).map(|object| read(&mut form, object));
    form.finish()?;
    it.ok_or(DiscordError::NOT_JSON)
}
