//! What the bot has to own up to: that something broke, or that it may not do what it should.

use fluent_bundle::FluentValue;

use super::catalog::Catalog;
use super::values::Value;
use kradan_rules::GameKind;

/// Whether what a player asked for counts although something broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    No,
    /// Nobody can tell yet.
    Unknown,
}

impl Value for Counts {
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        match self {
            Counts::No => "no".into(),
            Counts::Unknown => "unknown".into(),
        }
    }
}

/// Why Discord shows an answer to the asker alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenBy {
    /// The asker may not send messages there.
    SendMessages,
    /// The asker may not use applications there that are not in the server.
    UseExternalApps,
    /// Slow mode, or another setting of the server.
    Settings,
}

impl Value for HiddenBy {
    fn value(&self, _: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        match self {
            HiddenBy::SendMessages => "send".into(),
            HiddenBy::UseExternalApps => "apps".into(),
            HiddenBy::Settings => "settings".into(),
        }
    }
}

/// What a server lets a bot do, in the words of Discord's own settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// To see the channel.
    ViewChannel,
    /// To do anything in a voice or stage channel.
    Connect,
    /// To write in it.
    SendMessages,
    AttachFiles,
    ReadMessageHistory,
    CreatePublicThreads,
    /// To write in threads.
    SendMessagesInThreads,
}

impl Permission {
    /// Every permission that the bot may miss.
    pub const ALL: [Permission; 7] = [
        Permission::ViewChannel,
        Permission::Connect,
        Permission::SendMessages,
        Permission::AttachFiles,
        Permission::ReadMessageHistory,
        Permission::CreatePublicThreads,
        Permission::SendMessagesInThreads,
    ];

    const fn message(self) -> &'static str {
        match self {
            Permission::ViewChannel => "permission-view-channel",
            Permission::Connect => "permission-connect",
            Permission::SendMessages => "permission-send-messages",
            Permission::AttachFiles => "permission-attach-files",
            Permission::ReadMessageHistory => "permission-read-message-history",
            Permission::CreatePublicThreads => "permission-create-public-threads",
            Permission::SendMessagesInThreads => "permission-send-messages-in-threads",
        }
    }
}

impl Value for &[Permission] {
    fn value(&self, catalog: &Catalog, _: Option<GameKind>) -> FluentValue<'static> {
        let named = self.iter().map(|permission| catalog.say(permission.message()));
        let named: Vec<String> = named.collect();
        catalog.listed(&named).into()
    }
}
