-- Named filters, sort order and columns of a list.
create table saved_views (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    list text not null,
    name text not null check (name <> ''),
    shared boolean not null default false,
    query jsonb not null,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint saved_views_name_key unique (user_id, list, name)
);

-- The view a user starts a list with, own or shared.
create table default_views (
    user_id uuid not null references users (id) on delete cascade,
    list text not null,
    view_id uuid not null references saved_views (id) on delete cascade,
    primary key (user_id, list)
);

-- The columns a user chose for a list; on the server, so that they apply on every device.
create table list_columns (
    user_id uuid not null references users (id) on delete cascade,
    list text not null,
    columns jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (user_id, list)
);
