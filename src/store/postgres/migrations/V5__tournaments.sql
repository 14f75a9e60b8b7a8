create table server_tournaments (
    guild bigint primary key,
    tournaments jsonb not null
);
create index server_tournaments_by_due on server_tournaments (((tournaments ->> 'due')::bigint));
