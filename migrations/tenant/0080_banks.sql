-- Banks of the company's and its clients' accounts.
create table banks (
    id uuid primary key,
    code text not null check (code <> ''),
    name text not null check (name <> ''),
    ispb text check (ispb ~ '^[0-9]{8}$'),
    active boolean not null default true,
    -- Deleted: gone from lists and choices, kept where it is used.
    excluded_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint banks_code_key unique (code)
);
