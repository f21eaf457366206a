-- The company's changes to the shared lookups, which themselves never change: other names, inactive rows, and what it
-- decides about a country or an airport. A row stays after the defaults are restored, so that its version goes on.
create table lookup_edits (
    lookup text not null check (lookup in ('country', 'airport', 'currency', 'language')),
    -- Public code: ISO 3166-1 alpha-2, IATA, ISO 4217, BCP 47.
    code text not null,
    active boolean not null default true,
    name_locale jsonb check (name_locale ?& array['pt', 'en', 'es', 'zh']),
    -- Name of an airport, which has a single one.
    name text check (name <> ''),
    -- The directions in which the company ships.
    ships_from boolean not null default true,
    ships_to boolean not null default true,
    -- Notice to senders by language; absent languages have none.
    notice_locale jsonb,
    -- Whether the recipient's tax number is needed. Null: the default of the country.
    document_required boolean,
    -- Whether the airport is offered first, and how the cargo desk there is reached.
    favourite boolean not null default false,
    email text,
    phone text,
    postal_code text,
    address_1 text,
    address_2 text,
    contact_city text,
    state text,
    version integer not null default 1,
    updated_at timestamptz not null default now(),
    primary key (lookup, code),
    constraint lookup_edits_names_check check (case lookup when 'airport' then name_locale is null else name is null end),
    constraint lookup_edits_country_check check (
        lookup = 'country' or (ships_from and ships_to and notice_locale is null and document_required is null)),
    constraint lookup_edits_airport_check check (
        lookup = 'airport' or (not favourite
            and num_nonnulls(email, phone, postal_code, address_1, address_2, contact_city, state) = 0))
);

-- Airports of this company only. If a shared airport has the same code, this one is used.
create table own_airports (
    -- Above all shared ids.
    id integer primary key generated always as identity (start with 1000000),
    iata text not null check (iata ~ '^[A-Z]{3}$'),
    icao text,
    name text not null check (name <> ''),
    city text,
    country_id smallint not null,
    state_id integer,
    time_zone text not null,
    latitude numeric(9, 6),
    longitude numeric(9, 6),
    updated_at timestamptz not null default now(),
    -- Deleted: gone from lists and choices. Records keep the code.
    excluded_at timestamptz,
    constraint own_airports_iata_key unique (iata)
);
