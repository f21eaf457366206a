-- Which place a postcode lies in. The rows come from migrations/data/postcodes.csv.

-- Neighbours with the same place are one row. Codes are compared byte by byte, on every database alike: letters and digits
-- in upper case, and in some countries only the beginning of the postcode.
create table ref.postcodes (
    country_id smallint not null,
    from_postcode text collate "C" not null,
    to_postcode text collate "C" not null,
    -- Null where several places share the postcode.
    state_id integer,
    city text,
    district text,
    primary key (country_id, from_postcode),
    constraint postcodes_order_check check (from_postcode <= to_postcode)
);
