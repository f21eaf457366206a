-- The company's own branches. They stay when they are closed: what they did stays theirs.
create table subsidiaries (
    id uuid primary key,
    title text not null check (title <> ''),
    document text,
    -- Brazilian state registration.
    ie text,
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    time_zone text not null,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index subsidiaries_title_key on subsidiaries (lower(title));

alter table shipments add constraint shipments_subsidiary_id_fkey foreign key (subsidiary_id) references subsidiaries (id);

-- All shipments of an import are one subsidiary's, or nobody's in particular.
alter table shipment_imports add column subsidiary_id uuid references subsidiaries (id);
create index shipment_imports_subsidiary_idx on shipment_imports (subsidiary_id, created_at desc, id desc);

-- Who bears such a profile reaches the shipments of its own subsidiaries and no others.
alter table profiles add column bound_to_subsidiaries boolean not null default false;
alter table profiles add constraint profiles_bound_check check (not bound_to_subsidiaries or kind = 10);

create table user_subsidiaries (
    user_id uuid not null references users (id) on delete cascade,
    subsidiary_id uuid not null references subsidiaries (id),
    primary key (user_id, subsidiary_id)
);
