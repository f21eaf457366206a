-- The registry: tenants, their shards and their hosts. The owner's commands write it; the server reads it and keeps
-- it in memory.

create table tenants (
    -- Name of the schema and the role. Rows are never deleted, so that a name is never used again.
    id text primary key check (id ~ '^t_[a-z2-7]{12}$'),
    -- Null for an unused spare and for a deleted tenant.
    slug text constraint tenants_slug_key unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    state text not null check (state in ('spare', 'active', 'suspended', 'deleting', 'deleted')),
    shard smallint not null check (shard >= 0),
    schema_version integer not null,
    epoch bigint not null default 1,
    -- Error of the last migration, until one succeeds.
    migration_error text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check ((state in ('spare', 'deleted')) = (slug is null))
);
create index tenants_state_idx on tenants (state, schema_version);

-- Several tenants can claim a host, one can prove it: a claim alone must not lock out the owner of a name.
create table domains (
    host text not null check (host = lower(host) and host !~ '[^a-z0-9.-]'),
    tenant_id text not null references tenants (id),
    is_primary boolean not null default false,
    -- Required text of the domain's TXT record, and when it was last found.
    proof text not null,
    verified_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (host, tenant_id),
    check (verified_at is not null or not is_primary)
);
create unique index domains_host_key on domains (host) where verified_at is not null;
create unique index domains_primary_key on domains (tenant_id) where is_primary;
create index domains_tenant_idx on domains (tenant_id);

-- Checksums of the loaded lookups.
create table reference_files (
    file text primary key,
    sha256 text not null,
    loaded_rows bigint not null,
    loaded_at timestamptz not null default now()
);

-- Servers keep the registry in memory; this notifies them of changes.
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
