//! Moves everything from one store to another, whatever their backends are. The items of each kind are
//! copied as far as the target lacks them, and what the target then holds is read back and compared.
//! Claims, locks and indices are no items: they end, or are made anew.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Serialize;

use super::{
    ChannelAccess, ControlMessage, Follow, InteractionId, InteractionResult, Note, OutboxEntry,
    PostedBoard, Profile, ServerSettings, Store, StoreError, StoredTable, Tournaments,
};
use kradan_table::{ApplicationId, ChannelId, GuildId, PlayerId, TableId};

/// How many items are copied in one commit.
const AT_ONCE: usize = 250;

/// How long a process counts as there that did not end in order, and a little more.
const OTHERS_GONE: Duration = Duration::from_secs(25);

/// The application that a store is bound to while games are moved to it, so that no bot starts on a part
/// of them. Discord gives no such id.
const UNDER_WAY: ApplicationId = ApplicationId(0);

/// A store whose whole content can be read, and written without regard to what the rest of the program
/// may do with it.
#[async_trait]
pub trait TransferStore: Store {
    /// The application that the store is bound to.
    async fn application(&self) -> Result<Option<ApplicationId>, StoreError>;

    /// Binds the store to an application, whatever it was bound to, or to none.
    async fn set_application(&self, application: Option<ApplicationId>) -> Result<(), StoreError>;

    /// The items of a kind after a position, at most `most`, in an order of the backend's own.
    async fn items(
        &self,
        kind: ItemKind,
        after: Option<Position>,
        most: usize,
    ) -> Result<Page, StoreError>;

    /// Stores items of one kind, in the place of those with the same keys.
    async fn put_items(&self, items: Vec<Item>) -> Result<(), StoreError>;

    /// Removes items as they are stored, and nothing else.
    async fn remove_items(&self, items: Vec<Item>) -> Result<(), StoreError>;
}

/// A place in the order of the items, which only its backend reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position(pub(crate) Vec<u8>);

/// Items of a kind, one after the other.
#[derive(Debug, Default)]
pub struct Page {
    pub items: Vec<Item>,
    /// What could not be read, one sentence for each.
    pub unreadable: Vec<String>,
    /// The position of the last one, or nothing if there are no more.
    pub last: Option<Position>,
}

/// Something that a store holds, with its key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Item {
    Table(TableId, Box<StoredTable>),
    OutboxEntry(OutboxEntry),
    Missed(PlayerId, OutboxEntry),
    InteractionResult(InteractionId, InteractionResult),
    PostedBoard(TableId, PostedBoard),
    Offer(TableId, ControlMessage),
    Cleanup(ControlMessage),
    WatchedThread(ChannelId, Timestamp),
    ChannelAccess(ChannelId, ChannelAccess),
    /// The player reads the channel.
    Reader(PlayerId, ChannelId),
    Profile(PlayerId, Box<Profile>),
    ServerSettings(GuildId, ServerSettings),
    Tournaments(GuildId, Tournaments),
    /// The first player blocks the second since then.
    Block(PlayerId, PlayerId, Timestamp),
    Note(TableId, PlayerId, Note),
    Follow(TableId, PlayerId, Follow),
    FollowerEntry(PlayerId, OutboxEntry),
    SentChallenge(SentChallenge),
    /// The player wishes to be erased since then.
    Erasure(PlayerId, Timestamp),
}

/// A challenge that counts against a limit. `opponent` is `None` for an open challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SentChallenge {
    pub challenger: PlayerId,
    pub at: Timestamp,
    pub table: TableId,
    pub opponent: Option<PlayerId>,
}

/// A kind of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    Table,
    OutboxEntry,
    Missed,
    InteractionResult,
    PostedBoard,
    Offer,
    Cleanup,
    WatchedThread,
    ChannelAccess,
    Reader,
    Profile,
    ServerSettings,
    Tournaments,
    Block,
    Note,
    Follow,
    FollowerEntry,
    SentChallenge,
    Erasure,
}

impl ItemKind {
    pub const ALL: [ItemKind; 19] = [
        ItemKind::Table,
        ItemKind::OutboxEntry,
        ItemKind::Missed,
        ItemKind::InteractionResult,
        ItemKind::PostedBoard,
        ItemKind::Offer,
        ItemKind::Cleanup,
        ItemKind::WatchedThread,
        ItemKind::ChannelAccess,
        ItemKind::Reader,
        ItemKind::Profile,
        ItemKind::ServerSettings,
        ItemKind::Tournaments,
        ItemKind::Block,
        ItemKind::Note,
        ItemKind::Follow,
        ItemKind::FollowerEntry,
        ItemKind::SentChallenge,
        ItemKind::Erasure,
    ];

