-- Live events: names of what has changed, kept for a day. Connected pages follow them in the order of `seq`.
--
-- The last statement of a transaction raises `live_head.seq` and inserts the events with their numbers (`tenancy`). The row
-- stays locked until the commit, so a number is visible only after all smaller ones, and none is missing.
-- The first event creates the row.
create table live_head (
    one boolean primary key default true check (one),
    -- Another one when the numbers start again, as after an import: cursors of the former numbers are not valid then.
    epoch uuid not null default gen_random_uuid(),
    seq bigint not null
) with (fillfactor = 10);

create table live_events (
    seq bigint primary key,
    type text not null,
    -- These users receive the event; otherwise the audience does.
    to_users uuid[],
    audience text,
    body jsonb not null,
    -- Whose pages receive it first: the user who did it.
    sender uuid,
    created_at timestamptz not null default now(),
    constraint live_events_readers_check check ((to_users is null) <> (audience is null))
);
