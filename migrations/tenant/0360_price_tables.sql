-- append-only: price_table_publications

-- Price tables: what the company asks (sell), or what a carrier asks from it (cost).
create table price_tables (
    id uuid primary key,
    code text not null check (code <> ''),
    title text not null check (title <> ''),
    kind text not null check (kind in ('sell', 'cost')),
    currency text not null,
    weight_unit text not null check (weight_unit in ('g', 'kg', 'oz', 'lb')),
    size_unit text not null check (size_unit in ('mm', 'cm', 'in')),
    -- The service that the table is for; null for any.
    service_id uuid references services (id),
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    search_key text not null generated always as (' ' || search_text(code || ' ' || title)) stored,
    constraint price_tables_code_key unique (code)
);

-- A version is written as a draft, and never changes its prices after it is published.
create table price_table_versions (
    id uuid primary key,
    price_table_id uuid not null references price_tables (id),
    number integer not null check (number >= 1),
    status text not null default 'draft' check (status in ('draft', 'published', 'archived')),
    note text,
    valid_from date,
    -- The last day; null without an end.
    valid_to date check (valid_to >= valid_from),

    divisor numeric check (divisor > 0),
    volumetric_rule text not null default 'none' check (volumetric_rule in ('max', 'half', 'none')),
    weighed_per text not null default 'shipment' check (weighed_per in ('parcel', 'shipment')),
    priced_per text not null default 'shipment' check (priced_per in ('parcel', 'shipment')),
    rounding_step numeric check (rounding_step > 0),
    scale_division numeric check (scale_division > 0),
    inch_ceil boolean not null default false,
    minimum numeric check (minimum >= 0),
    taxable boolean not null default true,
    -- The list of fuel rates that the version follows.
    fuel_code text,
    fuel_on jsonb not null default '[]',
    insurance jsonb,
    adjustments jsonb not null default '[]',
    -- Prices the destinations that this version does not serve.
    fallback_version_id uuid references price_table_versions (id),

    zone_count integer not null default 0,
    band_count integer not null default 0,
    cell_count integer not null default 0,
    published_at timestamptz,
    published_by uuid,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint price_table_versions_number_key unique (price_table_id, number),
    check (status = 'draft' or (valid_from is not null and published_at is not null))
);

-- The rows of drafts. They are deleted when the version is published.
create table price_zones (
    version_id uuid not null references price_table_versions (id) on delete cascade,
    code text not null check (code <> ''),
    position integer not null,
    -- If a place belongs to several zones, the highest priority wins.
    priority smallint not null default 0,
    max_weight numeric check (max_weight > 0),
    minimum numeric check (minimum >= 0),
    primary key (version_id, code)
);
create table price_zone_members (
    version_id uuid not null,
    zone text not null,
    seq integer not null,
    country_id smallint not null,
    state_id integer,
    postcode_from text,
    postcode_to text,
    airport text,
    max_weight numeric check (max_weight > 0),
    primary key (version_id, zone, seq),
    foreign key (version_id, zone) references price_zones (version_id, code) on update cascade on delete cascade
);
create table price_bands (
    version_id uuid not null references price_table_versions (id) on delete cascade,
    -- Weights up to and including this one, above the band before.
    up_to numeric not null check (up_to > 0),
    primary key (version_id, up_to)
);
-- A missing cell is not offered.
create table price_cells (
    version_id uuid not null,
    zone text not null,
    up_to numeric not null,
    method text not null check (method in ('cell', 'base_step', 'per_unit', 'break')),
    amount numeric not null check (amount >= 0),
    step numeric check (step > 0),
    step_amount numeric check (step_amount >= 0),
    primary key (version_id, zone, up_to),
    foreign key (version_id, zone) references price_zones (version_id, code) on update cascade on delete cascade,
    foreign key (version_id, up_to) references price_bands (version_id, up_to) on update cascade on delete cascade,
    check ((method = 'base_step') = (step is not null and step_amount is not null))
);
create index price_cells_band_idx on price_cells (version_id, up_to);
create table price_surcharges (
    version_id uuid not null references price_table_versions (id) on delete cascade,
    code text not null check (code <> ''),
    seq integer not null,
    basis text not null check (basis in ('fixed', 'pct_of', 'per_kg', 'per_piece', 'pct_value')),
    -- The lines of `pct_of`.
    lines jsonb not null default '[]',
    amount numeric not null check (amount >= 0),
    minimum numeric,
    maximum numeric,
    free_below numeric,
    conditions jsonb not null default '[]',
    taxable boolean not null default true,
    cost_amount numeric check (cost_amount >= 0),
    primary key (version_id, code)
);

-- The prices of a published version in one row, which cannot be changed.
create table price_table_publications (
    version_id uuid primary key references price_table_versions (id),
    -- Version of the form of the content.
    format smallint not null check (format >= 1),
    -- Zones, ladder, cells, surcharges and rules of the version, in one canonical order.
    content bytea not null check (octet_length(content) <= 16000000),
    content_hash bytea not null,
    published_at timestamptz not null,
    published_by uuid,
    constraint price_table_publications_hash_check check (content_hash = sha256(content))
);

-- Fuel percentages of carriers, each from a day until the next row of its code.
create table fuel_rates (
    id uuid primary key,
    code text not null check (code <> ''),
    valid_from date not null,
    pct numeric not null check (pct >= 0 and pct <= 1000),
    note text,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint fuel_rates_code_day_key unique (code, valid_from)
);
