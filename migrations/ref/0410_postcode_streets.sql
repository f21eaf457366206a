-- Streets by postcode. None are shipped, because those of a whole country are too many: the owner of an installation loads them
-- with `remessa postcodes load-streets`.

-- Postcodes as in ref.postcodes, whole ones only.
create table ref.postcode_streets (
    country_id smallint not null,
    postcode text collate "C" not null,
    street text not null,
    district text,
    primary key (country_id, postcode),
    constraint postcode_streets_postcode_check check (postcode ~ '^[0-9A-Z]{1,16}$'),
    constraint postcode_streets_street_check check (length(street) between 1 and 200),
    constraint postcode_streets_district_check check (length(district) between 1 and 200)
);
