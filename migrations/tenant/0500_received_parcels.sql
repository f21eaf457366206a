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
    -- The parcel of a client that this is, also of a client whom nobody knows yet; null for a parcel of a shipment.
    inbound_parcel_id uuid,
    -- Its client; null while nobody knows whose it is, and for a parcel of a shipment.
    client_id uuid references clients (id),
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
    -- Deleted after the days of the settings.
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
    where shipment_id is null and client_id is null and withdrawn_at is null;

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

-- Parcels of a shipment that do not come: it goes on without them. One that comes after all is taken out again.
create table missing_parcels (
    shipment_id uuid not null references shipments (id),
    seq smallint not null check (seq > 0),
    reason text not null check (reason <> ''),
    closed_by uuid not null,
    closed_at timestamptz not null,
    primary key (shipment_id, seq)
);

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
    -- Degrees; null while the place is not known.
    latitude double precision,
    longitude double precision,
    -- The day of the driver's record that a copied place is from: it is forgotten with that one.
    place_on date,
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
    -- Its newest stop on a run. Not a reference: stops refer to pickups.
    stop_id uuid,
    -- Of the provider.
    confirmation_no text,
    -- Why it failed.
    fail_reason text,
    -- Why it was cancelled, or what is said of the failure.
    note text,
    parcels_collected integer check (parcels_collected >= 0),
    collected_at timestamptz,
    -- The driver's record that collected it; null if the office did.
    record_id uuid,
    cancelled_at timestamptz,
    -- Tasks that records of drivers leave for staff, and those that staff have settled.
    tasks jsonb not null default '[]',
    settled_tasks jsonb not null default '[]',
    flags jsonb not null default '[]',
    -- Files of its records have not arrived yet.
    is_waiting boolean not null default false,
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
    constraint pickups_place_check check (num_nulls(latitude, longitude) in (0, 2)),
    constraint pickups_window_check check (ends_at > starts_at),
    constraint pickups_carrier_check check (num_nonnulls(driver_id, provider_id) <= 1),
    constraint pickups_fee_currency_check check ((fee is null) = (fee_currency is null)),
    constraint pickups_repeat_check check (repeat_at is null or repeats is not null)
);
create index pickups_starts_idx on pickups (starts_at, id);
create index pickups_client_idx on pickups (client_id, starts_at, id);

create table pickup_shipments (
    pickup_id uuid not null references pickups (id),
    shipment_id uuid not null references shipments (id),
    -- Missing and freed ones can be in another pickup.
    outcome text not null default 'expected' check (outcome in ('expected', 'collected', 'added', 'missing', 'freed',
                                                                    'cancelled')),
    -- Of its parcels.
    parcels_collected smallint not null default 0,
    at timestamptz not null,
    primary key (pickup_id, shipment_id)
);
-- A shipment is picked up once. Missing and freed ones differ by their ids, so that the index finds them, too: the list asks for
-- all pickups of a shipment.
create unique index pickup_shipments_once_key on pickup_shipments
    (shipment_id, (case when outcome in ('expected', 'collected', 'added') then '00000000-0000-0000-0000-000000000000'::uuid else pickup_id end));

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
create index reweighs_client_idx on reweighs (client_id, id desc);
-- Those that wait are few, so the index stays small.
create index reweighs_open_idx on reweighs (deadline_on) where status in (20, 30);

-- Parcels of clients: announced, stored, joined. ------------------------------------------------------------------------------

-- Parcels of a client that are packed into one shipment, or a single one that is sent on.
create table repacks (
    id uuid primary key,
    client_id uuid not null references clients (id),
    -- As they were then, for lists and the search.
    client_name text not null,
    suite_code text not null,
    warehouse_id uuid not null references warehouses (id),
    warehouse_name text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- 0 cancelled, 10 requested, 20 packing, 40 finished.
    status smallint not null default 10 check (status in (0, 10, 20, 40)),
    -- Parcels that were asked for.
    parcel_count smallint not null check (parcel_count > 0),
    -- Work that the client has asked for, besides packing.
    options text[] not null default '{}' check (options <@ array['remove_invoices', 'padding']),
    note text,
    -- As the client saw it.
    fee numeric(16, 4) not null check (fee >= 0 and fee <> 'NaN'),
    currency char(3) not null,
    -- What was packed.
    weight_g integer check (weight_g > 0),
    length_mm double precision check (length_mm > 0),
    width_mm double precision check (width_mm > 0),
    height_mm double precision check (height_mm > 0),
    -- Parcels that could not be packed: code and reason of each.
    missing jsonb not null default '[]',
    shipment_id uuid references shipments (id),
    tracking_code text collate "C",
    -- Why it was cancelled.
    reason text,
    packed_by uuid,
    packed_at timestamptz,
    -- The packed parcel has a storage of its own: terms and time zone of the warehouse from its packing on, and its client's group.
    storage jsonb,
    time_zone text,
    client_group_id uuid,
    -- When it left with its shipment, and what its storage cost.
    departed_at timestamptz,
    storage_charged numeric(16, 4) check (storage_charged > 0),
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint repacks_packed_check check ((status = 40) = (packed_at is not null)),
    constraint repacks_shipment_check check (num_nulls(packed_at, packed_by, shipment_id, tracking_code, weight_g) in (0, 5)),
    constraint repacks_cancelled_check check ((status = 0) = (reason is not null)),
    constraint repacks_storage_whole check ((storage is null) = (time_zone is null) and (storage is null or status = 40))
);
create index repacks_client_idx on repacks (client_id, id desc);

