-- The services that a partner carries out.
create table partner_services (
    id uuid primary key,
    partner_id uuid not null references partners (id),
    service_id uuid not null references services (id),
    provider_id uuid references providers (id),
    external_code text,
    -- Subclass of postal items: NX, IX, XP.
    subclass text check (subclass ~ '^[A-Z]{2}$'),
    -- Time of the day, HH:MM.
    cut_off text check (cut_off ~ '^[0-2][0-9]:[0-5][0-9]$'),
    active boolean not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint partner_services_once_key unique nulls not distinct
        (partner_id, service_id, provider_id, external_code, subclass)
);
