-- Places of the company or of a provider where parcels are received, sorted, stored or cleared.
create table warehouses (
    id uuid primary key,
    code text not null check (code <> ''),
    name text not null check (name <> ''),
    warehouse_type text not null check (warehouse_type in ('origin', 'hub', 'destination', 'customs')),
    subsidiary_id uuid references subsidiaries (id),
    provider_id uuid references providers (id),
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    -- IATA code of its airport.
    airport text check (airport ~ '^[A-Z]{3}$'),
    time_zone text not null,
    -- Text for people: "Mon–Fri 9–18".
    hours text,
    -- When and where it picks parcels up (`PickupRules`); null if it does not.
    pickup jsonb,
    -- What the storage of parcels of clients costs; null where none are taken in.
    storage jsonb,
    -- Which of these parcels it does not take in, and which of its places are closed or have a limit (`ParcelIntake`).
    intake jsonb,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint warehouses_code_key unique (code),
    -- A branch or a provider runs it, or the company itself.
    constraint warehouses_owner_check check (num_nonnulls(subsidiary_id, provider_id) <= 1)
);
