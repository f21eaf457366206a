-- Packaging a parcel can be put in: not the parcel itself.
create table packages (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    package_type text not null check (package_type in ('envelope', 'box', 'bag', 'pallet', 'tube')),
    length_mm integer check (length_mm > 0),
    width_mm integer check (width_mm > 0),
    height_mm integer check (height_mm > 0),
    tare_g integer not null default 0 check (tare_g >= 0),
    max_weight_g integer check (max_weight_g > 0),
    position smallint not null default 0,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint packages_code_key unique (code)
);

-- Where clients hand parcels in.
create table advanced_posts (
    id uuid primary key,
    code text not null,
    name text not null,
    country_id smallint not null,
    postcode text,
    address_1 text not null,
    address_2 text,
    address_number text,
    state_id integer,
    city text not null,
    phone text,
    -- As people read it: "Mon–Fri 9–18".
    hours text,
    position smallint not null default 0,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint advanced_posts_code_key unique (code)
);

-- What this company says differently from the shared lookups, which never change: its own word for a thing, and what it
-- does not use. There is a row only where something differs.
create table lookup_edits (
    lookup text not null check (lookup in ('country', 'airport', 'currency', 'language')),
    -- The code people know: ISO 3166-1 alpha-2, IATA, ISO 4217, BCP 47.
    code text not null,
    active boolean not null default true,
    name_locale jsonb check (name_locale ?& array['pt', 'en', 'es', 'zh']),
    -- An airport has one name.
    name text check (name <> ''),
    updated_at timestamptz not null default now(),
    primary key (lookup, code),
    constraint lookup_edits_names_check check (case lookup when 'airport' then name_locale is null else name is null end),
    constraint lookup_edits_difference_check check (not active or name_locale is not null or name is not null)
);

-- Airports only this company knows. A code that is shared as well means this one.
create table own_airports (
    -- Above every shared id.
    id integer primary key generated always as identity (start with 1000000),
    iata text not null check (iata ~ '^[A-Z]{3}$'),
    icao text,
    name text not null check (name <> ''),
    city text,
    country_id smallint not null,
    state_id integer,
    time_zone text not null,
    latitude numeric(9, 6) not null,
    longitude numeric(9, 6) not null,
    updated_at timestamptz not null default now(),
    constraint own_airports_iata_key unique (iata)
);

-- What a postcode service answered, so that it is asked once.
create table postcode_cache (
    country_id smallint not null,
    -- Letters and digits only, upper case.
    postcode text not null,
    address_1 text,
    address_2 text,
    state_id integer,
    city text,
    fetched_at timestamptz not null,
    search_key text not null generated always as (plain(
        coalesce(address_1, '') || ' ' || coalesce(address_2, '') || ' ' || coalesce(city, '')
    )) stored,
    primary key (country_id, postcode)
);
create index postcode_cache_search_idx on postcode_cache using gin (search_key gin_trgm_ops);
