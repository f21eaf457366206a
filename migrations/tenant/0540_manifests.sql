-- append-only: manifest_answers, break_bag_scans
-- A list of the goods in a transport, for partners, airlines and customs.
create sequence manifest_numbers;
create table manifests (
    id uuid primary key,
    -- Airport, year and number: MIA-M-26-000123.
    number text collate "C" not null,
    -- 0 cancelled, 10 open, 15 closing, 20 closed, 25 sending, 30 sent, 40 accepted, 45 rejected.
    status smallint not null default 10 check (status in (0, 10, 15, 20, 25, 30, 40, 45)),
    kind text not null default 'export' check (kind in ('export', 'import', 'courier', 'domestic')),
    -- The version that is written or was closed last. A sent one is followed by the next when it is amended, a closed one when
    -- it is opened again.
    revision smallint not null default 1 check (revision > 0),
    purpose text not null default 'creation' check (purpose in ('creation', 'update', 'deletion')),
    subsidiary_id uuid references subsidiaries (id),
    -- To whom it goes, and how people know them.
    partner_id uuid references partners (id),
    partner_name text,
    provider_id uuid references providers (id),
    provider_name text,
    -- The waybill of the airline over all its houses, and its number: 020-12345675.
    mawb_id uuid references mawbs (id),
    mawb_number text collate "C",
    origin_airport text not null check (origin_airport ~ '^[A-Z]{3}$'),
    destination_airport text not null check (destination_airport ~ '^[A-Z]{3}$'),
    -- Its bags and shipments while it is open. A waybill says itself which are on it.
    bag_ids uuid[] not null default '{}',
    shipment_ids uuid[] not null default '{}',
    -- Figures of the version that was closed last; null before.
    house_count integer,
    piece_count integer,
    weight_g bigint,
    closed_at timestamptz,
    sent_at timestamptz,
    -- Houses of the sent version that were answered.
    accepted_count integer not null default 0,
    rejected_count integer not null default 0,
    -- A version was sent, so readers outside know it.
    is_known boolean not null default false,
    note text,
    -- Why it was opened again, amended or cancelled.
    reason text,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(
        number || ' ' || replace(number, '-', '') || ' ' || replace(number, '-', ' ') || ' '
        || coalesce(mawb_number || ' ' || replace(mawb_number, '-', ''), '') || ' ' || coalesce(partner_name, '') || ' '
        || coalesce(provider_name, '') || ' ' || destination_airport
    )) stored,
    constraint manifests_number_key unique (number)
);
-- A waybill has one manifest. Another one follows a withdrawal once that was sent. All are found by their waybill.
create unique index manifests_waybill_key on manifests (
    mawb_id,
    (case when status <> 0 and purpose <> 'deletion' then '00000000-0000-0000-0000-000000000000' else id end)
);

-- Each closed version. Its lines are in manifest_lines, its files in the store of files.
create table manifest_versions (
    manifest_id uuid not null references manifests (id),
    revision smallint not null,
    purpose text not null check (purpose in ('creation', 'update', 'deletion')),
    -- Everything but the lines.
    head jsonb not null,
    -- SHA-256 of head and lines.
    hash bytea not null check (length(hash) = 32),
    -- Format, name, type, bytes, SHA-256 and key of each file; none once `customs_data_days` of the settings are over.
    files jsonb not null default '[]',
    closed_at timestamptz not null,
    closed_by uuid,
    -- It was opened again before it was sent.
    voided_at timestamptz,
    sent_at timestamptz,
    sent_by uuid,
    -- `download`, or the name of a gateway.
    gateway text,
    -- Number of the message, once for ever.
    message_id text collate "C",
    -- The answer of the gateway, as it came.
    receipt text,
    reason text,
    -- Compared with the version that was sent before.
    difference jsonb,
    primary key (manifest_id, revision),
    constraint manifest_versions_message_key unique (message_id),
    constraint manifest_versions_sent_check check (num_nulls(sent_at, gateway, message_id) in (0, 3))
);

