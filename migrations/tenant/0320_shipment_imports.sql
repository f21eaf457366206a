-- Files to import.
create table shipment_imports (
    id uuid primary key,
    -- It creates the shipments of a file, its clients, or the receipts of its goods.
    kind text not null default 'shipments' check (kind in ('shipments', 'clients', 'stock')),
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 50)),
    -- Client of the shipments; null for the company's own files.
    client_id uuid references clients (id),
    -- All shipments of an import belong to one subsidiary and one partner, or to none.
    subsidiary_id uuid references subsidiaries (id),
    partner_id uuid references partners (id),
    file_key text not null,
    file_name text not null,
    file_size bigint not null check (file_size >= 0),
    -- SHA-256 of a file of goods: the same one is received again only if somebody wants it.
    file_hash bytea check (octet_length(file_hash) = 32),
    -- Format of the file: the kind, for text its encoding and delimiter, for a workbook the sheet that is imported.
    format jsonb not null,
    -- The sheets of a workbook. Empty for a text file.
    sheets text[] not null default '{}',
    shape text not null,
    header text[] not null,
    mapping jsonb not null,
    -- Origin of the mapping: guessed, remembered from a file with the same columns, or saved by a user.
    mapping_origin text not null default 'saved' check (mapping_origin in ('guessed', 'remembered', 'saved')),
    -- Data of the mapping screen: the first rows, and the words that need a meaning.
    sample jsonb not null,
    doubts jsonb not null,
    -- Rows under the header, if the first read reached the end of the file.
    total_lines integer,
    -- Background task of the check or the import.
    task_id uuid,

    -- Progress of copying into shipment_import_lines, and the column that grouped the lines.
    staged_line integer not null default 0,
    staged boolean not null default false,
    grouped_by text,
    -- The last checked line, in the order of the groups. Written in the transaction of the work.
    walked_key text collate "C",
    walked_line integer,

    line_count integer not null default 0,
    taken_lines integer not null default 0,
    existing_lines integer not null default 0,
    refused_lines integer not null default 0,
    new_shipments integer not null default 0,
    attention_shipments integer not null default 0,
    existing_shipments integer not null default 0,
    refused_shipments integer not null default 0,
    -- Number of new shipments that lack each field for shipping; of goods, number of lines with each warning.
    missing jsonb not null default '{}',

    created_by uuid not null,
    started_at timestamptz,
    finished_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
-- Those of a client, newest first.
create index shipment_imports_client_idx on shipment_imports (client_id, created_at desc, id desc);

-- The rows of a file, in the order of their shipments: the rows of one shipment can be apart in the file. Imported
-- rows are deleted when the import has ended; refused rows stay, with their reasons.
create table shipment_import_lines (
    import_id uuid not null references shipment_imports (id) on delete cascade,
    group_key text collate "C" not null,
    line integer not null,
    cells text[] not null,
    problems jsonb,
    -- What a check has found about the shipment, at its first line: which one it is, its price of the day, and the first
    -- reason against its confirmation. The price is also known while details are missing that it does not depend on.
    forecast jsonb,
    price numeric(16, 4),
    currency text,
    refusal jsonb,
    check ((price is null) = (currency is null)),
    primary key (import_id, group_key, line)
);
create index shipment_import_lines_refused_idx on shipment_import_lines (import_id, line) where problems is not null;
create index shipment_import_lines_forecast_idx on shipment_import_lines (import_id, line) where forecast is not null;

-- The last mapping of files with the same columns. Users of a client or a partner use only the mappings of its files,
-- because constants can contain a sender. The company's own mappings have neither.
create table shipment_import_mappings (
    -- Every table has a primary key, so that a company can move to another machine while it works.
    id uuid primary key default gen_random_uuid(),
    shape text not null,
    client_id uuid references clients (id) on delete cascade,
    partner_id uuid references partners (id),
    mapping jsonb not null,
    updated_by uuid not null,
    updated_at timestamptz not null,
    constraint shipment_import_mappings_key unique nulls not distinct (shape, client_id, partner_id)
);
