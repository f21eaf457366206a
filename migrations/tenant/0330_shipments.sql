-- append-only: shipment_events

create table shipments (
    id uuid primary key,
    -- Columns for filters and sorting come first: Postgres reads a row from its beginning.
    created_at timestamptz not null,
    updated_at timestamptz not null,
    client_id uuid references clients (id),
    service_id uuid references services (id),
    -- Branch that handles it. Users bound to subsidiaries see only their subsidiaries' shipments.
    subsidiary_id uuid references subsidiaries (id),
    partner_id uuid references partners (id),
    import_id uuid references shipment_imports (id),
    -- A reference belongs to the owner of its shipment: the client, or else the partner, or else the company (the nil id).
    owner_id uuid not null generated always as
        (coalesce(client_id, partner_id, '00000000-0000-0000-0000-000000000000')) stored,
    status smallint not null default 10,
    -- Null before the confirmation, and after it was undone. Goods can move before it.
    confirmed_at timestamptz,
    to_country_id smallint,
    chargeable_weight_g integer,
    -- Amounts have as many decimals as their currency: three for the Kuwaiti dinar.
    declared_value numeric(16, 4) check (declared_value >= 0),
    source text not null default 'manual',
    -- Letters and digits only.
    tracking_code text collate "C" not null,
    to_name text,
    -- Begins with a space, so that the first word is matched at its beginning like the others.
    search_key text not null generated always as (' ' || search_text(
        tracking_code || ' ' || coalesce(external_ref, '') || ' ' || coalesce(to_name, '') || ' '
        || coalesce(from_name, '') || ' ' || coalesce(to_city, '')
    )) stored,

    -- Fields that the shipment lacks for shipping; not empty means needs_attention.
    missing text[] not null default '{}',
    external_ref text,
    direction text not null default 'export' check (direction in ('export', 'import', 'domestic')),
    contents_type text check (contents_type in ('documents', 'gift', 'sample', 'merchandise', 'return', 'medicine', 'other')),
    incoterm text,
    non_delivery text not null default 'return' check (non_delivery in ('return', 'abandon', 'redirect')),
    currency char(3),
    freight_declared numeric(16, 4) check (freight_declared >= 0),
    insurance_value numeric(16, 4) check (insurance_value >= 0),
    declared_weight_g integer check (declared_weight_g >= 0),
    volumetric_weight_g integer,
    parcel_count smallint not null default 0,
    item_count integer not null default 0,
    notes text,
    shipped_on date,
    due_on date,

    from_person_type smallint not null default 1 check (from_person_type in (1, 2)),
    from_name text, from_trading_name text, from_responsible text,
    from_document_type smallint, from_document text, from_ie text,
    from_email text, from_phone text,
    from_country_id smallint, from_postcode text, from_address_1 text, from_address_2 text,
    from_address_number text, from_address_complement text, from_state_id integer, from_city text,

    to_person_type smallint not null default 1 check (to_person_type in (1, 2)),
    to_trading_name text, to_responsible text,
    to_document_type smallint, to_document text, to_ie text,
    to_email text, to_phone text,
    -- The sender wants the recipient to get e-mails about the shipment, in this language (BCP 47); null for none.
    to_updates_language text,
    to_postcode text, to_address_1 text, to_address_2 text,
    to_address_number text, to_address_complement text, to_state_id integer, to_city text,

    -- The frozen price of a confirmed shipment.
    total_freight numeric(16, 4),
    total_insurance numeric(16, 4),
    total_tax numeric(16, 4),
    total numeric(16, 4),
    total_currency text,
    -- The caller's key of the confirmation: the same call again changes nothing.
    confirmation_key uuid,
    -- The order of a shop or a program that it was made of: when it came, and which values were guessed or left out.
    shop_order jsonb,

    -- The newest print of the label, and how many there were.
    label_printed_at timestamptz,
    label_printed_by uuid,
    label_prints integer not null default 0 check (label_prints >= 0),
    -- On hold: it gets no label and does not depart until it is released. The newest standing events HOLD and HOLD_RELEASED
    -- decide, so the columns say what the log says. Null when nothing holds it.
    held_at timestamptz,
    held_by uuid,
    hold_reason text,
    hold_note text,
    -- The day until which it is expected to be held; it does not release by itself.
    hold_until date,
    -- Since when events contradict the end of its way, until somebody of the staff has settled it.
    contradicted_at timestamptz,
    last_event_code text,
    last_event_at timestamptz,
    cancel_reason text,
    cancelled_at timestamptz,
    -- A claim for it is open, approved or paid, so its price does not go back.
    is_claimed boolean not null default false,
    created_by uuid,
    updated_by uuid,
    version integer not null default 1,
    constraint shipments_hold_check check ((held_at is null) = (hold_reason is null)),
    constraint shipments_tracking_code_key unique (tracking_code)
);
-- One number of a source is one order, however its letters are written. The source comes first: the index also serves the
-- filter by source.
create unique index shipments_external_ref_key on shipments (search_text(source), search_text(external_ref), owner_id);
-- The planner uses different plans for a rare word and for a word in one shipment of a hundred. The larger sample
-- lets it tell them apart.
alter table shipments alter search_key set statistics 1000;