-- They stay as they were closed, until `customs_data_days` of the settings are over: then without people.
create table manifest_lines (
    manifest_id uuid not null,
    revision smallint not null,
    seq integer not null,
    shipment_id uuid not null references shipments (id),
    house text collate "C" not null,
    line jsonb not null,
    primary key (manifest_id, revision, seq),
    foreign key (manifest_id, revision) references manifest_versions (manifest_id, revision)
);
create index manifest_lines_shipment_idx on manifest_lines (shipment_id);

-- Answers of receivers to a sent version, house by house. The newest answer counts.
create table manifest_answers (
    manifest_id uuid not null,
    revision smallint not null,
    house text collate "C" not null,
    -- In the order in which they came.
    seq bigint generated always as identity,
    recorded_at timestamptz not null,
    answer text not null check (answer in ('accepted', 'rejected')),
    reason text,
    recorded_by uuid,
    -- The file that said so, as it came.
    file_key text,
    primary key (manifest_id, revision, house, seq),
    foreign key (manifest_id, revision) references manifest_versions (manifest_id, revision)
);

-- Where manifests are sent, configured by the operator.
create table manifest_gateways (
    name text primary key check (name ~ '^[a-z0-9-]{1,30}$' and name <> 'download'),
    label text not null check (label <> ''),
    kind text not null check (kind in ('https', 'sftp')),
    -- An address of the web, or the name of a server with its port and folder.
    address text not null,
    -- The files of a version that it takes.
    formats text[] not null,
    user_name text,
    -- Encrypted for this tenant, gateway and address.
    secret bytea,
    -- SHA-256 of the key of an SFTP server.
    host_key text,
    enabled boolean not null default true,
    position smallint not null,
    -- Manifests are sent there, or messages of carriers are fetched from there.
    purpose text not null default 'send' check (purpose in ('send', 'fetch')),
    -- How the last fetches went, and when the next one is due.
    fetch_state jsonb not null default '{}',
    next_fetch_at timestamptz,
    updated_at timestamptz not null default now()
);

-- The unpacking of what a waybill or a master brought.
create table break_bags (
    id uuid primary key,
    mawb_id uuid references mawbs (id),
    master_id uuid references masters (id),
    -- The closed version of the manifest whose houses are expected; null when there is none, and all parcels are.
    manifest_id uuid references manifests (id),
    manifest_revision smallint,
    -- Number of the waybill or the master.
    number text collate "C" not null,
    subsidiary_id uuid references subsidiaries (id),
    -- City of the airport, or the place of a master.
    place text not null,
    -- IANA.
    time_zone text not null,
    -- 0 cancelled, 10 unpacking, 20 counted, 30 closed.
    status smallint not null default 10 check (status in (0, 10, 20, 30)),
    -- While it is unpacked, nobody is shown what the papers have.
    blind boolean not null default false,
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
    version integer not null default 1,
    constraint break_bags_transport_check check (num_nulls(mawb_id, master_id) = 1),
    constraint break_bags_manifest_check check (num_nulls(manifest_id, manifest_revision) in (0, 2))
);
-- Each transport is unpacked once.
create unique index break_bags_mawb_key on break_bags (mawb_id) where status <> 0;
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
    -- The scan that counts.
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
    -- Nobody knows it, and receiving keeps it as unidentified.
    is_registered boolean not null default false,
    constraint break_bag_lines_shipment_check check (num_nulls(shipment_id, seq, parcel_count) in (0, 3)),
    constraint break_bag_lines_photo_check check (num_nulls(photo_key, photo_type) in (0, 2)),
    constraint break_bag_lines_scan_check check (num_nulls(scanned_at, scanned_by) in (0, 2))
);
create unique index break_bag_lines_parcel_key on break_bag_lines (break_bag_id, shipment_id, seq)
    where shipment_id is not null;
create unique index break_bag_lines_code_key on break_bag_lines (break_bag_id, code) where shipment_id is null;
create index break_bag_lines_break_bag_idx on break_bag_lines (break_bag_id, code);
-- A parcel that is short somewhere turns up elsewhere.
create index break_bag_lines_missing_idx on break_bag_lines (shipment_id) where is_expected and scanned_at is null;

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
