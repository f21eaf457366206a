create table clients (
    id uuid primary key,
    code text not null,
    person_type smallint not null default 2 check (person_type in (1, 2)),
    name text not null,
    trading_name text,
    document_type smallint,
    document text,
    email text,
    phone text,
    country_id smallint,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint clients_code_key unique (code)
);
alter table users add constraint users_client_id_fkey foreign key (client_id) references clients (id);

-- What the company sells: limits and the divisor of the volumetric weight are the service's own.
create table services (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    mode text not null check (mode in ('air', 'road', 'sea', 'postal')),
    transit_min_days smallint,
    transit_max_days smallint,
    -- Cubic centimetres for one kilogram.
    volumetric_divisor integer not null default 6000 check (volumetric_divisor > 0),
    rounding_step_g integer not null default 500 check (rounding_step_g > 0),
    max_weight_g integer check (max_weight_g > 0),
    position smallint not null default 0,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint services_code_key unique (code)
);
