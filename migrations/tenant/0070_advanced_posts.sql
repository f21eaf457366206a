-- Places where clients hand in parcels.
create table advanced_posts (
    id uuid primary key,
    code text not null,
    name text not null,
    country_id smallint not null,
    postcode text,
    address_1 text not null,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    phone text,
    -- Text for people: "Mon–Fri 9–18".
    hours text,
    position smallint not null default 0,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint advanced_posts_code_key unique (code)
);
