-- append-only: ledger_transactions, ledger_postings

-- Amounts on the credit side are positive: a wallet above zero is the client's money; a bank or a receivable below zero is
-- money that the company has or is owed.

create table ledger_accounts (
    id uuid primary key,
    kind text not null check (kind in (
        'client_wallet', 'client_receivable', 'revenue', 'tax_payable', 'carrier_payable', 'bank', 'cash', 'safe', 'cod_payable',
        'driver_debt', 'exchange')),
    -- Client, branch, carrier, driver or bank account; the country of a tax. Empty for an exchange.
    owner text not null,
    -- The client of a wallet, a receivable or cash on delivery.
    client_id uuid references clients (id),
    currency char(3) not null,
    -- Decimals of the currency when the account was opened.
    decimals smallint not null check (decimals between 0 and 4),
    balance numeric(20,4) not null default 0,
    -- Number and time of the last posting.
    last_seq bigint,
    last_at timestamptz,
    -- Whether the balance may not fall below the credit.
    bounded boolean not null default false,
    -- Credit granted by staff.
    credit_granted numeric(20,4) not null default 0 check (credit_granted >= 0 and credit_granted <> 'NaN'),
    -- Credit in force: more than the granted one only while the owner owes more.
    credit_limit numeric(20,4) not null default 0 check (credit_limit >= 0 and credit_limit <> 'NaN'),
    -- Credit taken up by issued invoices that are not paid.
    credit_used numeric(20,4) not null default 0 check (credit_used <> 'NaN'),
    closed_at timestamptz,
    created_at timestamptz not null default now(),
    constraint ledger_accounts_client_check check (
        case kind when 'cod_payable' then (client_id is null) = (owner = 'company')
                  else (client_id is not null) = (kind in ('client_wallet', 'client_receivable')) end),
    constraint ledger_accounts_limit_check check (credit_limit >= credit_granted),
    constraint ledger_accounts_key unique (kind, owner, currency),
    constraint ledger_accounts_currency_key unique (id, currency, decimals),
    constraint ledger_accounts_within_credit check (not bounded or balance + credit_limit - credit_used >= 0),
    constraint ledger_accounts_unused_is_zero check ((last_seq is null) = (last_at is null) and (last_seq is not null or balance = 0)),
    constraint ledger_accounts_closed_is_zero check (closed_at is null or balance = 0)
);
create index ledger_accounts_client_idx on ledger_accounts (client_id, kind, currency) where client_id is not null;

create table ledger_transactions (
    id uuid primary key,
    kind text not null check (kind in (
        'deposit_confirmed', 'shipment_confirmed', 'shipment_cancelled', 'shipment_reweighed', 'shipment_repriced',
        'pickup_cancelled', 'parcels_handled', 'cash_collected', 'cash_returned', 'cash_handed_over', 'cod_paid_out', 'refund',
        'adjustment', 'invoice', 'invoice_paid', 'credit_note', 'client_merge', 'exchange', 'reversal')),
    currency char(3) not null,
    ref_type text not null,
    ref_id text not null,
    -- How people know what it is about: a tracking code, the number of an invoice, the reference of a transfer.
    label text not null,
    -- The reason of staff.
    note text,
    -- The invoice that an invoice, its payment or its credit note is about.
    invoice_id uuid,
    -- Number of postings.
    postings smallint not null check (postings >= 2),
    idempotency_key text not null,
    body_hash bytea not null check (octet_length(body_hash) = 32),
    -- The transaction that this one undoes.
    reverses uuid,
    is_reversal boolean not null generated always as (reverses is not null) stored,
    -- A reversal is not reversed: the reference below finds only transactions that are none.
    reverses_original boolean default false check (reverses_original = false),
    -- When the event happened, which can be earlier.
    event_at timestamptz not null,
    created_at timestamptz not null,
    created_by uuid,
    search_key text not null generated always as (' ' || search_text(label)) stored,
    constraint ledger_transactions_idempotency_key unique (idempotency_key),
    constraint ledger_transactions_shape_key unique (id, currency, postings),
    constraint ledger_transactions_original_key unique (id, is_reversal),
    constraint ledger_transactions_reverses_key unique (reverses),
    constraint ledger_transactions_reverses_fkey foreign key (reverses, reverses_original)
        references ledger_transactions (id, is_reversal),
    constraint ledger_transactions_invoice_check check (
        (kind in ('invoice', 'invoice_paid', 'credit_note')) = (invoice_id is not null)),
    constraint ledger_transactions_cancelled_check check (kind not in ('shipment_cancelled', 'reversal') or reverses is not null)
);
-- A shipment is confirmed once.
create unique index ledger_transactions_confirmed_key on ledger_transactions (ref_id) where kind = 'shipment_confirmed';
create index ledger_transactions_ref_idx on ledger_transactions (ref_type, ref_id);
create index ledger_transactions_words_idx on ledger_transactions using gin (search_key gin_trgm_ops);
create index ledger_transactions_invoice_idx on ledger_transactions (invoice_id) where invoice_id is not null;