-- The list: newest first, of all, of one service, or with one filter. Companies have few services, and most have a large
-- share of the shipments. The unique index of references serves the source filter.
create index shipments_created_idx on shipments (created_at, id, service_id);
create index shipments_status_idx on shipments (status, created_at, id);
create index shipments_client_idx on shipments (client_id, created_at, id);
create index shipments_to_country_idx on shipments (to_country_id, created_at, id);
create index shipments_subsidiary_idx on shipments (subsidiary_id, created_at, id) where subsidiary_id is not null;
create index shipments_partner_idx on shipments (partner_id, created_at, id) where partner_id is not null;
create index shipments_import_idx on shipments (import_id, created_at, id) where import_id is not null;
create index shipments_due_idx on shipments (due_on, created_at, id) where due_on is not null;
-- Names are sorted as people read them: Álvaro beside Ana, small letters beside capitals.
create index shipments_to_name_idx on shipments (to_name collate "und-x-icu", id);
create index shipments_search_idx on shipments using gin (search_key gin_trgm_ops);
-- Open shipments of all clients and of each one, and those among them without a movement. Closed shipments are nearly all
-- of a table, so this index stays small.
create index shipments_open_idx on shipments (client_id, created_at, id, status, last_event_at)
    where status not in (0, 90, 93, 95, 96);
-- Shipments of clients that went on without a confirmation. They are few, so the index stays small.
create index shipments_unconfirmed_idx on shipments (created_at, id)
    where confirmed_at is null and client_id is not null and status not in (0, 10, 15, 20);

-- Shipments that are held, by somebody or by their status. They are few, too.
create index shipments_held_idx on shipments (created_at, id) where held_at is not null or status in (45, 82);
-- Shipments whose events contradict each other.
create index shipments_contradicted_idx on shipments (created_at, id) where contradicted_at is not null;

create table parcels (
    id uuid primary key,
    shipment_id uuid not null references shipments (id) on delete cascade,
    seq smallint not null check (seq > 0),
    -- Millimetres with one decimal: an inch is 25.4 mm.
    length_mm double precision check (length_mm > 0),
    width_mm double precision check (width_mm > 0),
    height_mm double precision check (height_mm > 0),
    weight_g integer check (weight_g >= 0),
    -- The units in which it was entered: 10 kilograms or centimetres, 20 pounds or inches. Null when an integration sent
    -- grams and millimetres. Grams and tenths of a millimetre keep what is entered with two decimals of these units.
    weight_unit smallint,
    size_unit smallint,
    constraint parcels_seq_key unique (shipment_id, seq)
);

create table shipment_items (
    id uuid primary key,
    shipment_id uuid not null references shipments (id) on delete cascade,
    seq integer not null check (seq > 0),
    external_ref text,
    description text not null,
    hs_code text,
    sku text,
    batch text,
    quantity numeric(14, 3) not null check (quantity > 0),
    unit text,
    unit_value numeric(16, 4) check (unit_value >= 0),
    -- Grams with three decimals: light goods keep their sum.
    net_weight_g double precision check (net_weight_g >= 0),
    origin_country_id smallint,
    constraint shipment_items_seq_key unique (shipment_id, seq)
);

-- The event log that determines a shipment's status. Rows never change.
create table shipment_events (
    id uuid primary key,
    shipment_id uuid not null references shipments (id) on delete cascade,
    code text not null,
    occurred_at timestamptz not null,
    time_zone text not null default 'UTC',
    received_at timestamptz not null,
    location text not null default '',
    source text not null check (source in ('scan', 'user', 'api', 'carrier', 'import', 'system')),
    note text,
    reason text,
    actor_id uuid,
    -- The shipment's status before the event, to return to it. Null for events that cannot be undone.
    status_before smallint,
    -- Why and until when an event HOLD holds the shipment; null for other events.
    hold_reason text,
    hold_until date,
    -- A correcting event names the event that it undoes; both rows stay.
    corrects uuid,
    -- Numbers of the parcels that it concerns, in order; none for all. Parts of a shipment may move in the same minute.
    parcels smallint[] not null default '{}',
    constraint shipment_events_once_key unique (shipment_id, source, code, occurred_at, location, parcels)
);
create index shipment_events_shipment_idx on shipment_events (shipment_id, occurred_at desc, id desc);
create unique index shipment_events_corrects_key on shipment_events (corrects) where corrects is not null;

