-- Masters without air paper: dispatches of the post (CN38), waybills of lorries (CMR), bills of lading (BL) -------------

create sequence master_numbers;
create table masters (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-M-26-000012.
    number text collate "C" not null,
    kind text not null check (kind in ('cn38', 'cmr', 'bl')),
    -- 0 void, 10 draft, 20 closed, 50 departed, 60 arrived, 80 delivered.
    status smallint not null default 10 check (status in (0, 10, 20, 50, 60, 80)),
    warehouse_id uuid not null references warehouses (id),
    warehouse_code text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- Number on the carrier's own paper.
    reference text,
    provider_id uuid references providers (id),
    provider_name text,
    from_place text not null check (from_place <> ''),
    to_place text not null check (to_place <> ''),
    to_country_id smallint not null,
    -- The lorry, the ship with its voyage, or the flight.
    vehicle text,
    -- Planned.
    departs_on date,
    arrives_on date,
    bag_count integer not null default 0 check (bag_count >= 0),
    parcel_count integer not null default 0 check (parcel_count >= 0),
    gross_g bigint not null default 0 check (gross_g >= 0),
    closed_at timestamptz,
    departed_at timestamptz,
    arrived_at timestamptz,
    delivered_at timestamptz,
    note text,
    -- Why it is void, or was opened again.
    reason text,
    created_by uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(
        number || ' ' || coalesce(reference, '') || ' ' || to_place || ' ' || coalesce(provider_name, '') || ' '
        || coalesce(vehicle, '')
    )) stored,
    constraint masters_number_key unique (number)
);
create index masters_created_idx on masters (created_at desc, id desc);
create index masters_search_idx on masters using gin (search_key gin_trgm_ops);

-- A bag goes with one master.
create table master_bags (
    bag_id uuid primary key references bags (id),
    master_id uuid not null references masters (id),
    added_at timestamptz not null,
    added_by uuid not null
);
create index master_bags_master_idx on master_bags (master_id);

-- Break-bag -------------------------------------------------------------------------------------------------------------

-- The unpacking of what a master brought.
create table break_bags (
    id uuid primary key,
    master_id uuid not null references masters (id),
    -- Number of the master.
    number text collate "C" not null,
    subsidiary_id uuid references subsidiaries (id),
    place text not null,
    -- 0 cancelled, 10 unpacking, 20 counted, 30 closed.
    status smallint not null default 10 check (status in (0, 10, 20, 30)),
    expected_count integer not null default 0,
    found_count integer not null default 0,
    over_count integer not null default 0,
    short_count integer not null default 0,
    damaged_count integer not null default 0,
    -- Differences about which somebody has to decide.
    open_count integer not null default 0,
    counted_at timestamptz,
    closed_at timestamptz,
    -- Where the parcels go on.
    next_step text check (next_step in ('receiving', 'delivery')),
    reason text,
    created_by uuid not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1
);
create index break_bags_created_idx on break_bags (created_at desc, id desc);
-- What a master brought is unpacked once.
create unique index break_bags_master_key on break_bags (master_id) where status <> 0;

-- Parcels that were expected, as the papers said when the unpacking began, and those that were found besides.
create table break_bag_lines (
    id uuid primary key,
    break_bag_id uuid not null references break_bags (id),
    is_expected boolean not null,
    -- As it was scanned, for a parcel that nobody knows.
    code text not null,
    shipment_id uuid references shipments (id),
    seq smallint,
    parcel_count smallint,
    -- The bag in which it should be; null for a loose parcel.
    bag_id uuid references bags (id),
    bag_number text,
    -- Of the scan that counts.
    scanned_at timestamptz,
    scanned_by uuid,
    found_bag_id uuid references bags (id),
    is_damaged boolean not null default false,
    damage_note text,
    photo_key text,
    photo_type text,
    resolution text
        check (resolution in ('found_later', 'other_flight', 'returned', 'lost', 'data_error', 'accepted')),
    resolution_note text,
    resolved_at timestamptz,
    resolved_by uuid,
    constraint break_bag_lines_shipment_check check (num_nulls(shipment_id, seq, parcel_count) in (0, 3)),
    constraint break_bag_lines_photo_check check (num_nulls(photo_key, photo_type) in (0, 2)),
    constraint break_bag_lines_scan_check check (num_nulls(scanned_at, scanned_by) in (0, 2))
);
create unique index break_bag_lines_parcel_key on break_bag_lines (break_bag_id, shipment_id, seq)
    where shipment_id is not null;
create unique index break_bag_lines_code_key on break_bag_lines (break_bag_id, code) where shipment_id is null;
create index break_bag_lines_break_bag_idx on break_bag_lines (break_bag_id, code);

-- Every scan of an unpacking: the same one again has its first answer.
create table break_bag_scans (
    -- Made by the station before it asks.
    id uuid primary key,
    line_id uuid not null references break_bag_lines (id),
    outcome text not null check (outcome in ('found', 'other_bag', 'over', 'already_here')),
    bag_id uuid,
    station text not null default '',
    scanned_at timestamptz not null,
    scanned_by uuid not null
);
create index break_bag_scans_line_idx on break_bag_scans (line_id);
