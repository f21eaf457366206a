-- append-only: regulatory_history

-- Requests to the health authority to let a shipment in, one per shipment.
create table regulatory_requests (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    status smallint not null default 1 check (status in (0, 1, 2, 3, 10, 20, 21, 22, 30, 31, 32, 99)),
    -- The number of times it was requested. An answer to an earlier attempt changes nothing.
    attempt integer not null default 0 check (attempt >= 0),
    shipment_id uuid not null references shipments (id) on delete cascade,
    -- Copy of the shipment's code, which never changes.
    tracking_code text collate "C" not null,
    category text check (category in ('medicine', 'cannabis', 'supplement', 'cosmetic', 'device', 'sample', 'other')),
    -- Names of fields and `document.<kind>` that the checklist lacks.
    missing text[] not null default '{}',
    subject_code text,
    patient text,
    cpf text,
    authorization_no text,
    authorization_valid_to date,
    product text,
    quantity text,
    posology text,
    prescriber text,
    council text,
    council_state text,
    council_number text,
    prescription_date date,

    protocol_no text,
    protocol_at timestamptz,
    -- The authority asks for more; null once it is answered.
    demand text,
    demand_due_on date,
    decision text,
    decided_at timestamptz,
    last_error text,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(
        tracking_code || ' ' || coalesce(patient, '') || ' ' || coalesce(product, '') || ' '
        || coalesce(protocol_no, '') || ' ' || coalesce(authorization_no, '')
    )) stored,
    constraint regulatory_requests_shipment_key unique (shipment_id)
);
create index regulatory_requests_updated_idx on regulatory_requests (updated_at, id);
create index regulatory_requests_status_idx on regulatory_requests (status, updated_at, id);
create index regulatory_requests_demand_idx on regulatory_requests (demand_due_on, id) where demand is not null;
create index regulatory_requests_search_idx on regulatory_requests using gin (search_key gin_trgm_ops);

-- The files of the checklist.
create table regulatory_documents (
    id uuid primary key,
    request_id uuid not null references regulatory_requests (id) on delete cascade,
    kind text not null check (kind in (
        'prescription', 'identity', 'authorization', 'medical_report', 'power_of_attorney', 'commercial_invoice', 'other'
    )),
    file_key text not null,
    file_name text not null,
    file_size bigint not null check (file_size >= 0),
    content_type text not null,
    uploaded_by uuid not null,
    uploaded_at timestamptz not null,
    -- Last day on which it is valid; none for papers without an end.
    expires_on date,
    -- Somebody of the staff has compared the file with its kind and its last day.
    verified_at timestamptz,
    verified_by uuid,
    -- The newer version that has taken its place.
    replaced_by_id uuid references regulatory_documents (id) on delete set null,
    -- The reminder that was sent last, as of party_documents.
    reminded_days smallint check (reminded_days in (30, 7, 0)),
    version integer not null default 1,
    constraint regulatory_documents_verified_check check ((verified_at is null) = (verified_by is null))
);
create index regulatory_documents_request_idx on regulatory_documents (request_id, uploaded_at, id);

-- All changes of the status. Rows never change.
create table regulatory_history (
    id uuid primary key,
    request_id uuid not null references regulatory_requests (id) on delete cascade,
    at timestamptz not null,
    -- Null for the server.
    by_user uuid,
    step text not null,
    attempt integer not null,
    from_status smallint not null,
    to_status smallint not null,
    -- An answer that came too late and changed nothing.
    ignored boolean not null default false,
    note text
);
create index regulatory_history_request_idx on regulatory_history (request_id, at desc, id desc);
