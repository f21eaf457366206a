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
