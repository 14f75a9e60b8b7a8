create table jobs (
    kind bigint,
    subject bigint,
    ready_at timestamptz not null,
    attempts bigint not null,
    claimed_by bigint,
    claimed_in text,
    claimed_at timestamptz,
    claimed_until timestamptz,
    task jsonb not null,
    primary key (kind, subject)
);
comment on table jobs is 'What must happen later.';
comment on column jobs.kind is
    'What the task is: 1 tells a follower, 2 replaces a message, 3 keeps a thread open, 4 erases a person, 5 rewrites files.';
comment on column jobs.subject is 'The player, the message or the thread: for each there is one job of a kind.';
comment on column jobs.claimed_by is 'Who does it, while the process is there.';
create index jobs_by_time on jobs (kind, ready_at, subject);

insert into jobs (kind, subject, ready_at, attempts, task)
    select distinct on (player) 1, player, ready_at, 0,
        jsonb_build_object('tell-follower', jsonb_build_array(player, entry -> 'id'))
    from follower_entries order by player, ready_at;
insert into jobs (kind, subject, ready_at, attempts, task)
    select 2, message, 'epoch', 0, jsonb_build_object('replace-message', queued) from cleanup_queue;
insert into jobs (kind, subject, ready_at, attempts, task)
    select 3, thread, look_at, 0, jsonb_build_object('keep-thread', thread) from watched_threads;
insert into jobs (kind, subject, ready_at, attempts, task)
    select 4, player, 'epoch', 0, jsonb_build_object('erase', jsonb_build_array(player,
        to_char(since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))
    from erasures;
insert into jobs (kind, subject, ready_at, attempts, task)
    select 5, 0, (value #>> '{}')::timestamptz + interval '3 days', 0,
        jsonb_build_object('rewrite', jsonb_build_object('since', value, 'erasures', 1))
    from bot where name = 'erased since';
delete from bot where name = 'erased since';
drop table cleanup_queue, watched_threads, erasures;
alter table follower_entries drop column ready_at;
