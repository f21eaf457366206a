-- Groups of staff that answer tickets.
create table support_departments (
    id uuid primary key,
    code text not null,
    title_locale jsonb not null,
    description_locale jsonb not null default '{}',
    -- Users who belong to it.
    members uuid[] not null default '{}',
    -- Hours in which it answers first, and resolves. Null without a target.
    first_response_hours integer,
    resolution_hours integer,
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint support_departments_code_key unique (code)
);
