-- append-only: bag_seals
-- Bags and pallets: parcels of one destination under one seal.
create sequence bag_numbers;
create table bags (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-B-26-000123.
    number text collate "C" not null,
    -- Where it is packed, and its branch.
    warehouse_id uuid not null references warehouses (id),
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    kind text not null check (kind in ('bag', 'pallet')),
    -- 0 cancelled, 10 open, 20 closed, 25 registering, 30 registered, 40 manifested, 50 departed, 60 arrived, 70 opened,
    -- 80 reconciled.
    status smallint not null default 10 check (status in (0, 10, 20, 25, 30, 40, 50, 60, 70, 80)),
    -- IATA codes.
    origin_airport text not null check (origin_airport ~ '^[A-Z]{3}$'),
    destination_airport text not null check (destination_airport ~ '^[A-Z]{3}$'),
    destination_country_id smallint not null,
    -- Who takes it over, and how people know it.
    provider_id uuid references providers (id),
    provider_name text,
    -- Only parcels of this service, of this way to pay the duties, of this group of postcodes. Null for all.
    service_id uuid references services (id),
    service_title_locale jsonb,
    tax_modality text check (tax_modality in ('ddp', 'ddu')),
    triage_group smallint check (triage_group between 1 and 99),
    max_parcels integer not null check (max_parcels > 0),
    max_weight_g integer not null check (max_weight_g > 0),
    -- Its parcels, their weight, and that of the empty bag.
    parcel_count integer not null default 0 check (parcel_count >= 0),
    parcel_weight_g integer not null default 0 check (parcel_weight_g >= 0),
    tare_g integer not null default 0 check (tare_g >= 0),
    -- Once it is closed: the seal, the weight on the scale, and why it differs from its parcels.
    seal text,
    gross_g integer check (gross_g > 0),
    difference_reason text,
    closed_at timestamptz,
    closed_by uuid,
    -- For the post: the offices of exchange, the category, the subclass and the number of the receptacle (UPU S9).
    origin_office text check (origin_office ~ '^[A-Z]{6}$'),
    destination_office text check (destination_office ~ '^[A-Z]{6}$'),
    category text check (category in ('A', 'B', 'C', 'D')),
    subclass text check (subclass ~ '^[A-Z]{2}$'),
    is_insured boolean not null default false,
    -- Given when it is closed for the first time.
    dispatch_year smallint,
    dispatch_no smallint check (dispatch_no between 1 and 9999),
    receptacle_no smallint check (receptacle_no between 1 and 999),
    is_last boolean not null default false,
    -- Once it is closed: it contains the weight.
    s9_code text collate "C" check (length(s9_code) = 29),
    -- The operator's code, once it is registered.
    unit_code text,
    note text,
    -- Why it was opened again or cancelled.
    reason text,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(
        number || ' ' || replace(number, '-', '') || ' ' || replace(number, '-', ' ') || ' ' || destination_airport || ' '
        || coalesce(seal, '') || ' ' || coalesce(s9_code, '') || ' '
        || coalesce(provider_name, '')
    )) stored,
    constraint bags_number_key unique (number),
    constraint bags_post_check check (num_nulls(origin_office, destination_office, category, subclass) in (0, 4)),
    constraint bags_receptacle_check check (num_nulls(dispatch_year, dispatch_no, receptacle_no) in (0, 3)),
    constraint bags_seal_check check (num_nulls(seal, gross_g, closed_at) in (0, 3))
);
create index bags_status_idx on bags (status, id desc);
create index bags_search_idx on bags using gin (search_key gin_trgm_ops);
-- The post knows a receptacle by it.
create unique index bags_receptacle_key
    on bags (origin_office, destination_office, category, subclass, dispatch_year, dispatch_no, receptacle_no)
    where dispatch_no is not null;

