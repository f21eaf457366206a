-- append-only: shipment_charges
-- The price of a confirmed shipment, frozen line by line. A change of its price is a further revision with all lines.
create table shipment_charges (
    id uuid primary key,
    shipment_id uuid not null references shipments (id),
    -- 1 for the confirmation.
    revision smallint not null check (revision > 0),
    seq smallint not null check (seq > 0),
    service_id uuid not null references services (id),
    -- The accepted quote; null for a price without one.
    quote_id uuid references quotes (id),
    -- Kind of the line, and the code of its surcharge, tax or charge.
    code text not null,
    of_code text,
    params jsonb,
    amount numeric(16, 4) not null,
    cost numeric(16, 4),
    currency text not null,
    taxable boolean not null,
    -- Paid by the addressee on delivery, and no part of the total.
    estimate boolean not null,
    -- The day of versions, fuel, rates of exchange and taxes.
    priced_on date not null,
    created_by uuid,
    created_at timestamptz not null,
    constraint shipment_charges_line_key unique (shipment_id, revision, seq)
);
create index shipment_charges_quote_idx on shipment_charges (quote_id) where quote_id is not null;
