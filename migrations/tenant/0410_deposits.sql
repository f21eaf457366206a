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

-- Claims. ---------------------------------------------------------------------------------------------------------------------

-- Goods of a client that were lost, damaged or incomplete. Staff decide, and what they grant goes to the client's wallet once.
create sequence claim_numbers;
create table claims (
    id uuid primary key,
    -- CL-1, CL-2 …
    number text collate "C" not null,
    shipment_id uuid not null references shipments (id),
    tracking_code text collate "C" not null,
    client_id uuid not null references clients (id),
    -- As it was then, for the search.
    client_name text not null,
    kind text not null check (kind in ('lost', 'damaged', 'missing_contents')),
    description text not null check (description <> ''),
    -- The currency and the value of the goods when the claim was opened: the most that is granted for them, whatever becomes of the
    -- shipment's figures.
    currency char(3) not null,
    shipment_value numeric(20,4) not null default 0 check (shipment_value >= 0 and shipment_value <> 'NaN'),
    claimed_amount numeric(20,4) not null check (claimed_amount > 0 and claimed_amount <> 'NaN'),
    decided_amount numeric(20,4) check (decided_amount > 0 and decided_amount <= claimed_amount),
    status text not null default 'open' check (status in ('open', 'approved', 'refused', 'paid', 'withdrawn')),
    -- The client reads it.
    decision_note text,
    transaction_id uuid references ledger_transactions (id),
    paid_at timestamptz,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    decided_by uuid,
    decided_at timestamptz,
    version integer not null default 1,
    search_key text not null generated always as
        (' ' || search_text(number || ' ' || tracking_code || ' ' || client_name)) stored,
    constraint claims_decided_check check ((status in ('approved', 'refused', 'paid')) = (decided_at is not null)),
    constraint claims_granted_check check ((status in ('approved', 'paid')) = (decided_amount is not null)),
    constraint claims_refused_check check (status <> 'refused' or decision_note is not null),
    constraint claims_paid_check check (num_nulls(transaction_id, paid_at) = case status when 'paid' then 0 else 2 end)
);
-- A shipment has one claim that is open or approved, and any number of others. The index also finds all claims of a shipment.
create unique index claims_pending_key
    on claims (shipment_id, (case when status not in ('open', 'approved') then id end)) nulls not distinct;
