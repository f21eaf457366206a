-- The company's own rules of import taxes, beside those that the product ships.
create table tax_rules (
    id uuid primary key,
    -- The shipped rule that this one replaces.
    stands_for text,
    country text not null,
    state text,
    origin text,
    -- Country from which the parcel is sent.
    dispatch text,
    channel text check (channel in ('postal', 'courier', 'entry')),
    programme text check (programme in ('inside', 'outside')),
    buyer text check (buyer in ('consumer', 'business')),
    contents text check (contents in ('merchandise', 'gift', 'documents', 'medicine', 'sample', 'return')),
    hs text check (hs ~ '^[0-9]{2,10}$'),
    tax text not null,
    class text not null check (class in ('duty', 'tax', 'fee', 'gate')),
    seq smallint not null,
    kind text not null check (kind in ('percent', 'percent_less', 'flat_per_line', 'flat_plus_percent', 'excess', 'gross_up',
        'tariff', 'listed', 'top_up', 'exempt', 'refuse')),
    -- A fraction: 0.17 is 17 %.
    rate numeric(9,6) check (rate between 0 and 10),
    amount numeric(16,4) check (amount >= 0),
    currency text not null,
    minimum numeric(16,4) check (minimum >= 0),
    maximum numeric(16,4) check (maximum >= 0),
    per text not null check (per in ('shipment', 'item')),
    limit_base text not null check (limit_base in ('goods', 'goods+freight', 'goods+freight+insurance')),
    -- The rule applies above limit_from, up to and including limit_to.
    limit_from numeric(16,4),
    limit_to numeric(16,4),
    weight_to numeric(9,3),
    tax_base text not null,
    rounding text not null check (rounding in ('half_up', 'down', 'up')),
    replaces text,
    credit text,
    refusal text,
    collected text not null check (collected in ('import', 'sale')),
    valid_from date not null,
    -- The last day of validity.
    valid_to date,
    legal_ref text not null check (legal_ref <> ''),
    source text not null check (source <> ''),
    confidence text not null check (confidence in ('published', 'rule', 'secondary', 'expected')),
    enabled boolean not null,
    note text,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint tax_rules_stands_for_key unique (stands_for),
    constraint tax_rules_dates_check check (valid_to is null or valid_to >= valid_from),
    constraint tax_rules_limits_check check (limit_to is null or limit_from is null or limit_to > limit_from)
);
create index tax_rules_country_idx on tax_rules (country);
