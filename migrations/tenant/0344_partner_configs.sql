-- Settings of a partner, by the names of a closed list.
create table partner_configs (
    partner_id uuid not null references partners (id),
    name text not null,
    value text not null check (value <> ''),
    updated_at timestamptz not null,
    primary key (partner_id, name)
);
