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

-- Deliveries to consignees, the runs of drivers with their stops, and what drivers record there.
create sequence delivery_numbers;
create table deliveries (
    id uuid primary key,
    -- Year and number: D-26-000123.
    number text collate "C" not null,
    subsidiary_id uuid references subsidiaries (id),
    -- The day for which it is meant.
    on_date date not null,
    -- Name and address in one spelling: what goes to one consignee on one day is one delivery.
    consignee text not null,
    recipient_name text not null check (recipient_name <> ''),
    phone text,
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    -- Degrees; typed, or where its driver handed it over.
    latitude double precision check (latitude between -90 and 90),
    longitude double precision check (longitude between -180 and 180),
    -- When the consignee is there, in the time of the place.
    from_time text check (from_time ~ '^\d\d:\d\d$'),
    to_time text check (to_time ~ '^\d\d:\d\d$'),
    instructions text,
    -- 0 cancelled, 10 pending, 20 assigned, 30 out, 40 delivered, 45 partial, 50 failed, 60 returned.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 45, 50, 60)),
    parcels integer not null check (parcels > 0),
    attempts smallint not null default 0,
    max_attempts smallint not null default 3 check (max_attempts > 0),
    -- What a driver must bring besides a name or a photo (`ProofKind`).
    proof jsonb not null default '[]',
    -- Its newest stop on a run. Not a reference: stops refer to deliveries.
    stop_id uuid,
    -- The newest reason of a driver, and of the office for the newest change.
    fail_reason text,
    reason text,
    delivered_at timestamptz,
    received_by text,
    relationship text,
    -- The record that handed it over.
    record_id uuid,
    -- What records leave for staff to decide, and what of it is settled.
    tasks jsonb not null default '[]',
    settled_tasks jsonb not null default '[]',
    flags jsonb not null default '[]',
    -- Files of its records have not arrived yet.
    is_waiting boolean not null default false,
    -- What the office did with it: times, kinds and stops, which drivers' late records are sorted among.
    office jsonb not null default '[]',
    -- What the recipient chose by the link of an e-mail, which is good for one choice.
    choice text check (choice in ('another_day', 'neighbour', 'post', 'return')),
    choice_on date,
    choice_note text,
    choice_at timestamptz,
    choice_hash bytea,
    choice_until timestamptz,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint deliveries_number_key unique (number),
    constraint deliveries_place_check check ((latitude is null) = (longitude is null))
);
create index deliveries_on_date_idx on deliveries (on_date, id);
-- The same condition as `HAS_TASKS`: the menu counts them.
create index deliveries_tasks_idx on deliveries (id) where tasks <> '[]' or status = 50 and choice is not null;

create table delivery_shipments (
    delivery_id uuid not null references deliveries (id),
    shipment_id uuid not null references shipments (id),
    -- Numbers of its parcels that were handed over.
    done smallint[] not null default '{}',
    -- Until the delivery has ended for it.
    is_open boolean not null default true,
    -- The events that records of drivers led to.
    events jsonb not null default '[]',
    primary key (delivery_id, shipment_id)
);
-- A shipment is in one open delivery.
create unique index delivery_shipments_open_key on delivery_shipments (shipment_id) where is_open;

create sequence route_numbers;
create table routes (
    id uuid primary key,
    -- Year and number: R-26-000123.
    number text collate "C" not null,
    subsidiary_id uuid references subsidiaries (id),
    on_date date not null,
    driver_id uuid,
    -- As people know the driver.
    driver_name text,
    vehicle text,
    note text,
    -- Degrees of the place where it begins.
    start_latitude double precision check (start_latitude between -90 and 90),
    start_longitude double precision check (start_longitude between -180 and 180),
    -- 0 cancelled, 10 draft, 20 ready, 25 loaded, 30 in progress, 40 closed.
    status smallint not null default 10 check (status in (0, 10, 20, 25, 30, 40)),
    -- The length of its way in the planned order in metres, as the crow flies.
    planned_m double precision,
    started_at timestamptz,
    closed_at timestamptz,
    -- Why it was cancelled, or closed before all stops were done.
    reason text,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint routes_number_key unique (number),
    constraint routes_start_check check ((start_latitude is null) = (start_longitude is null))
);
create index routes_on_date_idx on routes (on_date, id);

create table route_stops (
    id uuid primary key,
    route_id uuid not null references routes (id),
    delivery_id uuid not null references deliveries (id),
    position smallint not null,
    -- Keeps its place when the stops are put in order.
    pinned boolean not null default false,
    -- Parcels that were scanned when the vehicle was loaded: shipments and numbers.
    loaded jsonb not null default '[]',
    outcome text check (outcome in ('delivered', 'partial', 'failed')),
    -- Of a failure, or why it was taken off.
    reason text,
    done_at timestamptz,
    -- Taken off the run. The row stays: the driver's late records still count.
    removed_at timestamptz,
    created_at timestamptz not null
);
create index route_stops_route_idx on route_stops (route_id, position);
create index route_stops_delivery_idx on route_stops (delivery_id);

-- What drivers recorded, as their phones sent it. Places and documents are deleted after 180 days.
create table field_records (
    -- Made by the phone: the same record again changes nothing.
    id uuid primary key,
    body_hash bytea not null,
    stop_id uuid not null references route_stops (id),
    driver_id uuid not null,
    device uuid,
    -- Counts the records of a phone.
    seq integer not null,
    kind text not null check (kind in ('arrive', 'collect', 'deliver', 'fail', 'undo', 'attach', 'note')),
    -- By the clock of the phone, and how many seconds the server's was ahead at their last contact.
    device_at timestamptz not null,
    offset_s integer,
    received_at timestamptz not null,
    latitude double precision,
    longitude double precision,
    accuracy_m double precision,
    payload jsonb not null,
    -- Hashes and kinds of its files.
    files jsonb not null default '[]',
    verdict text not null check (verdict in ('accepted', 'waiting_for_files')),
    -- All its files have arrived.
    is_complete boolean not null,
    -- Its personal data has been deleted.
    is_reduced boolean not null default false
);
create index field_records_stop_idx on field_records (stop_id);
create index field_records_received_idx on field_records (received_at) where not is_reduced;

-- Photos and signatures of drivers, by their SHA-256.
create table field_files (
    sha256 text collate "C" primary key check (sha256 ~ '^[0-9a-f]{64}$'),
    -- Null once it has been deleted.
    file_key text,
    content_type text not null,
    file_size bigint not null,
    uploaded_by uuid not null,
    uploaded_at timestamptz not null
);
create index field_files_uploaded_idx on field_files (uploaded_at) where file_key is not null;
