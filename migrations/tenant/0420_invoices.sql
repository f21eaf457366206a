-- append-only: invoice_documents

-- Numbers of invoices without a gap: one series for each branch, kind and year.
create table invoice_series (
    id uuid primary key,
    -- The branch; zero for a company without branches.
    issuer_id uuid not null,
    kind text not null check (kind in ('invoice', 'credit_note')),
    year smallint not null,
    -- The beginning of its numbers, such as SP-2026-.
    prefix text not null check (prefix <> ''),
    -- The last issued invoice. The next number is one more.
    last_number integer,
    last_issued_at timestamptz,
    constraint invoice_series_key unique (issuer_id, kind, year),
    constraint invoice_series_prefix_key unique (prefix),
    constraint invoice_series_last_check check ((last_number is null) = (last_issued_at is null))
);

-- A draft has no number. Each number continues the one before and is not older.
create table invoices (
    id uuid primary key,
    kind text not null default 'invoice' check (kind in ('invoice', 'credit_note')),
    client_id uuid not null references clients (id),
    -- As it was written on the invoice.
    client_name text not null,
    subsidiary_id uuid references subsidiaries (id),
    -- The invoice that a credit note corrects.
    corrects_id uuid references invoices (id),
    series_id uuid references invoice_series (id),
    number integer,
    number_before integer generated always as (nullif(number, 1) - 1) stored,
    -- Prefix and number.
    code text,
    issued_at timestamptz,
    issued_before timestamptz,
    status text not null default 'draft' check (status in ('draft', 'issued', 'partly_paid', 'paid', 'void')),
    currency char(3) not null,
    total numeric(20,4) not null check (total <> 'NaN'),
    -- The part of the total that is for authorities.
    tax numeric(20,4) not null check (tax <> 'NaN'),
    paid numeric(20,4) not null default 0 check (paid >= 0),
    credited numeric(20,4) not null default 0 check (credited >= 0),
    -- The amount that the client still owes.
    open_amount numeric(20,4) not null generated always as (
        case when kind = 'invoice' and status in ('issued', 'partly_paid') then total - paid - credited else 0 end) stored,
    -- The days whose charges it has; null when shipments were chosen.
    period_from date,
    period_to date,
    -- Days from the issue until it is due.
    terms_days smallint not null check (terms_days between 0 and 365),
    due_on date,
    note text,
    void_reason text,
    voided_at timestamptz,
    -- The transaction of the ledger that made it due.
    transaction_id uuid references ledger_transactions (id),
    emailed_at timestamptz,
    created_by uuid,
    issued_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(coalesce(code, '') || ' ' || client_name)) stored,
    constraint invoices_number_key unique (series_id, number),
    constraint invoices_issued_key unique (series_id, number, issued_at),
    constraint invoices_period_check check (period_to >= period_from),
    constraint invoices_positive_check check (status = 'draft' or total > 0),
    constraint invoices_settled_check check (paid + credited <= greatest(total, 0)),
    constraint invoices_corrects_check check ((kind = 'credit_note') = (corrects_id is not null)),
    constraint invoices_void_check check ((status = 'void') = (voided_at is not null)),
    constraint invoices_draft_check check (
        (status = 'draft') = (number is null) and (number is null) = (issued_at is null) and (number is null) = (code is null)
        and (number is null or series_id is not null) and (number is null or number >= 1)),
    constraint invoices_order_check check (
        (number > 1) = (issued_before is not null) and (issued_before is null or issued_before <= issued_at)),
    constraint invoices_chain_fkey foreign key (series_id, number_before, issued_before)
        references invoices (series_id, number, issued_at)
);
create index invoices_client_idx on invoices (client_id, id);
create index invoices_branch_idx on invoices (subsidiary_id, id);
create index invoices_status_idx on invoices (status, id);
create index invoices_open_idx on invoices (due_on, id) where open_amount > 0;
create index invoices_corrects_idx on invoices (corrects_id) where corrects_id is not null;
create index invoices_words_idx on invoices using gin (search_key gin_trgm_ops);

-- A number is taken only by an invoice that has it.
alter table invoice_series add constraint invoice_series_last_fkey
    foreign key (id, last_number, last_issued_at) references invoices (series_id, number, issued_at);

