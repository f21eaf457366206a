-- Groups in which services are offered.
create table service_groups (
    id uuid primary key,
    code text not null check (code <> ''),
    title_locale jsonb not null,
    -- Place in lists; equal places are ordered by code.
    position smallint not null default 0,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint service_groups_code_key unique (code)
);

-- The company's services. Limits and the volumetric divisor belong to the service. A limit that is null does not exist; an
-- empty list allows everything.
create table services (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    group_id uuid references service_groups (id),
    mode text not null check (mode in ('air', 'road', 'sea', 'postal')),
    scope text not null default 'any' check (scope in ('any', 'export', 'import', 'domestic')),
    transit_min_days smallint,
    transit_max_days smallint,
    -- Cubic centimetres per kilogram.
    volumetric_divisor integer not null default 6000 check (volumetric_divisor > 0),
    rounding_step_g integer not null default 500 check (rounding_step_g > 0),
    min_weight_g integer check (min_weight_g > 0),
    max_weight_g integer check (max_weight_g > 0),
    -- Millimetres with one decimal, each of a parcel.
    max_side_mm double precision check (max_side_mm > 0),
    max_sides_mm double precision check (max_sides_mm > 0),
    -- The longest side and the girth around it.
    max_girth_mm double precision check (max_girth_mm > 0),
    max_value numeric(16, 4) check (max_value > 0),
    value_currency text check (value_currency ~ '^[A-Z]{3}$'),
    contents jsonb not null default '[]' check (jsonb_typeof(contents) = 'array'),
    origin_country_ids smallint[] not null default '{}',
    destination_country_ids smallint[] not null default '{}',
    tax_modality text not null default 'none' check (tax_modality in ('ddp', 'ddu', 'none')),
    -- What the service needs.
    requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
    -- How often own drivers try; null for as often as usual.
    delivery_attempts smallint check (delivery_attempts between 1 and 20),
    last_mile_provider_id uuid references providers (id),
    -- Profiles whose users see and sell it; none of them for everybody.
    profile_ids uuid[] not null default '{}',
    position smallint not null default 0,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint services_code_key unique (code),
    constraint services_value_check check ((max_value is null) = (value_currency is null))
);
