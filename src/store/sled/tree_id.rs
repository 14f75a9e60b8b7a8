//! The trees of the database.

/// Declares the trees with their names.
macro_rules! trees {
    ($($tree:ident $name:literal,)+) => {
        /// A tree of the database.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum TreeId {
            $($tree,)+
        }

        impl TreeId {
            pub(super) const ALL: [TreeId; [$($name),+].len()] = [$(TreeId::$tree),+];

            pub(super) fn name(self) -> &'static str {
                match self {
                    $(TreeId::$tree => $name,)+
                }
            }
        }
    };
}

trees! {
    Meta "meta",
    Tables "tables",
    TablesByChannel "by-place",
    TablesByPlayer "by-player",
    DueTables "due",
    OutboxEntries "notices",
    OutboxByTime "owed",
    InteractionResults "outcomes",
    PostedBoards "shown",
    Profiles "people",
    // The name is that of what it held before.
    Standings "absences",
    ChannelAccess "places",
    Opponents "met",
    SentChallenges "sent",
    Readers "readers",
    MissedEntries "kept",
    Offers "offers",
    // The name is that of the messages of an earlier version.
    Jobs "to-strip",
    ServerSettings "servers",
    Blocks "blocks",
    BlocksByBlocked "blocks-by-blocked",
    Notes "player-notes",
    Follows "follows",
    FollowsByPlayer "follows-by-player",
    FollowerEntries "follower-entries",
    // The name is that of the followers of an earlier version.
    JobsByTime "follower-entries-by-time",
    // Of an earlier version: both are jobs now.
    FormerErasures "erasures",
    FormerWatchedThreads "watched-threads",
}

impl TreeId {
    pub(super) fn of_name(name: &[u8]) -> Option<TreeId> {
        TreeId::ALL.into_iter().find(|tree| tree.name().as_bytes() == name)
    }
}
