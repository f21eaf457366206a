-- Files of shipments to import.

create table shipment_imports (
    id uuid primary key,
    status smallint not null default 10 check (status in (0, 10, 20, 30, 40, 50)),
    -- Client of the shipments; null for the company's own files.
    client_id uuid references clients (id),
    file_key text not null,
    file_name text not null,
    file_size bigint not null check (file_size >= 0),
    -- Format of the file: the kind, and for text its encoding and delimiter.
    format jsonb not null,
    shape text not null,
    header text[] not null,
    mapping jsonb not null,
    -- Data of the mapping screen: the first rows, and the words that need a meaning.
    sample jsonb not null,
    doubts jsonb not null,
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

    created_by uuid not null,
    started_at timestamptz,
    finished_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index shipment_imports_created_idx on shipment_imports (created_at desc, id desc);
create index shipment_imports_client_idx on shipment_imports (client_id, created_at desc, id desc);

-- The rows of a file, in the order of their shipments: the rows of one shipment can be apart in the file. Imported
-- rows are deleted when the import has ended; refused rows stay, with their reasons.
create table shipment_import_lines (
    import_id uuid not null references shipment_imports (id) on delete cascade,
    group_key text collate "C" not null,
    line integer not null,
    cells text[] not null,
    problems jsonb,
    primary key (import_id, group_key, line)
);
create index shipment_import_lines_refused_idx on shipment_import_lines (import_id, line) where problems is not null;

-- The last mapping of files with the same columns. A client's users use only their client's, because constants can
-- contain a sender. The company's own mappings have no client.
create table shipment_import_mappings (
    shape text not null,
    client_id uuid references clients (id) on delete cascade,
    mapping jsonb not null,
    updated_by uuid not null,
    updated_at timestamptz not null,
    constraint shipment_import_mappings_key unique nulls not distinct (shape, client_id)
);

alter table shipments add constraint shipments_import_id_fkey foreign key (import_id) references shipment_imports (id);
