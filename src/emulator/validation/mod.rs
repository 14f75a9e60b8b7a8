//! Strict checks of JSON, and Discord's error responses. It names ids and nothing else of the
//! emulator. Begin with [`Validator`].

mod api_error;
mod data_uri;
mod validator;

pub(super) use self::api_error::{DiscordError, FieldError};
pub(super) use self::data_uri::read_data_uri;
pub(super) use self::validator::{Object, Presence, Validator, id_of};
