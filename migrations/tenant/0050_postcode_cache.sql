-- Answers of the postcode service, so that each postcode is requested once.
create table postcode_cache (
    country_id smallint not null,
    -- Letters and digits only, upper case.
    postcode text not null,
    address_1 text,
    address_2 text,
    state_id integer,
    city text,
    fetched_at timestamptz not null,
    search_key text not null generated always as (plain(
        coalesce(address_1, '') || ' ' || coalesce(address_2, '') || ' ' || coalesce(city, '')
    )) stored,
    primary key (country_id, postcode)
);
create index postcode_cache_search_idx on postcode_cache using gin (search_key gin_trgm_ops);
