-- The address book: senders and recipients that a client, a partner or the company itself uses again.
create table saved_addresses (
    id uuid primary key,
    -- The client it belongs to. Without client and partner it is the company's own.
    client_id uuid references clients (id) on delete cascade,
    partner_id uuid references partners (id),
    person_type smallint not null default 1 check (person_type in (1, 2)),
    name text not null check (name <> ''),
    trading_name text,
    responsible text,
    document_type smallint not null default 1 check (document_type in (1, 2)),
    document text,
    ie text,
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
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint saved_addresses_owner_check check (client_id is null or partner_id is null)
);
-- The same person at the same address is saved once. Also the order of a client's list.
create unique index saved_addresses_once_key on saved_addresses
    (client_id, partner_id, search_text(name), country_id, city, postcode, address_1, address_number) nulls not distinct;

-- Parcels that a client, a partner or the company itself sends again and again: chosen in the form of a shipment.
create table saved_parcels (
    id uuid not null,
    -- The client it belongs to. Without client and partner it is the company's own.
    client_id uuid references clients (id) on delete cascade,
    partner_id uuid references partners (id),
    owner_id uuid not null generated always as
        (coalesce(client_id, partner_id, '00000000-0000-0000-0000-000000000000')) stored,
    name text not null check (name <> ''),
    name_key text not null generated always as (search_text(name)) stored,
    length_mm double precision check (length_mm > 0),
    width_mm double precision check (width_mm > 0),
    height_mm double precision check (height_mm > 0),
    weight_g integer check (weight_g >= 0),
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- Each name once for an owner, who has few: no other index is needed.
    primary key (owner_id, name_key),
    constraint saved_parcels_owner_check check (client_id is null or partner_id is null),
    constraint saved_parcels_measure_check check (num_nonnulls(length_mm, width_mm, height_mm, weight_g) > 0)
);
