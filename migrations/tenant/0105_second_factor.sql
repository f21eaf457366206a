-- A second step of the sign-in, by codes of an app.
create table second_factors (
    user_id uuid primary key references users (id) on delete cascade,
    -- Sealed: the server alone can read it.
    secret bytea not null,
    created_at timestamptz not null,
    -- Null until a first code has shown that the app has the secret. Until then nobody is asked for one.
    enabled_at timestamptz,
    -- The thirty seconds of the last code taken, counted from 1970: no code works twice.
    last_step bigint not null default 0,
    -- Wrong codes since the last right one.
    failures integer not null default 0,
    refused_until timestamptz
);

-- Each for one sign-in without the app; those that are left.
create table recovery_codes (
    code_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade
);
create index recovery_codes_user_idx on recovery_codes (user_id);

-- Sign-ins that wait for their second step, by the cookie of the browser.
create table pending_sign_ins (
    token_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade,
    user_epoch integer not null,
    remember boolean not null,
    -- Who vouched for the user in place of the password.
    provider text,
    expires_at timestamptz not null
);
create index pending_sign_ins_user_idx on pending_sign_ins (user_id);
