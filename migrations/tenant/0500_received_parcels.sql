-- append-only: parcel_measurements
-- Parcels that a warehouse has received, each as it was scanned.
create table received_parcels (
    -- Made by the station before it asks: the same scan again changes nothing.
    id uuid primary key,
    -- Null while nobody knows whose it is.
    shipment_id uuid references shipments (id),
    -- The number of the parcel in its shipment.
    seq smallint check (seq > 0),
    -- As it was scanned or typed.
    code text not null check (code <> ''),
    tracking_code text collate "C",
    -- Branch of the shipment, or of the user who received an unknown parcel.
    subsidiary_id uuid references subsidiaries (id),
    warehouse_id uuid references warehouses (id),
    -- Name of the place where it was scanned, as its people call it.
    station text not null default '',
    received_at timestamptz not null,
    received_by uuid not null,
    -- The event of the shipment that this scan recorded; null when an earlier one did.
    event_id uuid,
    -- The newest measurement.
    weight_g integer check (weight_g > 0),
    weight_source text check (weight_source in ('serial', 'keyboard', 'typed')),
    length_mm double precision check (length_mm > 0),
    width_mm double precision check (width_mm > 0),
    height_mm double precision check (height_mm > 0),
    measured_at timestamptz,
    measured_by uuid,
    photo_key text,
    photo_type text,
    -- Scanned by mistake.
    withdrawn_at timestamptz,
    withdrawn_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint received_parcels_shipment_check check (num_nulls(shipment_id, seq, tracking_code) in (0, 3)),
    constraint received_parcels_measure_check check (num_nulls(weight_g, weight_source, measured_at, measured_by) in (0, 4)),
    constraint received_parcels_photo_check check ((photo_key is null) = (photo_type is null))
);
-- A parcel is received once.
create unique index received_parcels_parcel_key on received_parcels (shipment_id, seq)
    where withdrawn_at is null and shipment_id is not null;
create index received_parcels_received_idx on received_parcels (received_at desc, id desc);
-- Unknown parcels are few, so the index stays small.
create index received_parcels_unknown_idx on received_parcels (received_at desc, id desc)
    where shipment_id is null and withdrawn_at is null;

-- Every weighing and measuring of a parcel. The newest one counts.
create table parcel_measurements (
    -- Made by the station before it asks.
    id uuid primary key,
    received_parcel_id uuid not null references received_parcels (id),
    weight_g integer not null check (weight_g > 0),
    -- As the scale sent it, or as somebody typed it.
    weight_text text not null,
    weight_source text not null check (weight_source in ('serial', 'keyboard', 'typed')),
    length_mm double precision check (length_mm > 0),
    width_mm double precision check (width_mm > 0),
    height_mm double precision check (height_mm > 0),
    measured_at timestamptz not null,
    measured_by uuid not null,
    constraint parcel_measurements_size_check check (num_nulls(length_mm, width_mm, height_mm) in (0, 3))
);
create index parcel_measurements_parcel_idx on parcel_measurements (received_parcel_id);

