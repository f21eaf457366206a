-- Groups of clients, such as those that share prices. Inactive ones are kept, with their clients.
create table client_groups (
    id uuid primary key,
    title text not null check (title <> ''),
    -- For the staff: who belongs to the group.
    description text,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create unique index client_groups_title_key on client_groups (lower(title));

-- Codes of clients who register themselves. Other clients get their code from the company.
create sequence client_numbers start 1001;
-- Suites of clients for whom the company chose none.
create sequence client_suites start 1001;
create table clients (
    id uuid primary key,
    code text not null,
    person_type smallint not null default 2 check (person_type in (1, 2)),
    name text not null,
    trading_name text,
    responsible text,
    document_type smallint default 1 check (document_type in (1, 2)),
    document text,
    -- Brazilian state registration.
    ie text,
    birthday date,
    -- The main address and number; further ones are in emails and phones, each with its type.
    email text,
    phone text,
    emails jsonb not null default '[]',
    phones jsonb not null default '[]',
    country_id smallint,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text default '',
    -- The number of a forwarding client in the company's warehouses abroad, part of its shipping address there.
    suite_code text,
    group_id uuid references client_groups (id),
    language text,
    currency text,
    payment_terms_days smallint,
    -- Goods picked for its customers last so many days, unless a list says another number.
    min_remaining_days smallint,
    default_service_id uuid references services (id),
    credit_limit numeric(16, 4),
    -- The currency of the credit and of the minimum.
    credit_currency text,
    -- Webhooks are told once less than this can be spent.
    wallet_minimum numeric(16, 4),
    tags text[] not null default '{}',
    kyc_status text not null default 'pending',
    -- For the staff.
    notes text,
    -- The client that a duplicate was merged into.
    merged_into uuid references clients (id),
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search_key text generated always as (' ' || search_text(
        code || ' ' || name || ' ' || coalesce(trading_name, '') || ' ' || coalesce(document, '') || ' '
        || coalesce(email, '') || ' ' || coalesce(city, '') || ' ' || coalesce(suite_code, '')
    )) stored,
    constraint clients_code_key unique (code),
    constraint clients_suite_code_key unique (suite_code),
    constraint clients_kyc_check check (kyc_status in ('pending', 'ok', 'blocked')),
    constraint clients_terms_check check (payment_terms_days between 0 and 365),
    constraint clients_remaining_check check (min_remaining_days between 0 and 3650),
    constraint clients_credit_check
        check (credit_limit >= 0 and wallet_minimum >= 0
               and (credit_limit is null and wallet_minimum is null) = (credit_currency is null))
);
create index clients_words_idx on clients using gin (search_key gin_trgm_ops);
create index clients_name_idx on clients (search_text(name), id);
create index clients_group_idx on clients (group_id, search_text(name), id) where group_id is not null;
-- The list of inactive clients, who are few.
create index clients_inactive_idx on clients (search_text(name), id) where not active;
-- New clients of a month, for the dashboard.
create index clients_created_idx on clients (created_at);
create index clients_merged_idx on clients (merged_into) where merged_into is not null;
-- Possible duplicates.
create index clients_document_idx on clients (document) where document is not null;
create index clients_email_idx on clients (email) where email is not null;
create index clients_phone_idx on clients (phone) where phone is not null;
