-- Flags that the company has set. Other flags have the product's default.
create table feature_flags (
    name text primary key,
    enabled boolean not null,
    -- Null if the tenant's folder set it.
    changed_by uuid,
    changed_at timestamptz not null default now()
);
