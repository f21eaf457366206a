-- append-only: mawb_revisions
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
create index mawb_ranges_prefix_idx on mawb_ranges (prefix, received_on, id);

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
create index mawbs_created_idx on mawbs (created_at desc, id desc);
create index mawbs_status_idx on mawbs (status, created_at desc, id desc);
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
