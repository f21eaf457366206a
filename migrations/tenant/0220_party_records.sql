-- What belongs to a client, a partner or a subsidiary. The owner is never deleted.
create table contacts (
    id uuid primary key,
    owner_type text not null check (owner_type in ('client', 'partner', 'provider', 'subsidiary')),
    owner_id uuid not null,
    name text not null check (name <> ''),
    role text,
    email text,
    phone text,
    receives_billing boolean not null,
    receives_tracking boolean not null,
    receives_customs boolean not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create index contacts_owner_idx on contacts (owner_type, owner_id, search_text(name), id);

create table party_addresses (
    id uuid primary key,
    owner_type text not null check (owner_type in ('client', 'partner', 'provider', 'subsidiary')),
    owner_id uuid not null,
    kind text not null check (kind in ('billing', 'pickup', 'delivery', 'return', 'other')),
    label text,
    -- To be used first, instead of the address of the owner's record.
    main boolean not null,
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
-- One of an owner is the main one. The others differ by their ids, so that the index finds them, too.
create unique index party_addresses_main_key
    on party_addresses (owner_type, owner_id, (case when main then '00000000-0000-0000-0000-000000000000'::uuid else id end));

create table bank_accounts (
    id uuid primary key,
    owner_type text not null check (owner_type in ('client', 'partner', 'provider', 'subsidiary')),
    owner_id uuid not null,
    holder text not null check (holder <> ''),
    document text,
    bank_id uuid references banks (id),
    -- Where the account is; its country says which numbers it has.
    country_id smallint not null,
    agency text,
    account text,
    account_type text check (account_type in ('checking', 'savings')),
    -- Of a bank in the United States (ABA).
    routing_number text,
    pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
    pix_key text,
    iban text,
    swift text,
    currency text not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint bank_accounts_pix_check check ((pix_key is null) = (pix_key_type is null)),
    constraint bank_accounts_number_check check (coalesce(account, pix_key, iban) is not null)
);
create index bank_accounts_owner_idx on bank_accounts (owner_type, owner_id, created_at, id);

-- Types of documents that the company adds to the fixed ones.
create table document_types (
    id uuid primary key,
    name text not null check (name <> ''),
    -- Months after its last day, or after the day on which it was added, until a document is deleted. None: it is kept.
    retention_months smallint check (retention_months between 1 and 240),
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create unique index document_types_name_key on document_types (search_text(name));

create table party_documents (
    id uuid primary key,
    owner_type text not null check (owner_type in ('client', 'partner', 'provider', 'subsidiary')),
    owner_id uuid not null,
    kind text not null check (kind in (
        'identity', 'tax_registration', 'address_proof', 'contract', 'power_of_attorney', 'license', 'other'
    )),
    -- One of the company's own, for `other`.
    type_id uuid references document_types (id),
    number text,
    issued_on date,
    expires_on date,
    notes text,
    file_key text,
    file_name text,
    file_size bigint check (file_size >= 0),
    content_type text,
    -- Somebody of the staff has compared these fields with the paper.
    verified_at timestamptz,
    verified_by uuid,
    -- The newer version that has taken its place.
    replaced_by_id uuid references party_documents (id) on delete set null,
    -- The reminder that was sent last: days before it expires, 0 when it has. None after a change of the last day.
    reminded_days smallint check (reminded_days in (30, 7, 0)),
    -- The day of its deletion that staff were told of.
    deletion_told date,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint party_documents_type_check check (type_id is null or kind = 'other'),
    constraint party_documents_verified_check check ((verified_at is null) = (verified_by is null))
);
create index party_documents_owner_idx on party_documents (owner_type, owner_id, expires_on, id);
