create table users (
    id uuid primary key,
    user_type smallint not null check (user_type in (10, 11, 20, 30)),
    name text not null,
    email text not null check (email = lower(email)),
    password_hash text,
    client_id uuid,
    language text not null default 'en',
    time_zone text not null default 'UTC',
    weight_unit smallint not null default 10 check (weight_unit in (10, 20)),
    size_unit smallint not null default 10 check (size_unit in (10, 20)),
    active boolean not null default true,
    -- Increased to end all sessions of this user at once.
    epoch integer not null default 1,
    email_verified_at timestamptz,
    last_login_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint users_email_key unique (email),
    -- A client's user without a client could see nothing, or everything.
    constraint users_client_check check ((user_type = 30) = (client_id is not null))
);

-- Sessions: they decide who is signed in, and are the list of devices a user sees.
create table sessions (
    id uuid primary key,
    token_hash bytea not null,
    user_id uuid not null references users (id) on delete cascade,
    user_epoch integer not null,
    tenant_epoch bigint not null,
    remember boolean not null default false,
    user_agent text not null default '',
    ip_address text not null default '',
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sessions_token_hash_key unique (token_hash)
);
create index sessions_user_idx on sessions (user_id, last_seen_at desc);

-- Named filters, sort order and columns of a list.
create table saved_views (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    list text not null,
    name text not null check (name <> ''),
    shared boolean not null default false,
    query jsonb not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint saved_views_name_key unique (user_id, list, name)
);

-- The columns a user chose for a list; on the server, so that they apply on every device.
create table list_columns (
    user_id uuid not null references users (id) on delete cascade,
    list text not null,
    columns jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, list)
);
