-- Identity providers (OpenID Connect), configured by the operator.
create table sign_in_providers (
    name text primary key check (name ~ '^[a-z0-9-]{1,30}$'),
    label text not null check (label <> ''),
    kind text not null check (kind in ('google', 'facebook', 'microsoft', 'generic')),
    issuer text not null,
    client_id text not null,
    -- Encrypted for this tenant, provider and issuer; null for a public client.
    client_secret bytea,
    enabled boolean not null default true,
    position smallint not null,
    updated_at timestamptz not null default now()
);

-- A user's id at a provider. Stored by issuer, because a provider with the same name can later have another issuer.
create table user_identities (
    issuer text not null,
    subject text not null,
    user_id uuid not null references users (id) on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (issuer, subject)
);

-- A sign-in in progress at a provider. Valid once, and only for the browser that started it.
create table social_attempts (
    state_hash bytea primary key,
    browser_hash bytea not null,
    provider text not null references sign_in_providers (name) on delete cascade,
    redirect_uri text not null,
    nonce text not null,
    code_verifier text not null,
    expires_at timestamptz not null
);

-- A verified identity without a user, by a cookie of the browser.
create table pending_identities (
    token_hash bytea primary key,
    provider text not null references sign_in_providers (name) on delete cascade,
    issuer text not null,
    subject text not null,
    name text not null,
    email text check (email = lower(email)),
    email_verified boolean not null,
    expires_at timestamptz not null,
    constraint pending_identities_verified_check check (email is not null or not email_verified)
);
