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
    -- The day of the driver's record that a copied place is from: it is forgotten with that one.
    place_on date,
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
    -- Which of the PINs that can be calculated for it is good, since when, and how many wrong ones drivers have sent for it.
    pin_turn smallint not null default 0,
    pin_changed_at timestamptz,
    pin_misses smallint not null default 0,
    -- Cash to collect, and what the records that count took.
    cod_due numeric(16, 4) check (cod_due > 0 and cod_due <> 'NaN'),
    cod_currency char(3),
    cod_taken numeric(16, 4),
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
    -- Chosen by the recipient through the link of an e-mail, which is good for one choice, or by the client at the limit of attempts.
    choice text check (choice in ('another_day', 'hold', 'neighbour', 'post', 'return', 'other_address')),
    -- Attempts after which the client chose; null for a choice of the recipient.
    choice_attempts smallint,
    choice_on date,
    choice_note text,
    choice_at timestamptz,
    choice_hash bytea,
    choice_until timestamptz,
    -- The last day for the client to choose, after how many attempts it was asked, and whether it was reminded.
    decide_until date,
    decide_attempts smallint,
    is_reminded boolean not null default false,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint deliveries_number_key unique (number),
    constraint deliveries_place_check check ((latitude is null) = (longitude is null)),
    constraint deliveries_cod_pair check ((cod_due is null) = (cod_currency is null))
);
create index deliveries_on_date_idx on deliveries (on_date, id);
-- A name and an address can be longer than what an ordered index takes.
create index deliveries_consignee_idx on deliveries using hash (consignee);
-- The condition of `HAS_TASKS` but for the time and the choice: the menu counts them. The sweep asks for the failed ones, which are
-- among them.
create index deliveries_tasks_idx on deliveries (id) where tasks <> '[]' or status = 50 or is_waiting;

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
-- A shipment is in one open delivery. Those that have ended differ by their ids, so that the index finds them, too: the public page
-- asks for all of a shipment.
create unique index delivery_shipments_open_key
    on delivery_shipments (shipment_id, (case when is_open then '00000000-0000-0000-0000-000000000000'::uuid else delivery_id end));

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
    -- Who had it before: their phones can have recorded something without a network.
    former_drivers jsonb not null default '[]',
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
-- The phone of each driver asks again and again.
create index routes_driver_idx on routes (driver_id, on_date, id);

create table route_stops (
    id uuid primary key,
    -- Null for what was handed over at the counter, and by whom.
    route_id uuid references routes (id),
    counter_name text,
    -- What is done there: a delivery or a pickup.
    delivery_id uuid references deliveries (id),
    pickup_id uuid references pickups (id),
    position smallint not null,
    -- Keeps its place when the stops are put in order.
    pinned boolean not null default false,
    -- Parcels that were scanned when the vehicle was loaded: shipments and numbers.
    loaded jsonb not null default '[]',
    outcome text check (outcome in ('delivered', 'collected', 'partial', 'failed')),
    -- Of a failure, or why it was taken off.
    reason text,
    done_at timestamptz,
    -- Taken off the run. The row stays: the driver's late records still count.
    removed_at timestamptz,
    created_at timestamptz not null,
    constraint route_stops_subject_check check (num_nonnulls(delivery_id, pickup_id) = 1),
    constraint route_stops_counter_check check ((route_id is null) = (counter_name is not null) and (route_id is not null or delivery_id is not null))
);
create index route_stops_route_idx on route_stops (route_id, position);
create index route_stops_delivery_idx on route_stops (delivery_id);
create index route_stops_pickup_idx on route_stops (pickup_id) where pickup_id is not null;

-- Records of drivers, as their phones sent them. Places and documents are deleted after the days of the settings.
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
-- Each batch and each file asks for the few that wait for files.
create index field_records_waiting_idx on field_records (driver_id) where not is_complete;

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

-- Cash on delivery. -----------------------------------------------------------------------------------------------------------

-- Cash that a driver has handed in, as somebody else counted it.
create sequence cash_handover_numbers;
create table cash_handovers (
    id uuid primary key,
    -- Year and number: H-26-000123.
    number text collate "C" not null,
    subsidiary_id uuid references subsidiaries (id),
    driver_id uuid not null,
    -- As people know the driver.
    driver_name text not null,
    currency char(3) not null,
    -- By the drivers' records, and as counted before anybody was shown these.
    expected numeric(20, 4) not null check (expected > 0),
    counted numeric(20, 4) not null check (counted >= 0 and counted <> 'NaN'),
    delivery_count integer not null check (delivery_count > 0),
    -- 20 settled, 30 with a difference, 40 decided.
    status smallint not null check (status in (20, 30, 40)),
    note text,
    counted_by uuid not null,
    counted_by_name text not null,
    decision text check (decision in ('driver_owes', 'found', 'written_off')),
    -- Why it was decided so.
    reason text,
    decided_by uuid,
    decided_by_name text,
    decided_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint cash_handovers_settled_equal check ((status = 20) = (expected = counted)),
    constraint cash_handovers_decided_whole
        check (num_nulls(decision, reason, decided_by, decided_by_name, decided_at) = case status when 40 then 0 else 5 end)
);

-- Cash that a record of a driver says was taken. It is handed in once.
create table delivery_cash (
    record_id uuid primary key references field_records (id),
    delivery_id uuid not null references deliveries (id),
    driver_id uuid not null,
    -- Whose money it is; null for parcels without a client.
    client_id uuid references clients (id),
    amount numeric(16, 4) not null check (amount > 0),
    currency char(3) not null,
    taken_at timestamptz not null,
    -- Null while the driver has it.
    handover_id uuid references cash_handovers (id),
    -- The payout to its client that stands; null while there is none.
    payout_id uuid references cod_payouts (id)
);
create index delivery_cash_delivery_idx on delivery_cash (delivery_id);
create index delivery_cash_handover_idx on delivery_cash (handover_id) where handover_id is not null;
-- Drivers have little of it at a time, so the index stays small.
create index delivery_cash_waiting_idx on delivery_cash (driver_id) where handover_id is null;
-- The cash that clients still get stays little, too.
create index delivery_cash_open_idx on delivery_cash (client_id, currency) where payout_id is null;
create index delivery_cash_payout_idx on delivery_cash (payout_id) where payout_id is not null;

-- Cash that was counted, and then went back because its delivery was opened again: it had been none of it.
create table returned_cash (
    record_id uuid primary key references field_records (id),
    delivery_id uuid not null references deliveries (id),
    handover_id uuid not null references cash_handovers (id),
    amount numeric(16, 4) not null check (amount > 0),
    -- The part that lay in the safe; the rest was missing when it was counted.
    from_safe numeric(16, 4) not null check (from_safe >= 0),
    taken_at timestamptz not null,
    returned_by uuid,
    returned_at timestamptz not null,
    constraint returned_cash_within_amount check (from_safe <= amount)
);
