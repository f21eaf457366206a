-- Groups in which services are offered.
create table service_groups (
    id uuid primary key,
    code text not null check (code <> ''),
    title_locale jsonb not null,
    -- Place in lists; equal places are ordered by code.
    position smallint not null default 0,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint service_groups_code_key unique (code)
);
