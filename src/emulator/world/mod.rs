//! The model: servers, channels, people, messages and interactions. It has no clock and does not
//! wait; the time is an argument. Every operation notes [`WorldChange`]s for pages and for the
//! disk, and [`GatewayEvent`]s for bots. It names ids and `validation/`, and no HTTP but axum's
//! bytes. Begin with [`World`] in `state.rs`; each other file has one kind of object, or free
//! functions for one kind of operation.

pub(super) mod access;
pub(super) mod api_json;
mod change;
mod channel;
pub(super) mod channels;
mod command;
mod contents;
mod draft;
pub(super) mod editing;
pub(super) mod emoji;
mod event;
mod files;
mod interaction;
mod message;
mod permissions;
pub(super) mod posting;
mod seed;
mod server;
mod state;

pub(super) use self::api_json::iso;
pub(super) use self::change::WorldChange;
pub use self::channel::{Channel, ChannelKind, Recipients};
pub(super) use self::channels::NewThread;
pub use self::command::RegisteredCommand;
pub(super) use self::draft::{Draft, Posting, deferred_draft};
pub use self::emoji::ApplicationEmoji;
pub(super) use self::emoji::Emojis;
pub(super) use self::event::{GatewayEvent, INTERACTION_CREATE, intent};
pub(super) use self::files::{FILE_MAX, FileHead, Files, UploadedFile};
pub(super) use self::interaction::{
    InitialResponse, InteractionKind, InteractionState, TOKEN_LIFE,
};
pub use self::message::PostedMessage;
pub(super) use self::message::{EPHEMERAL, is_loading, is_old};
pub use self::permissions::Permissions;
pub use self::seed::{
    ANN, ANN_AND_BEN, ANN_AND_BOT, BEN, BOT, CHAI, DAI, ELSEWHERE, GAMES, GARDEN, LOBBY, MAKRUK,
    RANDOM, Seed,
};
pub use self::server::{Member, Person, Server};
pub use self::state::World;
