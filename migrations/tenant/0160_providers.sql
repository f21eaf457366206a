-- Companies that carry, clear or store for the company.
create table providers (
    id uuid primary key,
    code text not null check (code <> ''),
    title_locale jsonb not null,
    provider_type text not null
        check (provider_type in ('airline', 'postal', 'courier', 'broker', 'last_mile', 'warehouse')),
    country_id smallint,
    -- Two characters of an airline: LA.
    iata_code text check (iata_code ~ '^[A-Z0-9]{2}$'),
    -- The airline's number, with which its air waybills begin: 045.
    awb_prefix text check (awb_prefix ~ '^[0-9]{3}$'),
    -- Standard Carrier Alpha Code.
    scac text check (scac ~ '^[A-Z]{2,4}$'),
    -- Its page about a parcel: https, with {code} in the place of the tracking code.
    tracking_url text check (tracking_url ~ '^https://'),
    capabilities jsonb not null default '[]' check (jsonb_typeof(capabilities) = 'array'),
    -- Profiles whose users see and choose it; none of them for everybody.
    profile_ids uuid[] not null default '{}',
    -- Its connection to a server of carriers, with sealed key and health; null without one.
    carrier jsonb check (jsonb_typeof(carrier) = 'object'),
    -- That server has failed ten times in a row, and not answered since.
    carrier_is_failing boolean not null default false,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint providers_code_key unique (code)
);