-- Each parcel that was scanned into a bag.
create table bag_parcels (
    -- Made by the station before it asks: the same scan again changes nothing.
    id uuid primary key,
    bag_id uuid not null references bags (id),
    shipment_id uuid not null references shipments (id),
    -- The number of the parcel in its shipment, and how many parcels that has.
    seq smallint not null check (seq > 0),
    parcel_count smallint not null,
    tracking_code text collate "C" not null,
    weight_g integer not null check (weight_g >= 0),
    station text not null default '',
    scanned_at timestamptz not null,
    scanned_by uuid not null,
    -- The event of the shipment that it recorded.
    event_id uuid,
    -- Taken out again before the bag left.
    left_at timestamptz,
    left_by uuid,
    left_reason text,
    -- When it left and arrived with the bag, as its shipment was told: that moves when all of its parcels have.
    departed_at timestamptz,
    arrived_at timestamptz,
    -- Unpacked where the bag arrived: the parcel can go on in another bag.
    unpacked_at timestamptz
);
-- A parcel is in one bag. Those that were taken out or unpacked differ by their ids, so that the index finds them, too: a shipment
-- shows its whole way.
create unique index bag_parcels_parcel_key
    on bag_parcels (shipment_id, seq, (case when left_at is null and unpacked_at is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));
create index bag_parcels_bag_idx on bag_parcels (bag_id, scanned_at, id);

-- A seal is used once, also if its bag was opened again.
create table bag_seals (
    -- In capitals.
    seal text primary key check (seal <> ''),
    bag_id uuid not null references bags (id),
    sealed_at timestamptz not null,
    sealed_by uuid not null
);

-- The posts with which bags are registered, configured by the operator of the server.
create table postal_operators (
    name text primary key check (name ~ '^[a-z0-9-]{1,30}$'),
    label text not null check (label <> ''),
    kind text not null check (kind in ('correios_packet')),
    -- Without a path.
    address text not null,
    -- Country of its offices: two letters with which their names begin.
    country_code text not null check (country_code ~ '^[A-Z]{2}$'),
    user_name text not null,
    -- Number of the card of the contract.
    card text,
    -- Encrypted for this tenant, operator and address; the pass of the operator, too.
    secret bytea not null,
    token bytea,
    -- Limits of a unit.
    max_parcels integer not null check (max_parcels > 0),
    max_bag_g integer not null check (max_bag_g > 0),
    max_pallet_g integer not null check (max_pallet_g > 0),
    -- Units of one dispatch.
    max_units smallint not null check (max_units between 1 and 999),
    enabled boolean not null default true,
    position smallint not null,
    updated_at timestamptz not null default now()
);

-- Questions to a postal operator about a bag, written before they are asked.
create table bag_unit_requests (
    id uuid primary key,
    bag_id uuid not null references bags (id),
    kind text not null check (kind in ('register', 'cancel')),
    -- 10 waiting, 20 asked, 30 done, 40 refused. What was asked and has no answer may have been done.
    status smallint not null default 10 check (status in (10, 20, 30, 40)),
    -- Name of the operator, and how it was called.
    operator text not null,
    operator_label text not null,
    -- The body that registers it.
    form jsonb,
    -- Given by the operator, or taken back.
    unit_code text,
    -- Why it is taken back.
    reason text,
    attempts integer not null default 0,
    asked_at timestamptz,
    answered_at timestamptz,
    -- Why it was refused, and the whole answer as it came.
    error text,
    answer text,
    requested_by uuid,
    created_at timestamptz not null
);
-- A bag is asked about once at a time; those that have an answer are in it, too, to be found by their bag.
create unique index bag_unit_requests_open_key
    on bag_unit_requests (bag_id, (case when status not in (10, 20) then id end)) nulls not distinct;

-- The newest numbers of a postal route in a year.
create table bag_dispatches (
    origin_office text not null,
    destination_office text not null,
    category text not null,
    subclass text not null,
    year smallint not null,
    dispatch_no smallint not null default 1,
    receptacle_no smallint not null default 0,
    primary key (origin_office, destination_office, category, subclass, year)
);
