-- Profiles: named sets of rights, created by the company's administrators.
create table profiles (
    id uuid primary key,
    name text not null check (name <> ''),
    -- Kind of user: 10 staff, 20 partner, 30 provider, 40 client.
    kind smallint not null check (kind in (10, 20, 30, 40)),
    description text not null default '',
    active boolean not null default true,
    -- Users with such a profile see only the shipments of their own subsidiaries.
    bound_to_subsidiaries boolean not null default false,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint profiles_bound_check check (not bound_to_subsidiaries or kind = 10)
);
create unique index profiles_name_key on profiles (lower(name));

create table profile_rules (
    profile_id uuid not null references profiles (id) on delete cascade,
    -- Names from the policy's closed lists; unknown names are ignored.
    resource text not null,
    action text not null,
    scope text not null check (scope in ('own', 'any')),
    primary key (profile_id, resource, action)
);

-- Profiles of users. A profile in use cannot be deleted: a user without profiles has all rights of the user type.
create table user_profiles (
    user_id uuid not null references users (id) on delete cascade,
    profile_id uuid not null,
    primary key (user_id, profile_id),
    constraint user_profiles_profile_fkey foreign key (profile_id) references profiles (id)
);

-- One row, increased with every change of the three tables above, so that every node compiles the policy again.
create table policy_state (
    only_row boolean primary key default true check (only_row),
    version bigint not null
);
