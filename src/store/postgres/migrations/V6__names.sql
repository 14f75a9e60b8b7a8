-- Fields have the names that they have in the program, and a challenge that came to nothing is found by
-- whom it names. A quote within a text has a backslash before it, so only names of fields are replaced.
create function pg_temp.renamed(value jsonb) returns jsonb language sql as $$
    select replace(replace(replace(replace(replace(value::text,
        '"place":', '"channel":'),
        '"acts":', '"announced":'),
        '"is_reminded": false', '"reminders": {"done": 1}'),
        '"is_reminded": true', '"reminders": {"done": 3}'),
        '"is_reminded":', '"reminders":')::jsonb
$$;
update tables set game = pg_temp.renamed(game);
update outbox set entry = pg_temp.renamed(entry);
update missed_entries set entry = pg_temp.renamed(entry);
update follower_entries set entry = pg_temp.renamed(entry);
update interaction_results set result = pg_temp.renamed(result);
update posted_boards set board = replace(pg_temp.renamed(board)::text, '"server":', '"guild":')::jsonb;
update offers set offer = pg_temp.renamed(offer);
update cleanup_queue set queued = pg_temp.renamed(queued);
update server_settings set settings = replace(replace(settings::text,
    '"keep_pictures": true', '"old_boards": "pictures"'),
    '"keep_pictures": false', '"old_boards": "gone"')::jsonb;
-- A heartbeat did not always say how long the bot had run: not beyond the time until which it counted as
-- running.
update bot set value = value || jsonb_build_object('present', least(value ->> 'at', value ->> 'present_until'))
    where name = 'heartbeat' and not value ? 'present';

-- The number that stands for an erased person is larger.
create function pg_temp.person(number text) returns bigint language sql as $$
    select case when number::numeric < 9223372036854775808 then number::bigint end
$$;
alter table tables drop constraint tables_status_check;
update tables set status = 'withdrawn',
    player_1 = pg_temp.person(game -> 'phase' -> 'withdrawn' ->> 'challenger'),
    player_2 = pg_temp.person(game -> 'phase' -> 'withdrawn' ->> 'declined_by')
    where status is null;
alter table tables alter column status set not null;
alter table tables add check (status in ('challenge', 'running', 'over', 'withdrawn'));
comment on column tables.status is null;
