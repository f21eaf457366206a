-- The second step of the sign-in, with codes of an app.
create table second_factors (
    user_id uuid primary key references users (id) on delete cascade,
    -- Encrypted; only the server can decrypt it.
    secret bytea not null,
    created_at timestamptz not null,
    -- Null until a first code has proven that the app has the secret. Until then no code is requested.
    enabled_at timestamptz,
    -- The 30-second step of the last accepted code, counted from 1970: no code works twice.
    last_step bigint not null default 0,
    -- Wrong codes since the last correct one.
    failures integer not null default 0,
    refused_until timestamptz
);

-- Unused recovery codes. Each allows one sign-in without the app.
create table recovery_codes (
    user_id uuid not null references users (id) on delete cascade,
    code_hash bytea not null,
    primary key (user_id, code_hash)
);

-- Sign-ins that wait for their second step, by a cookie of the browser.
create table pending_sign_ins (
    token_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade,
    user_epoch integer not null,
    remember boolean not null,
    -- The provider that verified the user instead of the password; null for a password.
    provider text,
    expires_at timestamptz not null
);
