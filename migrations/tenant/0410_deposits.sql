-- Money that a client says to have paid. Staff find it on the bank account, and confirm it once.
create table deposits (
    id uuid primary key,
    client_id uuid not null references clients (id),
    -- As it was then, for the search.
    client_name text not null,
    -- The company's account, which can be deleted later, and how people knew it.
    bank_account_id uuid not null,
    bank_label text not null,
    method text not null check (method in ('transfer', 'pix', 'cash', 'card_reference')),
    -- Identifier of the payment at the bank: for Pix, the end-to-end id.
    reference text not null check (reference <> ''),
    -- The reference is one that the company gave this client to pay with.
    reference_given boolean not null default false,
    currency char(3) not null,
    amount numeric(20,4) not null check (amount > 0 and amount <> 'NaN'),
    paid_on date not null,
    note text,
    file_key text,
    file_name text,
    file_size bigint check (file_size >= 0),
    content_type text,
    -- 10 waiting, 20 confirmed, 80 withdrawn, 90 refused.
    status smallint not null default 10 check (status in (10, 20, 80, 90)),
    -- Why it was refused.
    reason text,
    transaction_id uuid references ledger_transactions (id),
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(reference || ' ' || client_name)) stored,
    constraint deposits_transaction_key unique (transaction_id),
    constraint deposits_confirmed_check check ((status = 20) = (transaction_id is not null)),
    constraint deposits_refused_check check ((status = 90) = (reason is not null)),
    constraint deposits_decided_check check ((status = 10) = (decided_at is null))
);
-- A payment counts once. What was refused or withdrawn can be announced again. Who announces the reference of somebody else
-- does not stand in the way: a waiting deposit has its place for its client only.
create unique index deposits_reference_key on deposits (bank_account_id, lower(reference)) where status = 20;
create unique index deposits_waiting_key on deposits (client_id, bank_account_id, lower(reference)) where status = 10;
create index deposits_status_idx on deposits (status, id);
create index deposits_client_idx on deposits (client_id, id);
create index deposits_words_idx on deposits using gin (search_key gin_trgm_ops);
