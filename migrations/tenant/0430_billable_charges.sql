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
    charged_at timestamptz not null,
    invoice_id uuid,
    constraint billable_charges_invoice_fkey foreign key (invoice_id) references invoices (id)
);
create index billable_charges_open_idx on billable_charges (client_id, currency, charged_at, transaction_id) where invoice_id is null;
create index billable_charges_invoice_idx on billable_charges (invoice_id) where invoice_id is not null;
create index billable_charges_shipment_idx on billable_charges (shipment_id);
