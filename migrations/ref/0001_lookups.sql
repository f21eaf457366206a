-- Lookups that all tenants read and none can change. The rows come from migrations/data/*.csv. The tables have no
-- foreign keys between them, so that a changed CSV can be loaded alone; the generator and a test refuse orphans
-- instead.

-- Compares names: like search_text, and also without punctuation and the accents of all languages. Decomposed before
-- lower(), so that the result does not depend on the database's collation.
create function ref.plain(value text) returns text
language sql immutable strict parallel safe
return trim(regexp_replace(
    regexp_replace(
        translate(
            lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')),
            'ØøŁłĐđÐðÞþıßæÆœŒĦħƏə', 'oollddddttisaaoohhee'),
        '[.''’‘ʼʻ`´]', '', 'g'),
    '[\s!-/:-@\[-_{-~–—·・،，、]+', ' ', 'g'));

create table ref.countries (
    id smallint primary key,
    alpha2 text not null constraint countries_alpha2_key unique,
    alpha3 text not null constraint countries_alpha3_key unique,
    numeric_code text not null constraint countries_numeric_code_key unique,
    name_locale jsonb not null,
    ddi text not null,
    phone_masks text[] not null,
    currency_code text,
    postcode_pattern text,
    needs_postcode boolean not null,
    needs_state boolean not null,
    needs_phone boolean not null,
    constraint countries_name_locale_check check (name_locale ?& array['pt', 'en', 'es', 'zh'])
);
comment on column ref.countries.numeric_code is 'ISO 3166-1 numeric; not the id (Brazil is 076 here and 32 by id)';
comment on column ref.countries.ddi is 'Calling code without plus sign';
comment on column ref.countries.phone_masks is 'National number, one # per digit';
comment on column ref.countries.postcode_pattern is 'Regular expression; null where the country has no postcodes or we do not know the form';

comment on column ref.countries.needs_postcode is 'An address there is incomplete without its postcode';
comment on column ref.countries.needs_state is 'An address there is incomplete without its state';
comment on column ref.countries.needs_phone is 'Customs there want the telephone number of the recipient';

create table ref.country_aliases (
    plain text primary key,
    name text not null,
    country_id smallint not null,
    constraint country_aliases_plain_check check (plain = ref.plain(name))
);
comment on table ref.country_aliases is 'Every spelling a file may use for a country: names in four languages, alpha2, alpha3. Ask by plain';

create table ref.states (
    id integer primary key,
    country_id smallint not null,
    parent_id integer,
    code text not null,
    name text not null,
    plain text generated always as (ref.plain(name)) stored,
    constraint states_country_id_code_key unique (country_id, code)
);
comment on column ref.states.code is 'ISO 3166-2 without the country part';
comment on column ref.states.parent_id is 'The region around it, where a country has two levels (Spain, Italy, France)';

create table ref.cities (
    id integer primary key,
    country_id smallint not null,
    state_id integer,
    name text not null,
    ibge_code integer constraint cities_ibge_code_key unique,
    population integer,
    plain text generated always as (ref.plain(name)) stored
);
comment on column ref.cities.id is 'Brazil: 760000000 + IBGE code; elsewhere the GeoNames id';
comment on column ref.cities.population is 'Only to put the likelier city first';
create index cities_state_id_plain_idx on ref.cities (state_id, plain text_pattern_ops);
create index cities_country_id_plain_idx on ref.cities (country_id, plain text_pattern_ops);
create index cities_plain_trgm_idx on ref.cities using gin (plain ref.gin_trgm_ops);

create table ref.postcode_ranges (
    country_id smallint not null,
    from_postcode text not null,
    to_postcode text not null,
    state_id integer not null,
    primary key (country_id, from_postcode),
    constraint postcode_ranges_order_check check (from_postcode <= to_postcode)
);
comment on table ref.postcode_ranges is 'Which state a postcode lies in; digits only, without mask';

create table ref.currencies (
    id smallint primary key,
    code text not null constraint currencies_code_key unique,
    symbol text not null,
    decimal_places smallint not null,
    name_locale jsonb not null,
    constraint currencies_name_locale_check check (name_locale ?& array['pt', 'en', 'es', 'zh'])
);
comment on column ref.currencies.id is 'ISO 4217 numeric code';

create table ref.languages (
    id smallint primary key,
    code text not null constraint languages_code_key unique,
    name text not null,
    name_locale jsonb not null,
    offered boolean not null,
    constraint languages_name_locale_check check (name_locale ?& array['pt', 'en', 'es', 'zh'])
);
comment on column ref.languages.code is 'BCP 47';
comment on column ref.languages.name is 'Its name in itself';
comment on column ref.languages.offered is 'The product speaks it';

create table ref.time_zones (
    id smallint primary key,
    name text not null constraint time_zones_name_key unique,
    aliases text[] not null,
    country_codes text[] not null,
    offset_minutes smallint not null,
    name_locale jsonb not null,
    cities text[] not null,
    constraint time_zones_name_locale_check check (name_locale ?& array['pt', 'en', 'es', 'zh'])
);
comment on column ref.time_zones.name is 'IANA name';
comment on column ref.time_zones.aliases is 'IANA names that show the same time, old ones too';
comment on column ref.time_zones.offset_minutes is 'Minutes from UTC outside daylight saving time; for order and display, never to compute a time';

create table ref.airports (
    id integer primary key,
    iata text not null constraint airports_iata_key unique,
    icao text,
    name text not null,
    city text,
    country_id smallint not null,
    state_id integer,
    time_zone text not null,
    latitude numeric(9, 6) not null,
    longitude numeric(9, 6) not null,
    plain text generated always as (ref.plain(iata || ' ' || name || ' ' || coalesce(city, ''))) stored
);
create index airports_country_id_idx on ref.airports (country_id, iata);
create index airports_plain_trgm_idx on ref.airports using gin (plain ref.gin_trgm_ops);

create table ref.banks (
    id smallint primary key,
    compe text not null constraint banks_compe_key unique,
    ispb text not null constraint banks_ispb_key unique,
    name text not null
);
comment on table ref.banks is 'Brazilian banks; the id is the COMPE number';

create table ref.tracking_events (
    id smallint primary key,
    code text not null constraint tracking_events_code_key unique,
    stage text not null,
    status_effect smallint,
    public boolean not null,
    notify boolean not null,
    terminal boolean not null,
    upu_code text,
    fsu_code text,
    short_description_locale jsonb not null,
    description_locale jsonb not null,
    constraint tracking_events_short_description_locale_check check (short_description_locale ?& array['pt', 'en', 'es', 'zh']),
    constraint tracking_events_description_locale_check check (description_locale ?& array['pt', 'en', 'es', 'zh'])
);
comment on column ref.tracking_events.status_effect is 'The shipment status this event leads to; null leaves the status as it is';
comment on column ref.tracking_events.public is 'Shown on public tracking';
comment on column ref.tracking_events.upu_code is 'UPU EMSEVT code';
comment on column ref.tracking_events.fsu_code is 'Cargo-IMP FSU status code';
