-- append-only: mawb_revisions, cargo_events
-- Numbers that airlines have given to the company for its air waybills.
create table mawb_ranges (
    id uuid primary key,
    provider_id uuid not null references providers (id),
    provider_name text not null,
    -- Three digits of the airline, with which its waybills begin.
    prefix text collate "C" not null check (prefix ~ '^[0-9]{3}$'),
    -- Seven digits, without the check digit.
    first_serial integer not null check (first_serial >= 0),
    last_serial integer not null check (last_serial < 10000000),
    -- One above the last when none is left.
    next_serial integer not null,
    -- It warns when at most so many are left in all open ranges of the airline.
    alert_below integer not null default 0 check (alert_below >= 0),
    received_on date not null,
    -- 10 open, 20 closed.
    status smallint not null default 10 check (status in (10, 20)),
    note text,
    -- Why no more numbers come from it.
    reason text,
    closed_at timestamptz,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint mawb_ranges_order_check
        check (first_serial <= last_serial and next_serial between first_serial and last_serial + 1)
);

-- Master air waybills: the contract with an airline over bags and loose shipments.
create table mawbs (
    id uuid primary key,
    -- 020-12345675. It is used once for ever, also when the waybill is void.
    number text collate "C" not null check (number ~ '^[0-9]{3}-[0-9]{8}$'),
    -- The range that it came from; null for a number that somebody typed.
    range_id uuid references mawb_ranges (id),
    -- 0 void, 10 draft, 20 booked, 30 issued, 40 accepted, 50 departed, 60 arrived, 65 received, 70 customs, 80 delivered.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 50, 60, 65, 70, 80)),
    -- Number of the newest frozen document; 0 before the first.
    revision smallint not null default 0 check (revision >= 0),
    provider_id uuid not null references providers (id),
    provider_name text not null,
    -- Two characters of the airline.
    airline_code text,
    subsidiary_id uuid references subsidiaries (id),
    origin_airport text not null check (origin_airport ~ '^[A-Z]{3}$'),
    destination_airport text not null check (destination_airport ~ '^[A-Z]{3}$'),
    -- Flight, airports, days and local times of each leg, in their order.
    legs jsonb not null default '[]',
    -- Day of the first leg and all flights, for the list.
    departs_on date,
    flights text not null default '',
    -- Until when the airline takes the goods.
    cutoff_at timestamptz,
    shipper jsonb,
    consignee jsonb,
    -- The agent of the airline.
    agent jsonb,
    -- Values that were typed instead of the counted ones.
    pieces integer check (pieces > 0),
    gross_g integer check (gross_g > 0),
    chargeable_g integer check (chargeable_g > 0),
    volume_cm3 integer check (volume_cm3 > 0),
    currency text check (currency ~ '^[A-Z]{3}$'),
    payment text not null default 'prepaid' check (payment in ('prepaid', 'collect')),
    rate_lines jsonb not null default '[]',
    other_charges jsonb not null default '[]',
    declared_carriage numeric(20,4) check (declared_carriage >= 0),
    declared_customs numeric(20,4) check (declared_customs >= 0),
    goods text,
    handling_codes text[] not null default '{}',
    handling_note text,
    is_electronic boolean not null default true,
    customs_reference text,
    executed_on date,
    executed_at text,
    signatory text,
    note text,
    issued_at timestamptz,
    -- When what its status says happened.
    moved_at timestamptz,
    -- Moves of all its pieces that bags and parcels have followed: each is told once.
    told_moves text[] not null default '{}',
    -- Why it was amended or is void, and what the airline says of the cancellation of an issued one.
    reason text,
    carrier_note text,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(
        number || ' ' || replace(number, '-', '') || ' ' || flights || ' ' || provider_name || ' ' || destination_airport
        || ' ' || coalesce(customs_reference, '')
    )) stored,
    constraint mawbs_number_key unique (number)
);
create index mawbs_status_idx on mawbs (status, id desc);
create index mawbs_search_idx on mawbs using gin (search_key gin_trgm_ops);

-- Bags on a waybill, and shipments on it that are in no bag.
create table mawb_contents (
    id uuid primary key,
    mawb_id uuid not null references mawbs (id),
    bag_id uuid references bags (id),
    shipment_id uuid references shipments (id),
    -- Number of the bag, or code of the shipment.
    code text collate "C" not null,
    -- Parcels of a loose shipment, and grams as declared.
    parcel_count integer not null default 0 check (parcel_count >= 0),
    weight_g integer not null default 0 check (weight_g >= 0),
    -- Numbers of those parcels, and how many its shipment has: others may have gone before in a bag.
    parcel_numbers smallint[] not null default '{}',
    shipment_parcels smallint not null default 0 check (shipment_parcels >= 0),
    added_at timestamptz not null,
    added_by uuid not null,
    -- The waybill is void or delivered: it can fly again.
    released_at timestamptz,
    constraint mawb_contents_kind_check check (num_nonnulls(bag_id, shipment_id) = 1)
);
create index mawb_contents_mawb_idx on mawb_contents (mawb_id, code);
-- It is on one waybill at a time. Released lines differ by their ids, so that the index finds them, too.
create unique index mawb_contents_bag_key
    on mawb_contents (bag_id, (case when released_at is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));
