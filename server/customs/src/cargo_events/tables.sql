-- For the end of migrations/tenant/0520_waybills.sql, after the table mawbs.

-- Messages of airlines, and events of waybills ------------------------------------------------------------------------

-- Files that somebody uploaded as messages of airlines, each as it came, whatever it is.
create table cargo_messages (
    id uuid primary key,
    -- SHA-256 of the file.
    content_hash bytea not null check (length(content_hash) = 32),
    content bytea not null check (length(content) <= 262144),
    file_name text not null check (file_name <> ''),
    -- The branches of the user who uploaded it, whose waybills it can change; null for all.
    branches uuid[],
    kind text not null default 'unknown' check (kind in ('fsu', 'xfsu', 'plain', 'other', 'unknown')),
    stage text not null default 'waiting_to_start'
        check (stage in ('waiting_to_start', 'started', 'processing', 'ended')),
    -- Why it reports nothing.
    problem text check (problem <> ''),
    -- Its lines that were not understood, at most a hundred.
    unread jsonb not null default '[]' check (jsonb_typeof(unread) = 'array'),
    -- Waybills of which it reports and which the company does not have.
    unknown_numbers text[] not null default '{}',
    report_count integer not null default 0 check (report_count >= 0),
    -- Reports that nobody had sent before.
    new_count integer not null default 0 check (new_count >= 0),
    received_at timestamptz not null,
    received_by uuid not null,
    ended_at timestamptz,
    -- Counts the readings: a waybill may be entered after its first message.
    version integer not null default 1,
    updated_at timestamptz not null,
    -- The same file again is the same message.
    constraint cargo_messages_content_key unique nulls not distinct (content_hash, branches)
);
create index cargo_messages_received_idx on cargo_messages (received_at desc, id desc);

-- What happened to waybills, from messages or by hand. They are only added.
create table cargo_events (
    id uuid primary key,
    mawb_id uuid not null references mawbs (id),
    -- SHA-256 of what is reported: the same report from two sides is one.
    fingerprint bytea not null check (length(fingerprint) = 32),
    code text not null check (code ~ '^[A-Z]{3}$'),
    discrepancy text check (discrepancy ~ '^[A-Z]{4}$'),
    flight text,
    -- IATA codes.
    station text check (station ~ '^[A-Z]{3}$'),
    to_station text check (to_station ~ '^[A-Z]{3}$'),
    -- As the clock of the place shows it; without a time, only the day is known.
    local_day date not null,
    local_time time,
    time_zone text not null,
    occurred_at timestamptz not null,
    -- Null for all pieces.
    pieces integer check (pieces > 0),
    total_pieces integer check (total_pieces > 0),
    weight_g bigint check (weight_g >= 0),
    remark text,
    -- Of an event by hand: what somebody wrote.
    note text,
    message_id uuid references cargo_messages (id),
    recorded_at timestamptz not null,
    recorded_by uuid not null,
    constraint cargo_events_report_key unique (mawb_id, fingerprint)
);
create index cargo_events_message_idx on cargo_events (message_id) where message_id is not null;