-- Pickups: parcels that are collected where they are.
create sequence pickup_numbers;
create table pickups (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-P-26-000123.
    number text collate "C" not null,
    -- Not a reference: a registration that lapses deletes its client.
    client_id uuid not null,
    -- As it was then, for the search.
    client_name text not null,
    -- The warehouse that picks up, and its branch.
    warehouse_id uuid not null references warehouses (id),
    subsidiary_id uuid references subsidiaries (id),
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    contact text not null check (contact <> ''),
    phone text,
    -- The window as it was asked for, in the time zone of the place, and its instants.
    time_zone text not null,
    on_date date not null,
    from_time text not null check (from_time ~ '^\d\d:\d\d$'),
    to_time text not null check (to_time ~ '^\d\d:\d\d$'),
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    -- From then on, the client no longer cancels.
    cutoff_at timestamptz not null,
    -- Where the parcels stand: reception, dock 2.
    ready_place text,
    instructions text,
    parcels integer not null check (parcels > 0),
    weight_g integer check (weight_g > 0),
    -- 0 cancelled, 10 requested, 20 scheduled, 30 on route, 40 collected, 45 partial, 50 failed.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 45, 50)),
    -- How often it was scheduled.
    attempt smallint not null default 0,
    -- Who comes: a user or a provider, and how people know them.
    driver_id uuid,
    provider_id uuid references providers (id),
    carrier_name text,
    -- Of the provider.
    confirmation_no text,
    -- Why it failed.
    fail_reason text,
    -- Why it was cancelled, or what is said of the failure.
    note text,
    parcels_collected integer check (parcels_collected >= 0),
    collected_at timestamptz,
    -- What its cancellation cost.
    fee numeric(20,4) check (fee > 0),
    fee_currency char(3),
    -- Weekdays on which it is asked for again (1 to 7), until a day; null for once.
    repeats jsonb,
    -- When the next one is asked for: the evening before its day.
    repeat_at timestamptz,
    -- The pickup that it repeats.
    repeat_of uuid references pickups (id),
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint pickups_number_key unique (number),
    constraint pickups_window_check check (ends_at > starts_at),
    constraint pickups_carrier_check check (num_nonnulls(driver_id, provider_id) <= 1),
    constraint pickups_fee_check check ((fee is null) = (fee_currency is null)),
    constraint pickups_repeat_check check (repeat_at is null or repeats is not null)
);
create index pickups_starts_idx on pickups (starts_at, id);
create index pickups_client_idx on pickups (client_id, starts_at, id);
-- The few that are repeated.
create index pickups_repeat_idx on pickups (repeat_at) where repeat_at is not null;

create table pickup_shipments (
    pickup_id uuid not null references pickups (id),
    shipment_id uuid not null references shipments (id),
    -- Missing and freed ones can be in another pickup.
    outcome text not null default 'expected' check (outcome in ('expected', 'collected', 'added', 'missing', 'freed')),
    -- Of its parcels.
    parcels_collected smallint not null default 0,
    at timestamptz not null,
    primary key (pickup_id, shipment_id)
);
-- A shipment is picked up once.
create unique index pickup_shipments_once_key on pickup_shipments (shipment_id)
    where outcome in ('expected', 'collected', 'added');

-- Re-weighing.
-- What the parcels of a shipment have led to, once all of them were measured. A further weighing is a further row, and ends
-- the one before.
create table reweighs (
    id uuid primary key,
    shipment_id uuid not null references shipments (id),
    -- Of the shipment.
    tracking_code text collate "C" not null,
    client_id uuid references clients (id),
    client_name text,
    subsidiary_id uuid references subsidiaries (id),
    partner_id uuid references partners (id),
    -- Counts the weighings of a shipment.
    seq smallint not null check (seq > 0),
    -- 10 measured, 20 held, 30 disputed, 40 settled.
    status smallint not null check (status in (10, 20, 30, 40)),
    verdict text not null check (verdict in ('incomplete', 'refused_limit', 'kept', 'same_price', 'refunded', 'not_refunded',
                                             'held_confirm', 'held_funds', 'charged')),
    -- How it ended, if something had to be decided.
    outcome text check (outcome in ('accepted', 'lapsed', 'upheld', 'withdrawn', 'superseded', 'released')),
    -- Each with its declared and its measured values.
    parcels jsonb not null,
    declared_weight_g integer,
    measured_weight_g integer not null,
    chargeable_before_g integer,
    chargeable_after_g integer,
    total_before numeric(16, 4),
    total_after numeric(16, 4),
    difference numeric(16, 4),
    currency text,
    -- The price of the measured parcels, with the day of its versions and rates. It is charged as it stands here.
    offer jsonb,
    priced_on date,
    -- The frozen price of the shipment that it has become.
    charge_revision smallint,
    -- The last day for the client to answer.
    deadline_on date,
    reminded_on date,
    dispute text,
    dispute_key text,
    dispute_type text,
    disputed_at timestamptz,
    -- Why staff accepted or decided.
    reason text,
    decided_by uuid,
    decided_at timestamptz,
    measured_by uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint reweighs_seq_key unique (shipment_id, seq),
    constraint reweighs_price_check check ((offer is null) = (priced_on is null)),
    constraint reweighs_dispute_check check (num_nulls(dispute, dispute_key, dispute_type, disputed_at) in (0, 4))
);
create index reweighs_newest_idx on reweighs (created_at desc, id desc);
-- Those that wait are few, so the index stays small.
create index reweighs_open_idx on reweighs (deadline_on) where status in (20, 30);
