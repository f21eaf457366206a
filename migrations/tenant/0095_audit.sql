-- append-only: audit_seals

-- The log is read newest first: of everybody, of one kind of action or of all on one kind of thing (which is how an
-- action's name begins), of one person and of whoever acted as that person.
create index audit_entries_time_idx on audit_entries (occurred_at, id);
create index audit_entries_action_idx on audit_entries (action, occurred_at, id);
create index audit_entries_acting_user_idx on audit_entries (acting_user_id, occurred_at, id)
    where acting_user_id is not null;

-- The chain over the log: each seal is worked out of an entry and of the seal before it, so that an entry that is changed,
-- taken out or put in between is found. Written shortly after the entries, so that no change waits for another's.
create table audit_seals (
    seq bigint primary key,
    entry_id uuid not null references audit_entries (id),
    hash bytea not null check (octet_length(hash) = 32),
    sealed_at timestamptz not null,
    constraint audit_seals_entry_id_key unique (entry_id)
);