create table invoice_items (
    invoice_id uuid not null references invoices (id),
    seq integer not null check (seq >= 1),
    -- The charge of the ledger; null on a credit note.
    transaction_id uuid references ledger_transactions (id),
    -- The item of the invoice that a credit note corrects.
    corrects_seq integer,
    shipment_id uuid references shipments (id),
    tracking_code text not null,
    -- The shipment as the client knows it: service, addressee, destination, day.
    details jsonb not null,
    service_amount numeric(20,4) not null check (service_amount <> 'NaN'),
    tax_amount numeric(20,4) not null check (tax_amount <> 'NaN'),
    -- Taken back by credit notes.
    credited_service numeric(20,4) not null default 0,
    credited_tax numeric(20,4) not null default 0,
    -- The accounts of the ledger that got it, each with its amount.
    accounts jsonb not null,
    primary key (invoice_id, seq)
);
create index invoice_items_shipment_idx on invoice_items (shipment_id);

create table invoice_payments (
    id uuid primary key,
    invoice_id uuid not null references invoices (id),
    transaction_id uuid not null references ledger_transactions (id),
    source text not null check (source in ('bank', 'wallet')),
    bank_account_id uuid,
    bank_label text,
    reference text,
    -- Below zero when a credit note gives it back to the wallet.
    amount numeric(20,4) not null check (amount <> 0 and amount <> 'NaN'),
    paid_on date not null,
    created_by uuid,
    created_at timestamptz not null,
    -- When it was reversed, or its invoice voided.
    reversed_at timestamptz,
    constraint invoice_payments_transaction_key unique (transaction_id),
    constraint invoice_payments_bank_check check ((source = 'bank') = (bank_account_id is not null))
);
create index invoice_payments_invoice_idx on invoice_payments (invoice_id, created_at, id);

-- An issued invoice as it was written, in one row that cannot be changed.
create table invoice_documents (
    invoice_id uuid primary key references invoices (id),
    -- Version of the form of the content.
    format smallint not null check (format >= 1),
    content bytea not null check (octet_length(content) <= 16000000),
    content_hash bytea not null,
    created_at timestamptz not null,
    constraint invoice_documents_hash_check check (content_hash = sha256(content))
);

-- Charges of confirmed shipments to their clients, until an invoice has them. One row for each change of the price.
create table billable_charges (
    transaction_id uuid primary key references ledger_transactions (id),
    client_id uuid not null references clients (id),
    shipment_id uuid not null references shipments (id),
    subsidiary_id uuid references subsidiaries (id),
    tracking_code text not null,
    currency char(3) not null,
    -- Below zero when something is given back.
    service_amount numeric(20,4) not null check (service_amount <> 'NaN'),
    tax_amount numeric(20,4) not null check (tax_amount <> 'NaN'),
    -- The accounts of the ledger that got it, each with its amount.
    accounts jsonb not null,
    -- Amounts that credit notes took back of it, in the same form.
    credited jsonb not null default '[]',
    charged_at timestamptz not null,
    invoice_id uuid,
    constraint billable_charges_invoice_fkey foreign key (invoice_id) references invoices (id)
);
create index billable_charges_open_idx on billable_charges (client_id, currency, charged_at, transaction_id) where invoice_id is null;
create index billable_charges_invoice_idx on billable_charges (invoice_id) where invoice_id is not null;
create index billable_charges_shipment_idx on billable_charges (shipment_id);

-- Codes by which clients send others to the company. A client has the oldest of its codes; a merge brings further ones.
create table referral_codes (
    code text primary key,
    client_id uuid not null references clients (id),
    created_at timestamptz not null
);
-- Clients that others have sent, each once.
create table indications (
    id uuid primary key,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    code text not null,
    referrer_id uuid not null references clients (id),
    referred_id uuid not null references clients (id) on delete cascade,
    -- 20 registered, 30 with rewards that are held or paid, 50 ended, 60 expired.
    status smallint not null default 20 check (status in (20, 30, 50, 60)),
    -- Keyed hashes of e-mail, document and phone: the same person is sent once.
    contact_hashes bytea[] not null,
    -- The rule of the day of the registration.
    rule jsonb not null,
    -- ISO 4217, the company's on that day.
    currency char(3) not null,
    -- The rewarded shipments in the order of their delivery, each with what became of its reward.
    rewards jsonb not null default '[]' check (jsonb_typeof(rewards) = 'array'),
    version integer not null default 1,
    constraint indications_referred_key unique (referred_id)
);