-- Labels that are handed over to their carrier together: it picks them up, or takes a manifest of them. Each is written before it
-- is asked for. There are few: lists read all of a company.
create table carrier_handovers (
    id uuid primary key,
    provider_id uuid not null references providers (id),
    -- The name of the server at which it was ordered: another one does not know it.
    server text collate "C" not null,
    kind text not null check (kind in ('pickup', 'manifest')),
    -- 0 cancelled, 10 waiting, 20 asked, 30 made, 35 to be cancelled, 40 refused. What was asked and has no answer may have been
    -- made.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 35, 40)),
    -- The order as it is sent, with day and times of a pickup. It names no people.
    form jsonb not null,
    shipment_ids uuid[] not null,
    label_ids uuid[] not null check (cardinality(label_ids) > 0),
    -- The cost that was expected, and the amount that the carrier has charged.
    expected numeric(16, 4) check (expected >= 0),
    expected_currency text,
    charged numeric(16, 4) check (charged >= 0),
    charged_currency text,
    -- The handover at the carrier's server, and the confirmation number of a pickup.
    remote_id text,
    number text,
    file_key text,
    file_size bigint check (file_size >= 0),
    content_type text,
    attempts integer not null default 0,
    asked_at timestamptz,
    answered_at timestamptz,
    -- Why the carrier refused what it was asked last, and why it is cancelled.
    error text,
    reason text,
    requested_by uuid,
    created_at timestamptz not null,
    constraint carrier_handovers_expected_both_check check ((expected is null) = (expected_currency is null)),
    constraint carrier_handovers_charged_both_check check ((charged is null) = (charged_currency is null)),
    constraint carrier_handovers_file_check check (num_nulls(file_key, file_size, content_type) in (0, 3)),
    constraint carrier_handovers_made_check check (status not in (30, 35) or remote_id is not null)
);

-- Labels of the last mile, bought from carriers: each is written before it is asked for.
create table carrier_labels (
    id uuid primary key,
    shipment_id uuid not null references shipments (id) on delete cascade,
    provider_id uuid not null references providers (id),
    -- The name of the server at which it was ordered: another one does not know it.
    server text collate "C" not null,
    -- The carrier's connection there.
    account text not null,
    -- 0 cancelled, 10 waiting, 20 asked, 30 bought, 35 to be cancelled, 40 refused. What was asked and has no answer may have
    -- been bought.
    status smallint not null default 10 check (status in (0, 10, 20, 30, 35, 40)),
    -- The carrier's name of it.
    service text not null check (service <> ''),
    -- The order as it is sent; deleted once it is answered, because it names people.
    form jsonb,
    -- The rate that was shown before, and the amount that the carrier has charged.
    expected numeric(16, 4) check (expected >= 0),
    expected_currency text,
    charged numeric(16, 4) check (charged >= 0),
    charged_currency text,
    -- The label and its tracking at the carrier's server, and the carrier there.
    remote_id text,
    tracker_id text,
    carrier_name text,
    -- The number of the last mile, and its page.
    tracking_number text collate "C",
    tracking_url text,
    file_key text,
    file_size bigint check (file_size >= 0),
    content_type text,
    attempts integer not null default 0,
    asked_at timestamptz,
    answered_at timestamptz,
    -- Why the carrier refused what it was asked last, and why it is cancelled.
    error text,
    reason text,
    -- Events that were taken over, by status, time and place.
    seen_events jsonb not null default '[]' check (jsonb_typeof(seen_events) = 'array'),
    tracked_at timestamptz,
    -- Delivered, returned or cancelled: nothing more is asked.
    ended_at timestamptz,
    -- The pickup and the manifest that it is in.
    pickup_id uuid references carrier_handovers (id),
    manifest_id uuid references carrier_handovers (id),
    requested_by uuid,
    created_at timestamptz not null,
    constraint carrier_labels_expected_both_check check ((expected is null) = (expected_currency is null)),
    constraint carrier_labels_charged_both_check check ((charged is null) = (charged_currency is null)),
    constraint carrier_labels_file_check check (num_nulls(file_key, file_size, content_type) in (0, 3)),
    constraint carrier_labels_bought_check check (status not in (30, 35) or tracking_number is not null and remote_id is not null)
);
create index carrier_labels_shipment_idx on carrier_labels (shipment_id);
-- Those that are not over: asked for every hour, and found by what carriers report.
create index carrier_labels_open_idx on carrier_labels (tracking_number) where status in (10, 20, 30, 35) and ended_at is null;
