//! The trees of the database.

/// A tree of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TreeId {
    Meta,
    Tables,
    TablesByChannel,
    TablesByPlayer,
    DueTables,
    OutboxEntries,
    OutboxByTime,
    InteractionResults,
    PostedBoards,
    Profiles,
    Absences,
    ChannelAccess,
    Opponents,
    SentChallenges,
    Readers,
    MissedEntries,
    Offers,
    CleanupQueue,
    ServerSettings,
    Blocks,
    BlocksByBlocked,
    Notes,
    Follows,
    FollowsByPlayer,
    FollowerEntries,
    FollowerEntriesByTime,
    Erasures,
}

impl TreeId {
    pub(super) const ALL: [TreeId; 27] = [
        TreeId::Meta,
        TreeId::Tables,
        TreeId::TablesByChannel,
        TreeId::TablesByPlayer,
        TreeId::DueTables,
        TreeId::OutboxEntries,
        TreeId::OutboxByTime,
        TreeId::InteractionResults,
        TreeId::PostedBoards,
        TreeId::Profiles,
        TreeId::Absences,
        TreeId::ChannelAccess,
        TreeId::Opponents,
        TreeId::SentChallenges,
        TreeId::Readers,
        TreeId::MissedEntries,
        TreeId::Offers,
        TreeId::CleanupQueue,
        TreeId::ServerSettings,
        TreeId::Blocks,
        TreeId::BlocksByBlocked,
        TreeId::Notes,
        TreeId::Follows,
        TreeId::FollowsByPlayer,
        TreeId::FollowerEntries,
        TreeId::FollowerEntriesByTime,
        TreeId::Erasures,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            TreeId::Meta => "meta",
            TreeId::Tables => "tables",
            TreeId::TablesByChannel => "by-place",
            TreeId::TablesByPlayer => "by-player",
            TreeId::DueTables => "due",
            TreeId::OutboxEntries => "notices",
            TreeId::OutboxByTime => "owed",
            TreeId::InteractionResults => "outcomes",
            TreeId::PostedBoards => "shown",
            TreeId::Profiles => "people",
            TreeId::Absences => "absences",
            TreeId::ChannelAccess => "places",
            TreeId::Opponents => "met",
            TreeId::SentChallenges => "sent",
            TreeId::Readers => "readers",
            TreeId::MissedEntries => "kept",
            TreeId::Offers => "offers",
            TreeId::CleanupQueue => "to-strip",
            TreeId::ServerSettings => "servers",
            TreeId::Blocks => "blocks",
            TreeId::BlocksByBlocked => "blocks-by-blocked",
            TreeId::Notes => "player-notes",
            TreeId::Follows => "follows",
            TreeId::FollowsByPlayer => "follows-by-player",
            TreeId::FollowerEntries => "follower-entries",
            TreeId::FollowerEntriesByTime => "follower-entries-by-time",
            TreeId::Erasures => "erasures",
        }
    }

    pub(super) fn of_name(name: &[u8]) -> Option<TreeId> {
        TreeId::ALL.into_iter().find(|tree| tree.name().as_bytes() == name)
    }
}
