-- append-only: manifest_lines, manifest_answers
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
        number || ' ' || coalesce(mawb_number || ' ' || replace(mawb_number, '-', ''), '') || ' ' || coalesce(partner_name, '') || ' '
        || coalesce(provider_name, '') || ' ' || destination_airport
    )) stored,
    constraint manifests_number_key unique (number)
);
create index manifests_created_idx on manifests (created_at desc, id desc);
-- A waybill has one manifest.
create unique index manifests_waybill_key on manifests (mawb_id) where status <> 0;
create index manifests_bags_idx on manifests using gin (bag_ids);

-- Each closed version. Its lines are in manifest_lines, its files in the store of files.
create table manifest_versions (
    manifest_id uuid not null references manifests (id),
    revision smallint not null,
    purpose text not null check (purpose in ('creation', 'update', 'deletion')),
    -- Everything but the lines.
    head jsonb not null,
    -- SHA-256 of head and lines.
    hash bytea not null check (length(hash) = 32),
    -- Format, name, type, bytes, SHA-256 and key of each file.
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
    updated_at timestamptz not null default now()
);
