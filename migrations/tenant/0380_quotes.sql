-- Numbers of quotes. A quote that fails leaves a gap.
create sequence quote_numbers;
-- The prices of a shipment by service, as they were told. They never change: another input is another quote.
create table quotes (
    id uuid primary key,
    number bigint not null,
    client_id uuid references clients (id),
    -- Branch that handles it. Users bound to subsidiaries see only their subsidiaries' quotes.
    subsidiary_id uuid references subsidiaries (id),
    partner_id uuid references partners (id),
    -- The shipment that it prices; null for a quote of the calculator.
    shipment_id uuid references shipments (id) on delete cascade,
    -- The chosen service, and its price.
    service_id uuid references services (id),
    total numeric(16, 4),
    currency text not null,
    -- The day of versions, fuel, rates of exchange and taxes.
    priced_on date not null,
    -- The last day.
    valid_until date not null,
    confirmed_at timestamptz,
    -- When somebody saved it to offer it; null for prices that were only calculated.
    saved_at timestamptz,
    -- To whom it was sent last.
    sent_to text check (length(sent_to) between 3 and 254),
    sent_at timestamptz,
    -- The user who sent the last e-mail, and who is told that it is accepted.
    sent_by uuid,
    -- Hash of the secret in the link of the last e-mail; null until that is sent.
    token_hash bytea,
    accepted_at timestamptz,
    withdrawn_at timestamptz,
    from_country_id smallint not null,
    to_country_id smallint not null,
    to_city text,
    input jsonb not null,
    -- The offers as a client may see them, by service.
    offers jsonb not null,
    -- The same with costs and margins.
    offers_with_costs jsonb not null,
    -- Versions of tables by service, rates of exchange, and tax rules.
    basis jsonb not null,
    created_by uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    version integer not null default 1,
    constraint quotes_number_key unique (number),
    constraint quotes_token_key unique (token_hash),
    check ((sent_to is null) = (sent_at is null)),
    check ((service_id is null) = (total is null))
);
create index quotes_client_idx on quotes (client_id, id desc) where client_id is not null;
create index quotes_partner_idx on quotes (partner_id, id desc) where partner_id is not null;
create index quotes_subsidiary_idx on quotes (subsidiary_id, id desc) where subsidiary_id is not null;
create index quotes_shipment_idx on quotes (shipment_id) where shipment_id is not null;
create index quotes_saved_idx on quotes (id) where saved_at is not null;
create index quotes_unused_idx on quotes (valid_until) where confirmed_at is null;
