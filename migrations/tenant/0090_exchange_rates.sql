-- append-only: exchange_rates
-- Dated rates of exchange. A correction is a later row for the same currencies and day.
create table exchange_rates (
    id uuid primary key,
    from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
    to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
    -- One unit of the first currency in the second.
    rate numeric(18, 8) not null check (rate > 0),
    -- First day on which it applies.
    valid_from date not null,
    source text check (source <> ''),
    created_by uuid,
    created_at timestamptz not null default now(),
    constraint exchange_rates_pair_check check (from_currency <> to_currency)
);
create index exchange_rates_pair_idx
    on exchange_rates (from_currency, to_currency, valid_from desc, created_at desc, id desc);
