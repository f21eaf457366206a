-- The company's branches. Closed ones are kept, with their records.
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

-- All shipments of an import belong to one subsidiary, or to none.
alter table shipment_imports add column subsidiary_id uuid references subsidiaries (id);
create index shipment_imports_subsidiary_idx on shipment_imports (subsidiary_id, created_at desc, id desc);

-- Users with such a profile see only the shipments of their own subsidiaries.
alter table profiles add column bound_to_subsidiaries boolean not null default false;
alter table profiles add constraint profiles_bound_check check (not bound_to_subsidiaries or kind = 10);

create table user_subsidiaries (
    user_id uuid not null references users (id) on delete cascade,
    subsidiary_id uuid not null references subsidiaries (id),
    primary key (user_id, subsidiary_id)
);
