-- append-only: legal_texts

-- Settings by an administrator: name, languages, units, theme, flags.
create table settings (
    key text primary key,
    value jsonb not null,
    updated_at timestamptz not null default now()
);

-- Logo and favicon: small and needed for the first paint, so they are next to the settings. E-mail programs show no SVG:
-- the PNG of an SVG logo is `mail_logo`, or `mail_mark` when texts of the drawing are missing in it.
create table brand_assets (
    name text primary key check (name in ('logo', 'logo_dark', 'favicon', 'mail_logo', 'mail_mark')),
    content_type text not null,
    body bytea not null check (octet_length(body) <= 262144),
    sha256 text not null,
    updated_at timestamptz not null default now()
);

-- Flags that the company has set. Other flags have the product's default.
create table feature_flags (
    name text primary key,
    enabled boolean not null,
    -- Null if the tenant's folder set it.
    changed_by uuid,
    changed_at timestamptz not null default now()
);

-- Versions of the terms of use and the privacy notice. The newest of a kind is in force; one without texts takes it away.
create table legal_texts (
    id uuid primary key,
    kind text not null check (kind in ('terms', 'privacy')),
    version integer not null check (version > 0),
    -- By the tag of the language.
    texts jsonb not null,
    -- Users of clients must accept it.
    asks boolean not null,
    created_by uuid,
    created_at timestamptz not null,
    constraint legal_texts_version_key unique (kind, version)
);