-- Parcels that come to a warehouse for a client, which announced them or not.
create table inbound_parcels (
    id uuid primary key,
    -- Null while nobody knows whose it is.
    client_id uuid references clients (id),
    -- As they were then, for lists and the search.
    client_name text,
    suite_code text,
    -- Null for a parcel that came to a station without a warehouse.
    warehouse_id uuid references warehouses (id),
    warehouse_name text,
    -- Branch of the warehouse, or of the user who received it.
    subsidiary_id uuid references subsidiaries (id),
    -- The code on its label, without spaces, in capitals.
    external_code text collate "C" not null check (external_code <> ''),
    carrier text,
    -- Where it comes from.
    from_country_id smallint,
    shop text,
    order_ref text,
    content text,
    value numeric(16, 4) check (value >= 0 and value <> 'NaN'),
    currency char(3),
    -- 0 cancelled, 10 expected, 20 arrived, 30 stored, 40 packed, 50 gone, 60 abandoned.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 50, 60)),
    -- Where it lies, as the people of the warehouse call it.
    place text check (length(place) between 1 and 32),
    -- The scan of the station, with weight, size and photo.
    received_parcel_id uuid references received_parcels (id),
    -- Null for a parcel that came without an announcement.
    announced_at timestamptz,
    arrived_at timestamptz,
    -- When its client was told that it is there: later than it arrived, if nobody knew whose it is.
    told_at timestamptz,
    -- Terms and time zone of its warehouse, from its arrival on as they were then.
    storage jsonb,
    time_zone text,
    -- Group of its client on the day of arrival: its rates count.
    client_group_id uuid,
    -- When it stopped to lie in the storage: packed or abandoned.
    released_at timestamptz,
    -- Charged when it was abandoned.
    storage_charged numeric(16, 4) check (storage_charged > 0),
    -- The repacking that has it, and when the packer scanned it.
    repack_id uuid references repacks (id),
    scanned_at timestamptz,
    -- Its share of the fee of the repacking.
    fee_share numeric(16, 4) check (fee_share >= 0),
    -- The shipment that takes it out.
    shipment_id uuid references shipments (id),
    tracking_code text collate "C",
    -- The next reminder of its client: the day of its stay, and when it is sent. Null after the last one.
    notice_day smallint check (notice_day > 0),
    notice_at timestamptz,
    -- Why it was cancelled or abandoned.
    reason text,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(
        external_code || ' ' || coalesce(client_name, '') || ' ' || coalesce(suite_code, '') || ' ' || coalesce(shop, '') || ' '
        || coalesce(order_ref, '') || ' ' || coalesce(content, '')
    )) stored,
    constraint inbound_parcels_client_check check (client_id is not null or status in (0, 10, 20)),
    constraint inbound_parcels_value_currency_check check ((value is null) = (currency is null)),
    constraint inbound_parcels_arrived_check check ((arrived_at is null) = (status in (0, 10))),
    constraint inbound_parcels_storage_check check ((storage is null) = (time_zone is null)),
    constraint inbound_parcels_released_check check ((released_at is null) = (status in (0, 10, 20, 30))),
    constraint inbound_parcels_notice_check check (notice_at is null or (notice_day is not null and status in (20, 30))),
    constraint inbound_parcels_packed_check check ((status in (40, 50)) = (shipment_id is not null)),
    constraint inbound_parcels_repack_check check (repack_id is null or status in (20, 30, 40, 50)),
    constraint inbound_parcels_reason_check check ((status in (0, 60)) = (reason is not null))
);
-- A client announces a code once, until its parcel has gone: carriers use their codes again. It also finds the parcel of a
-- scanned code.
create unique index inbound_parcels_code_key on inbound_parcels (external_code, client_id) where status not in (0, 50);
create index inbound_parcels_client_idx on inbound_parcels (client_id, id desc);
create index inbound_parcels_repack_idx on inbound_parcels (repack_id) where repack_id is not null;
-- Those whose clients will be reminded, and those that have not left yet: the sweep asks for both.
create index inbound_parcels_notice_idx on inbound_parcels (notice_at) where notice_at is not null;
create index inbound_parcels_packed_idx on inbound_parcels (shipment_id) where status = 40;
