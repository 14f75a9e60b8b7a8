-- The lists of a server's players. They follow from the profiles.
create table standings (
    guild bigint not null,
    game text not null,
    month integer not null,
    is_provisional boolean not null,
    value integer not null,
    player bigint not null,
    primary key (guild, game, month, player)
);
comment on column standings.month is
    'The month, counted from the year 0, in which these players ended a rated game; 0 for all players.';
comment on column standings.is_provisional is
    'Whether the rating said little when the last game ended: these players are behind all others.';
create index standings_by_value on standings (guild, game, month, is_provisional, value desc, player);
create index standings_by_player on standings (player);
