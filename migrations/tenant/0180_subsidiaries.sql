-- The company's branches. Closed ones are kept, with their records.
create table subsidiaries (
    id uuid primary key,
    title text not null check (title <> ''),
    -- Names in languages where they differ from the title.
    title_locale jsonb not null default '{}',
    document text,
    -- Brazilian state registration.
    ie text,
    country_id smallint not null,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    time_zone text not null,
    -- Profiles whose users see and choose it, and services that it sells; none for everybody and for all services.
    profile_ids uuid[] not null default '{}',
    service_ids uuid[] not null default '{}',
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index subsidiaries_title_key on subsidiaries (lower(title));
