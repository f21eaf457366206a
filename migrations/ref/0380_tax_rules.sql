-- Taxes of import: dated rules that the product ships, and the groups of countries that they name.

create table ref.country_groups (
    code text not null,
    country text not null,
    valid_from date not null,
    -- The last day of membership.
    valid_to date,
    primary key (code, country, valid_from)
);

-- The tenants' tax_rules have the same columns.
create table ref.tax_rules (
    id text primary key,
    country text not null,
    state text,
    origin text,
    dispatch text,
    channel text,
    programme text,
    buyer text,
    contents text,
    hs text,
    tax text not null,
    class text not null,
    seq smallint not null,
    kind text not null,
    rate numeric(9,6),
    amount numeric(16,4),
    currency text not null,
    minimum numeric(16,4),
    maximum numeric(16,4),
    per text not null,
    limit_base text not null,
    limit_from numeric(16,4),
    limit_to numeric(16,4),
    weight_to numeric(9,3),
    tax_base text not null,
    rounding text not null,
    replaces text,
    credit text,
    refusal text,
    collected text not null,
    valid_from date not null,
    valid_to date,
    legal_ref text not null,
    source text not null,
    confidence text not null,
    enabled boolean not null,
    note text,
    constraint tax_rules_dates_check check (valid_to is null or valid_to >= valid_from)
);
comment on column ref.tax_rules.country is 'Country of destination, or a code of country_groups';
comment on column ref.tax_rules.dispatch is 'Country from which the parcel is sent';
comment on column ref.tax_rules.rate is 'A fraction: 0.17 is 17 %';
comment on column ref.tax_rules.limit_to is 'The rule applies above limit_from, up to and including limit_to';
