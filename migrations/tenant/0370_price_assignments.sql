-- The scopes of price assignments. A change of assignments locks the row of its scope.
create table price_scopes (
    key text primary key
);
-- The price tables that apply to a client, a group of clients, a partner, a service, or all.
create table price_assignments (
    id uuid primary key,
    scope text not null check (scope in ('company', 'service', 'partner', 'group', 'client')),
    -- Names the scope with its record and service.
    scope_key text not null references price_scopes (key),
    client_id uuid references clients (id),
    group_id uuid references client_groups (id),
    partner_id uuid references partners (id),
    -- Null for all services.
    service_id uuid references services (id),
    sell_table_id uuid references price_tables (id),
    cost_table_id uuid references price_tables (id),
    valid_from date not null,
    -- The last day; null without an end.
    valid_to date check (valid_to >= valid_from),
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    check ((scope = 'client') = (client_id is not null)),
    check ((scope = 'group') = (group_id is not null)),
    check ((scope = 'partner') = (partner_id is not null)),
    check (scope <> 'service' or service_id is not null),
    check (scope <> 'company' or service_id is null),
    check (sell_table_id is not null or cost_table_id is not null)
);
