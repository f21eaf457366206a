create table clients (
    id uuid primary key,
    code text not null,
    person_type smallint not null default 2 check (person_type in (1, 2)),
    name text not null,
    trading_name text,
    responsible text,
    document_type smallint check (document_type in (1, 2)),
    document text,
    -- Brazilian state registration.
    ie text,
    birthday date,
    email text,
    phone text,
    country_id smallint,
    postcode text,
    address_1 text,
    address_2 text,
    address_number text,
    state_id integer,
    city text,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint clients_code_key unique (code)
);
-- Codes of clients who register themselves. Other clients get their code from the company.
create sequence client_numbers start 1001;
alter table users add constraint users_client_id_fkey foreign key (client_id) references clients (id);

-- The company's services. Limits and the volumetric divisor belong to the service.
create table services (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    mode text not null check (mode in ('air', 'road', 'sea', 'postal')),
    transit_min_days smallint,
    transit_max_days smallint,
    -- Cubic centimetres per kilogram.
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
