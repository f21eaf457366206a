-- The registry: who the tenants are, where they live, which hosts are theirs.
-- Written by the owner's commands; the server reads it and keeps it in memory.

create table tenants (
    -- Schema and role are called so. Rows are never deleted, so that a name is never used again.
    id text primary key check (id ~ '^t_[a-z2-7]{12}$'),
    -- Null for a spare that nobody has claimed, and for what was deleted.
    slug text constraint tenants_slug_key unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    state text not null check (state in ('spare', 'active', 'suspended', 'deleting', 'deleted')),
    shard smallint not null check (shard >= 0),
    schema_version integer not null,
    epoch bigint not null default 1,
    -- Why the last migration failed, until one succeeds.
    migration_error text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((state in ('spare', 'deleted')) = (slug is null))
);
create index tenants_state_idx on tenants (state, schema_version);

-- A host may be claimed by many and proven by one: a claim alone must not keep the owner of a name out.
create table domains (
    host text not null check (host = lower(host) and host !~ '[^a-z0-9.-]'),
    tenant_id text not null references tenants (id),
    is_primary boolean not null default false,
    -- What the text record of the domain must say, and when it was last found there.
    proof text not null,
    verified_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (host, tenant_id),
    check (verified_at is not null or not is_primary)
);
create unique index domains_host_key on domains (host) where verified_at is not null;
create unique index domains_primary_key on domains (tenant_id) where is_primary;
create index domains_tenant_idx on domains (tenant_id);

-- Fingerprints of the lookups that were loaded.
create table reference_files (
    file text primary key,
    sha256 text not null,
    loaded_rows bigint not null,
    loaded_at timestamptz not null default now()
);

-- Servers keep the registry in memory: tell them when it changed.
create function tell_registry() returns trigger
    language plpgsql as $$
begin
    notify remessa_registry;
    return null;
end
$$;

create trigger tenants_tell after insert or update or delete on tenants
    for each statement execute function tell_registry();
create trigger domains_tell after insert or update or delete on domains
    for each statement execute function tell_registry();

grant select on tenants, domains, reference_files to remessa_control;
