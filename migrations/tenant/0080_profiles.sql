-- What people of one kind may do, as the company's administrators put it together.
create table profiles (
    id uuid primary key,
    name text not null check (name <> ''),
    -- For whom: 10 staff, 20 partner, 30 provider, 40 client.
    kind smallint not null check (kind in (10, 20, 30, 40)),
    description text not null default '',
    active boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
create unique index profiles_name_key on profiles (lower(name));

create table profile_rules (
    profile_id uuid not null references profiles (id) on delete cascade,
    -- Names of the policy's own closed lists; what it no longer knows, it passes over.
    resource text not null,
    action text not null,
    scope text not null check (scope in ('own', 'any')),
    primary key (profile_id, resource, action)
);

-- Who bears which. A profile that somebody bears cannot go: without any, a user has all of its type.
create table user_profiles (
    user_id uuid not null references users (id) on delete cascade,
    profile_id uuid not null,
    primary key (user_id, profile_id),
    constraint user_profiles_profile_fkey foreign key (profile_id) references profiles (id)
);
create index user_profiles_profile_idx on user_profiles (profile_id);

-- One row, raised with every change of the three above, so that no node goes by what it compiled before.
create table policy_state (
    only_row boolean primary key default true check (only_row),
    version bigint not null
);