create unique index mawb_contents_shipment_key
    on mawb_contents (shipment_id, (case when released_at is null then '00000000-0000-0000-0000-000000000000'::uuid else id end));

-- Documents as they were issued and amended.
create table mawb_revisions (
    mawb_id uuid not null references mawbs (id),
    revision smallint not null check (revision > 0),
    document jsonb not null,
    -- Why it was amended; null for the first.
    reason text,
    issued_at timestamptz not null,
    issued_by uuid not null,
    primary key (mawb_id, revision)
);

-- Files that somebody uploaded as messages of airlines, each as it came, whatever it is.
create table cargo_messages (
    id uuid primary key,
    -- SHA-256 of the file.
    content_hash bytea not null check (length(content_hash) = 32),
    -- Null once `customs_data_days` of the settings are over.
    content bytea check (length(content) <= 262144),
    file_name text not null check (file_name <> ''),
    -- The branches of the user who uploaded it, whose waybills it can change; null for all.
    branches uuid[],
    kind text not null default 'unknown' check (kind in ('fsu', 'xfsu', 'ffm', 'plain', 'other', 'unknown')),
    stage text not null default 'waiting_to_start'
        check (stage in ('waiting_to_start', 'started', 'processing', 'ended', 'failed')),
    -- Why its reading has failed: a message code with its parameters. It stays when somebody closes the message.
    failure_code text check (failure_code <> ''),
    failure_params jsonb not null default '{}',
    -- Why somebody closed it although its reading has failed.
    closing_note text check (closing_note <> ''),
    closed_by_name text,
    -- Why it reports nothing.
    problem text check (problem <> ''),
    -- Its lines that were not understood, at most a hundred.
    unread jsonb not null default '[]' check (jsonb_typeof(unread) = 'array'),
    -- Waybills of which it reports and which the company does not have.
    unknown_numbers text[] not null default '{}',
    report_count integer not null default 0 check (report_count >= 0),
    -- Reports that nobody had sent before.
    new_count integer not null default 0 check (new_count >= 0),
    received_at timestamptz not null,
    -- The user who uploaded it. All zeros for one that was fetched; the name is then that of its source.
    received_by uuid not null,
    received_by_name text not null,
    ended_at timestamptz,
    -- Counts the readings: a waybill may be entered after its first message.
    version integer not null default 1,
    updated_at timestamptz not null,
    constraint cargo_messages_failed_check check (stage <> 'failed' or failure_code is not null),
    constraint cargo_messages_closed_check check (num_nulls(closing_note, closed_by_name) in (0, 2)),
    -- The same file again is the same message.
    constraint cargo_messages_content_key unique nulls not distinct (content_hash, branches)
);

-- Events of waybills, from messages or by hand. They are only added.
create table cargo_events (
    id uuid primary key,
    mawb_id uuid not null references mawbs (id),
    -- SHA-256 of what is reported: the same report from two sides is one.
    fingerprint bytea not null check (length(fingerprint) = 32),
    code text not null check (code ~ '^[A-Z]{3}$'),
    discrepancy text check (discrepancy ~ '^[A-Z]{4}$'),
    flight text,
    -- IATA codes.
    station text check (station ~ '^[A-Z]{3}$'),
    to_station text check (to_station ~ '^[A-Z]{3}$'),
    -- The message of a flight's manifest that has the pieces, by its number.
    sheet smallint check (sheet > 0),
    -- As the clock of the place shows it; without a time, only the day is known.
    local_day date not null,
    local_time time,
    time_zone text not null,
    occurred_at timestamptz not null,
    -- Null for all pieces.
    pieces integer check (pieces > 0),
    total_pieces integer check (total_pieces > 0),
    weight_g bigint check (weight_g >= 0),
    remark text,
    -- The note of an event by hand.
    note text,
    message_id uuid references cargo_messages (id),
    recorded_at timestamptz not null,
    recorded_by uuid not null,
    recorded_by_name text not null,
    constraint cargo_events_report_key unique (mawb_id, fingerprint)
);

-- Masters without air paper: delivery bills of the post (CN38), waybills of lorries (CMR), bills of lading (BL).
create sequence master_numbers;
create table masters (
    id uuid primary key,
    -- Code of the warehouse, year and number: GRU-T-26-000012.
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
        number || ' ' || replace(number, '-', '') || ' ' || replace(number, '-', ' ') || ' ' || coalesce(reference, '') || ' '
        || to_place || ' ' || coalesce(provider_name, '') || ' '
        || coalesce(vehicle, '')
    )) stored,
    constraint masters_number_key unique (number)
);

-- A bag goes with one master.
create table master_bags (
    bag_id uuid primary key references bags (id),
    master_id uuid not null references masters (id),
    added_at timestamptz not null,
    added_by uuid not null
);
create index master_bags_master_idx on master_bags (master_id);
