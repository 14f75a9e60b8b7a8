-- Times are in UTC, cut off to microseconds; the exact ones are in the JSON beside them. Discord's ids are
-- unsigned and fit.

create table tables (
    id bigint primary key,
    revision bigint not null,
    status text check (status in ('challenge', 'running', 'over')),
    channel bigint not null,
    player_1 bigint,
    player_2 bigint,
    due_at timestamptz,
    credited_nanoseconds bigint not null,
    claimed_by bigint,
    claimed_in text,
    claimed_at timestamptz,
    claimed_until timestamptz,
    game jsonb not null
);
comment on table tables is
    'Challenges and games. With Citus, this and all that has a table_id is distributed by it.';
comment on column tables.id is 'The interaction that opened the table.';
comment on column tables.revision is 'The number of commits to the table; 1 when it is new.';
comment on column tables.status is 'Null where the table is in no list: declined and lapsed challenges.';
comment on column tables.player_1 is 'The challenger, or whoever is left where a player was erased.';
comment on column tables.due_at is 'When the table is due, in the running time of the bot.';
comment on column tables.credited_nanoseconds is 'How much downtime the clock of the table was credited.';
comment on column tables.claimed_by is 'Who deals with the due table, while the process is there.';
comment on column tables.claimed_in is 'The process of the claimant.';
create index tables_by_player_1 on tables (player_1, status, id);
create index tables_by_player_2 on tables (player_2, status, id);
create index tables_by_channel on tables (channel, status, id);
create index tables_by_due_time on tables (due_at, id) where due_at is not null;

create table outbox (
    table_id bigint,
    revision bigint,
    ready_at timestamptz not null,
    claimed_by bigint,
    claimed_in text,
    claimed_at timestamptz,
    claimed_until timestamptz,
    entry jsonb not null,
    primary key (table_id, revision)
);
comment on table outbox is 'What Discord is still to be told.';
comment on column outbox.revision is 'The revision of the table that made the entry.';
create index outbox_by_time on outbox (ready_at, table_id, revision);

create table missed_entries (
    player bigint,
    table_id bigint,
    revision bigint,
    entry jsonb not null,
    primary key (player, table_id, revision)
);
comment on table missed_entries is 'What could not be delivered to a player, until they do something again.';

create table interaction_results (
    interaction bigint primary key,
    result jsonb not null
);
comment on table interaction_results is
    'What came of an interaction, for about an hour: Discord may send one twice.';

create table posted_boards (
    table_id bigint primary key,
    board jsonb not null
);
comment on table posted_boards is 'The message that shows the board of a table.';

create table offers (
    table_id bigint,
    message bigint,
    offer jsonb not null,
    primary key (table_id, message)
);
comment on table offers is 'Messages with buttons that are no boards.';

create table cleanup_queue (
    message bigint primary key,
    queued jsonb not null
);
comment on table cleanup_queue is 'Messages that are to lose their buttons and menus.';

create table watched_threads (
    thread bigint primary key,
    look_at timestamptz not null
);
comment on table watched_threads is 'Threads that are kept open, and when to look at each.';

create table channel_access (
    channel bigint primary key,
    access jsonb not null
);
comment on table channel_access is 'Channels in which the bot is no member.';

create table readers (
    player bigint,
    channel bigint,
    primary key (player, channel)
);
comment on table readers is 'Who is known to read a channel.';

create table profiles (
    player bigint primary key,
    profile jsonb not null
);

create table server_settings (
    guild bigint primary key,
    settings jsonb not null
);

create table blocks (
    blocker bigint,
    blocked bigint,
    since timestamptz not null,
    primary key (blocker, blocked)
);
create index blocks_by_blocked on blocks (blocked);

create table notes (
    table_id bigint,
    player bigint,
    note jsonb not null,
    primary key (table_id, player)
);
comment on table notes is 'What players write down for themselves; a draft has the table 0.';

create table follows (
    table_id bigint,
    player bigint,
    follow jsonb not null,
    primary key (table_id, player)
);
comment on table follows is 'Who follows a game that they do not play.';
create index follows_by_player on follows (player, table_id);

create table follower_entries (
    player bigint,
    table_id bigint,
    revision bigint,
    ready_at timestamptz not null,
    entry jsonb not null,
    primary key (player, table_id, revision)
);
comment on table follower_entries is 'What followers are still to be told.';
create index follower_entries_by_time on follower_entries (ready_at, player, table_id, revision);

create table sent_challenges (
    challenger bigint,
    sent_at timestamptz,
    table_id bigint,
    opponent bigint,
    primary key (challenger, sent_at, table_id)
);
comment on table sent_challenges is 'Challenges of the last hour, whatever became of them.';
create index sent_challenges_by_opponent on sent_challenges (opponent);

create table erasures (
    player bigint primary key,
    since timestamptz not null
);
comment on table erasures is 'Who wishes to be erased.';

create table processes (
    id text primary key,
    alive_until timestamptz not null
);
comment on table processes is 'The processes that use the games, by the clock of the database.';

create table limit_locks (
    player bigint primary key
);
comment on table limit_locks is
    'A row is locked while the limits of a player are checked and used.';

create table bot (
    name text primary key,
    value jsonb not null
);
comment on table bot is 'The application that the store belongs to, and when it ran last.';
