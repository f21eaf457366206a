-- append-only: audit_entries

-- Settings by an administrator: name, languages, units, theme, flags.
create table settings (
    key text primary key,
    value jsonb not null,
    updated_at timestamptz not null default now()
);

-- Logo and favicon: small and needed for the first paint, so they are next to the settings.
create table brand_assets (
    name text primary key check (name in ('logo', 'logo_dark', 'favicon')),
    content_type text not null,
    body bytea not null check (octet_length(body) <= 262144),
    sha256 text not null,
    updated_at timestamptz not null default now()
);

-- The audit log. Written in the transaction of the change: without the entry, the change fails.
create table audit_entries (
    id uuid primary key,
    occurred_at timestamptz not null,
    user_id uuid,
    acting_user_id uuid,
    action text collate "C" not null,
    resource_id uuid,
    changes jsonb not null default '{}',
    request_id text not null
);
create index audit_entries_resource_idx on audit_entries (resource_id, occurred_at desc);
create index audit_entries_user_idx on audit_entries (user_id, occurred_at desc);