    /// The kind in English, for several.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ItemKind::Table => "tables",
            ItemKind::OutboxEntry => "outbox entries",
            ItemKind::Missed => "missed entries",
            ItemKind::InteractionResult => "results of interactions",
            ItemKind::PostedBoard => "posted boards",
            ItemKind::Offer => "offers",
            ItemKind::Cleanup => "messages to clean up",
            ItemKind::WatchedThread => "watched threads",
            ItemKind::ChannelAccess => "channels without a member",
            ItemKind::Reader => "readers of channels",
            ItemKind::Profile => "profiles",
            ItemKind::ServerSettings => "settings of servers",
            ItemKind::Tournaments => "tournaments of servers",
            ItemKind::Block => "blocks",
            ItemKind::Note => "notes",
            ItemKind::Follow => "followers",
            ItemKind::FollowerEntry => "entries for followers",
            ItemKind::SentChallenge => "sent challenges",
            ItemKind::Erasure => "wishes to be erased",
        }
    }
}

impl Item {
    #[must_use]
    pub fn kind(&self) -> ItemKind {
        match self {
            Item::Table(..) => ItemKind::Table,
            Item::OutboxEntry(_) => ItemKind::OutboxEntry,
            Item::Missed(..) => ItemKind::Missed,
            Item::InteractionResult(..) => ItemKind::InteractionResult,
            Item::PostedBoard(..) => ItemKind::PostedBoard,
            Item::Offer(..) => ItemKind::Offer,
            Item::Cleanup(_) => ItemKind::Cleanup,
            Item::WatchedThread(..) => ItemKind::WatchedThread,
            Item::ChannelAccess(..) => ItemKind::ChannelAccess,
            Item::Reader(..) => ItemKind::Reader,
            Item::Profile(..) => ItemKind::Profile,
            Item::ServerSettings(..) => ItemKind::ServerSettings,
            Item::Tournaments(..) => ItemKind::Tournaments,
            Item::Block(..) => ItemKind::Block,
            Item::Note(..) => ItemKind::Note,
            Item::Follow(..) => ItemKind::Follow,
            Item::FollowerEntry(..) => ItemKind::FollowerEntry,
            Item::SentChallenge(_) => ItemKind::SentChallenge,
            Item::Erasure(..) => ItemKind::Erasure,
        }
    }

    /// A number that differs between any two items, but for a chance of 1 in 2^64. Times beside the JSON
    /// count in microseconds, and NUL counts as U+FFFD: no backend holds more of both.
    fn hash(&self) -> u64 {
        let cut = |at: &Timestamp| {
            Timestamp::from_microsecond(at.as_nanosecond().div_euclid(1_000).try_into().ok()?).ok()
        };
        let text = match self {
            Item::WatchedThread(thread, at) => serde_json::to_string(&("watched", thread, cut(at))),
            Item::Block(one, other, at) => serde_json::to_string(&("block", one, other, cut(at))),
            Item::Erasure(player, at) => serde_json::to_string(&("erasure", player, cut(at))),
            Item::SentChallenge(SentChallenge { challenger, at, table, opponent }) => {
                serde_json::to_string(&("sent", challenger, cut(at), table, opponent))
            }
            item => serde_json::to_string(item),
        };
        let mut hasher = DefaultHasher::new();
        // What is no JSON counts as nothing, and is found by its absence.
        text.unwrap_or_default().replace("\\u0000", "\u{FFFD}").hash(&mut hasher);
        hasher.finish()
    }
}

/// What was moved.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// How many tables.
    pub tables: u64,
    /// How many items, with the tables.
    pub items: u64,
    /// What could not be read and stayed behind, one sentence for each.
    pub unreadable: Vec<String>,
}

/// How many items of a kind were moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovedKind {
    pub kind: ItemKind,
    pub items: u64,
    /// How many of them were there from a move that was broken off.
    pub held: u64,
}

