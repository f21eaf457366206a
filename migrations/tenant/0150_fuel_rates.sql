-- Fuel percentages of carriers, each from a day until the next row of its code.
create table fuel_rates (
    id uuid primary key,
    code text not null check (code <> ''),
    valid_from date not null,
    pct numeric not null check (pct >= 0 and pct <= 1000),
    note text,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint fuel_rates_code_day_key unique (code, valid_from)
);
