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
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint partners_code_key unique (code)
);
create unique index partners_name_key on partners (lower(name));

-- Settings of a partner, by the names of a closed list.
create table partner_configs (
    partner_id uuid not null references partners (id),
    name text not null,
    value text not null check (value <> ''),
    updated_at timestamptz not null,
    primary key (partner_id, name)
);

-- The services that a partner carries out.
create table partner_services (
    id uuid primary key,
    partner_id uuid not null references partners (id),
    service_id uuid not null references services (id),
    provider_id uuid references providers (id),
    external_code text,
    -- Subclass of postal items: NX, IX, XP.
    subclass text check (subclass ~ '^[A-Z]{2}$'),
    -- Time of the day, HH:MM.
    cut_off text check (cut_off ~ '^[0-2][0-9]:[0-5][0-9]$'),
    active boolean not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint partner_services_once_key unique nulls not distinct
        (partner_id, service_id, provider_id, external_code, subclass)
);
