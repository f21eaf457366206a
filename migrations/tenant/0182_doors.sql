-- Browsers that have signed in to an account. Wrong passwords from elsewhere do not lock them out.
create table known_devices (
    user_id uuid not null references users (id) on delete cascade,
    device_hash bytea not null,
    last_login_at timestamptz not null,
    primary key (user_id, device_hash)
);

-- The token of a remembered session is replaced regularly. The previous one is valid for moments: other requests of the
-- browser are on their way with it. Later, it was copied.
alter table sessions
    add column previous_hash bytea,
    add column rotated_at timestamptz;
create index sessions_previous_hash_idx on sessions (previous_hash) where previous_hash is not null;
