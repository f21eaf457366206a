-- Agents and resellers. Inactive ones are kept, with their records.
create sequence partner_numbers start 1001;
create table partners (
    id uuid primary key,
    -- Part of the source of its imports, so that its references are its own.
    code text not null default 'P' || nextval('partner_numbers'),
    person_type smallint not null default 2 check (person_type in (1, 2)),
    name text not null check (name <> ''),
    trading_name text,
    document_type smallint not null default 1 check (document_type in (1, 2)),
    document text,
    email text,
    phone text,
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint partners_code_key unique (code)
);
create unique index partners_name_key on partners (lower(name));

-- A user of a partner sees only its records, whatever the profiles allow.
alter table users add column partner_id uuid references partners (id);
alter table users add constraint users_partner_check check (partner_id is null or user_type = 20);
create index users_partner_idx on users (partner_id) where partner_id is not null;

alter table shipments add constraint shipments_partner_id_fkey foreign key (partner_id) references partners (id);

-- All shipments of an import belong to one partner, or to none.
alter table shipment_imports add column partner_id uuid references partners (id);
create index shipment_imports_partner_idx on shipment_imports (partner_id, created_at desc, id desc)
    where partner_id is not null;

-- A partner's users use only the mappings of their partner's files.
alter table shipment_import_mappings
    add column partner_id uuid references partners (id),
    drop constraint shipment_import_mappings_key,
    add constraint shipment_import_mappings_key unique nulls not distinct (shape, client_id, partner_id);
