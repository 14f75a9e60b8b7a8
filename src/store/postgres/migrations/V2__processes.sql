alter table processes add column takes_shards boolean not null default false;
alter table processes add column machine text;
alter table processes add column pid bigint;
alter table processes add column begun_at text;
comment on column processes.machine is 'The machine since its start, and the namespace of its process ids.';
comment on column processes.begun_at is 'When it began, by the clock ticks of the machine.';
comment on column processes.takes_shards is 'Whether it has interactions from the gateway.';

create table shards (
    total bigint,
    number bigint,
    held_in text,
    session jsonb,
    primary key (total, number)
);
comment on table shards is 'The connections to the gateway, and the process that has each.';
comment on column shards.session is 'What it takes to resume the session that a process left.';

create table identifies (
    key bigint primary key,
    at timestamptz not null
);
comment on table identifies is
    'When a session at the gateway was begun last, for each of those that may begin at once.';
