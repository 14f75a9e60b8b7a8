alter table processes add column back_at timestamptz;
comment on column processes.back_at is
    'When it renewed itself last after it had counted as gone: the database was away, or it stood still.';

alter table shards add column given_up_at timestamptz;
comment on column shards.given_up_at is 'When the process that had it left it.';
