-- How a flag stands where the company said so; any other stands as the product has it.
create table feature_flags (
    name text primary key,
    enabled boolean not null,
    -- Null when the tenant's file said so.
    changed_by uuid,
    changed_at timestamptz not null default now()
);
