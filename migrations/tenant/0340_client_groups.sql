-- Groups of clients, such as those that share prices. Inactive ones are kept, with their clients.
create table client_groups (
    id uuid primary key,
    title text not null check (title <> ''),
    -- For the staff: who belongs to the group.
    description text,
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
create unique index client_groups_title_key on client_groups (lower(title));
