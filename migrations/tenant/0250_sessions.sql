-- Sessions: they decide who is signed in, and are the list of devices a user sees.
create table sessions (
    id uuid primary key,
    token_hash bytea not null,
    -- The token of a remembered session is replaced regularly. The previous one is valid for moments: other requests of the
    -- browser are on their way with it. Later, it was copied.
    previous_hash bytea,
    rotated_at timestamptz,
    user_id uuid not null references users (id) on delete cascade,
    -- An administrator who acts as the user of this session. It ends with the administrator's own session.
    acting_user_id uuid references users (id) on delete cascade,
    acting_session_id uuid references sessions (id) on delete cascade,
    user_epoch integer not null,
    tenant_epoch bigint not null,
    remember boolean not null default false,
    -- Name of the device, given by its user.
    name text check (name <> ''),
    user_agent text not null default '',
    ip_address text not null default '',
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sessions_token_hash_key unique (token_hash),
    constraint sessions_acting_check check ((acting_user_id is null) = (acting_session_id is null)),
    constraint sessions_acting_other_check check (acting_user_id <> user_id)
);
create index sessions_user_idx on sessions (user_id, last_seen_at desc);
create index sessions_previous_hash_idx on sessions (previous_hash) where previous_hash is not null;
-- The few sessions of acting administrators, by their own sessions. Who looks for those of one administrator reads all.
create index sessions_acting_session_idx on sessions (acting_session_id) where acting_session_id is not null;

-- Browsers that have signed in to an account. Wrong passwords from elsewhere do not lock them out.
create table known_devices (
    user_id uuid not null references users (id) on delete cascade,
    device_hash bytea not null,
    last_login_at timestamptz not null,
    primary key (user_id, device_hash)
);