/// Why nothing was moved, or not all.
#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error("a Kradan runs on {0}: stop it first")]
    InUse(&'static str),
    #[error("the games to be moved are a part: a move to that store was broken off")]
    IsPart,
    #[error("the store to move to holds games already")]
    HoldsGames,
    #[error("a Kradan has used the games to be moved meanwhile: stop it first")]
    Used,
    #[error("what was written to the new store does not read back as it was: move again")]
    Differs(ItemKind),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies everything to an empty store, or goes on with a move that was broken off, and checks it. The
/// bot may use neither store meanwhile. The source stays as it is; the target can be used once this has
/// returned without an error. `told` hears of each kind when it is done.
///
/// # Errors
///
/// [`MoveError::InUse`] while another process uses one of them, [`MoveError::Used`] if one was started on
/// the source before the end, [`MoveError::HoldsGames`] if the target has other games, [`MoveError::IsPart`] if the source is the target of another move,
/// [`MoveError::Differs`] if a disk lies, and the errors of both stores. The next move goes on.
pub async fn move_store(
    from: &dyn TransferStore,
    to: &dyn TransferStore,
    mut told: impl FnMut(MovedKind) + Send,
) -> Result<Moved, MoveError> {
    wait_until_alone(from, "the games to be moved").await?;
    wait_until_alone(to, "the store to move to").await?;
    let application = from.application().await?;
    if application == Some(UNDER_WAY) {
        return Err(MoveError::IsPart);
    }
    match to.application().await? {
        Some(UNDER_WAY) => {}
        None if is_empty(to).await? => to.set_application(Some(UNDER_WAY)).await?,
        _ => return Err(MoveError::HoldsGames),
    }
    // A Kradan stores one before it loads a table.
    let heartbeat = from.heartbeat().await?;
    let mut moved = Moved::default();
    for kind in ItemKind::ALL {
        let of_kind = move_kind(from, to, kind, &mut moved.unreadable).await?;
        if kind == ItemKind::Table {
            moved.tables = of_kind.items;
        }
        moved.items += of_kind.items;
        told(of_kind);
    }
    if from.heartbeat().await? != heartbeat {
        return Err(MoveError::Used);
    }
    if let Some(heartbeat) = heartbeat {
        to.record_heartbeat(heartbeat).await?;
    }
    to.set_application(application).await?;
    Ok(moved)
}

/// Whether a store is the target of a move that is not done.
///
/// # Errors
///
/// Those of the store.
pub async fn is_half_moved(store: &dyn TransferStore) -> Result<bool, StoreError> {
    Ok(store.application().await? == Some(UNDER_WAY))
}

/// Waits for processes that were killed to count as gone.
async fn wait_until_alone(store: &dyn TransferStore, what: &'static str) -> Result<(), MoveError> {
    let gone = async {
        while store.processes().get() > 1 {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(OTHERS_GONE, gone).await.map_err(|_| MoveError::InUse(what))
}

async fn is_empty(store: &dyn TransferStore) -> Result<bool, StoreError> {
    for kind in ItemKind::ALL {
        if store.items(kind, None, 1).await?.last.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

async fn move_kind(
    from: &dyn TransferStore,
    to: &dyn TransferStore,
    kind: ItemKind,
    unreadable: &mut Vec<String>,
) -> Result<MovedKind, MoveError> {
    let mut before = HashSet::new();
    let mut pages = Pages::of(to, kind);
    while let Some(page) = pages.next().await? {
        before.extend(page.items.iter().map(Item::hash));
    }
    let (mut wanted, mut held) = (HashSet::new(), 0);
    let mut pages = Pages::of(from, kind);
    while let Some(mut page) = pages.next().await? {
        unreadable.append(&mut page.unreadable);
        page.items.retain(|item| {
            let hash = item.hash();
            wanted.insert(hash);
            let is_held = before.contains(&hash);
            held += u64::from(is_held);
            !is_held
        });
        if !page.items.is_empty() {
            to.put_items(page.items).await?;
        }
    }
    let items = wanted.len() as u64;
    // What the target holds besides was removed from the source since the move was broken off.
    let mut pages = Pages::of(to, kind);
    while let Some(mut page) = pages.next().await? {
        page.items.retain(|item| !wanted.remove(&item.hash()));
        if !page.items.is_empty() {
            to.remove_items(page.items).await?;
        }
    }
    if !wanted.is_empty() {
        return Err(MoveError::Differs(kind));
    }
    Ok(MovedKind { kind, items, held })
}

/// The items of a kind, page by page.
struct Pages<'a> {
    store: &'a dyn TransferStore,
    kind: ItemKind,
    after: Option<Position>,
}

impl Pages<'_> {
    fn of(store: &dyn TransferStore, kind: ItemKind) -> Pages<'_> {
        Pages { store, kind, after: None }
    }

    async fn next(&mut self) -> Result<Option<Page>, StoreError> {
        let page = self.store.items(self.kind, self.after.take(), AT_ONCE).await?;
        self.after.clone_from(&page.last);
        Ok(page.last.is_some().then_some(page))
    }
}
