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