-- The postings of a transaction are inserted by one statement, which checks the references at its end. Two chains hold the
-- sums: each posting of an account continues the balance of the one before, and each posting of a transaction continues its
-- running total, which is zero at the last one.
create table ledger_postings (
    account_id uuid not null,
    -- 1, 2, 3 … of the account.
    seq bigint not null,
    transaction_id uuid not null,
    -- 1, 2, 3 … of the transaction.
    line smallint not null,
    -- Number of postings of the transaction.
    lines smallint not null,
    currency char(3) not null,
    decimals smallint not null,
    amount numeric(20,4) not null,
    balance_before numeric(20,4) not null,
    balance_after numeric(20,4) not null,
    total_before numeric(20,4) not null,
    total_after numeric(20,4) not null,
    -- The running total at the last line.
    total_last numeric(20,4) not null default 0 check (total_last = 0),
    seq_before bigint generated always as (nullif(seq, 1) - 1) stored,
    line_before smallint generated always as (nullif(line, 1) - 1) stored,
    created_at timestamptz not null,
    constraint ledger_postings_pkey primary key (account_id, seq),
    constraint ledger_postings_balance_key unique (account_id, seq, balance_after),
    constraint ledger_postings_line_key unique (transaction_id, line),
    constraint ledger_postings_total_key unique (transaction_id, line, total_after),
    constraint ledger_postings_account_key unique (transaction_id, account_id),
    constraint ledger_postings_amount_check check (
        amount <> 0 and amount <> 'NaN' and amount = round(amount, decimals)),
    constraint ledger_postings_balance_check check (balance_after = balance_before + amount),
    constraint ledger_postings_total_check check (total_after = total_before + amount),
    constraint ledger_postings_first_check check (
        seq >= 1 and (seq > 1 or balance_before = 0) and line between 1 and lines and (line > 1 or total_before = 0)),
    constraint ledger_postings_account_fkey foreign key (account_id, currency, decimals)
        references ledger_accounts (id, currency, decimals),
    constraint ledger_postings_transaction_fkey foreign key (transaction_id, currency, lines)
        references ledger_transactions (id, currency, postings),
    constraint ledger_postings_chain_fkey foreign key (account_id, seq_before, balance_before)
        references ledger_postings (account_id, seq, balance_after),
    constraint ledger_postings_sum_fkey foreign key (transaction_id, line_before, total_before)
        references ledger_postings (transaction_id, line, total_after),
    constraint ledger_postings_balanced_fkey foreign key (transaction_id, lines, total_last)
        references ledger_postings (transaction_id, line, total_after)
);
create index ledger_postings_created_idx on ledger_postings (account_id, created_at);

-- The balance is the one after a posting, so no statement can set another.
alter table ledger_accounts add constraint ledger_accounts_balance_fkey
    foreign key (id, last_seq, balance) references ledger_postings (account_id, seq, balance_after);

-- Payouts of cash on delivery. ------------------------------------------------------------------------------------------------

-- Cash that was collected for a client, as it is paid out: to its wallet or by a bank. What has been paid stays; a reversal says so.
create sequence cod_payout_numbers;
create table cod_payouts (
    id uuid primary key,
    -- Year and number: O-26-000123.
    number text collate "C" not null,
    -- Made by the caller: the same payout again changes nothing.
    key uuid not null,
    client_id uuid not null references clients (id),
    -- As it was then.
    client_name text not null,
    -- The branch of the deliveries, in whose safe the cash was.
    subsidiary_id uuid references subsidiaries (id),
    currency char(3) not null,
    amount numeric(20, 4) not null check (amount > 0 and amount <> 'NaN'),
    delivery_count integer not null check (delivery_count > 0),
    method text not null check (method in ('wallet', 'bank')),
    -- The company's account that it was paid from, which can be deleted later, and how people knew it.
    bank_account_id uuid,
    bank_label text,
    -- Identifier of the payment at the bank.
    reference text check (reference <> ''),
    paid_on date not null,
    note text,
    -- 20 paid out, 80 reversed.
    status smallint not null default 20 check (status in (20, 80)),
    transaction_id uuid references ledger_transactions (id),
    created_by uuid not null,
    created_by_name text not null,
    -- Why it was reversed.
    reason text,
    reversed_by uuid,
    reversed_by_name text,
    reversed_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint cod_payouts_caller_key unique (key),
    constraint cod_payouts_bank_whole
        check (num_nulls(bank_account_id, bank_label, reference) = case method when 'bank' then 0 else 3 end),
    constraint cod_payouts_reversed_whole
        check (num_nulls(reason, reversed_by, reversed_by_name, reversed_at) = case status when 80 then 0 else 4 end)
);

-- The cash that a payout is made of, also once it is reversed. That it is paid out once says `delivery_cash`.
create table cod_payout_lines (
    payout_id uuid not null references cod_payouts (id),
    -- The driver's record that took it, and its delivery. Not references: both are created later.
    record_id uuid not null,
    delivery_id uuid not null,
    amount numeric(16, 4) not null check (amount > 0 and amount <> 'NaN'),
    taken_at timestamptz not null,
    primary key (payout_id, record_id)
);
