create table daily_puzzles (
    guild bigint primary key,
    daily jsonb not null
);
