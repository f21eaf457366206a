-- append-only: audit_entries, audit_seals

-- The audit log. Written in the transaction of the change: without the entry, the change fails.
create table audit_entries (
    id uuid primary key,
    occurred_at timestamptz not null,
    user_id uuid,
    acting_user_id uuid,
    -- The token by which a program called in the name of the user.
    api_token_id uuid,
    action text collate "C" not null,
    resource_id uuid,
    changes jsonb not null default '{}',
    request_id text not null
);
-- The log is read newest first: all entries, one kind of action or all actions on a resource (the prefix of the
-- action), one resource, one user, or the administrator who acted as a user.
create index audit_entries_time_idx on audit_entries (occurred_at, id);
create index audit_entries_action_idx on audit_entries (action, occurred_at, id);
create index audit_entries_resource_idx on audit_entries (resource_id, occurred_at desc);
create index audit_entries_user_idx on audit_entries (user_id, occurred_at desc);
create index audit_entries_acting_user_idx on audit_entries (acting_user_id, occurred_at, id)
    where acting_user_id is not null;

-- The hash chain of the log: each seal is calculated from an entry and the previous seal, so that a changed, deleted
-- or inserted entry is detected. Written shortly after the entries, so that changes do not wait for each other.
create table audit_seals (
    seq bigint primary key,
    entry_id uuid not null references audit_entries (id),
    hash bytea not null check (octet_length(hash) = 32),
    sealed_at timestamptz not null,
    constraint audit_seals_entry_id_key unique (entry_id)
);
