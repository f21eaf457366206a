-- The operator's API. None of this is any server's: only the owner, as whom the operator's own process works, reads it.

-- Who may call it. The token itself is shown once and never stored. A name is never given again, so that the log stays
-- clear about who it was.
create table platform_tokens (
    name text primary key check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
    hash bytea not null constraint platform_tokens_hash_key unique check (octet_length(hash) = 32),
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
);

-- What was done by it. A line is written before the change is tried, and once more when it ended: a line without an
-- outcome is a change whose end nobody saw.
create table platform_audit (
    id bigint generated always as identity primary key,
    occurred_at timestamptz not null default now(),
    token text not null,
    action text not null,
    -- The slug as it was asked for.
    tenant text not null,
    detail jsonb not null,
    request_id text not null,
    outcome text check (outcome <> '')
);
create index platform_audit_tenant_idx on platform_audit (tenant, id);

-- Lines stay as they are, even for the owner.
create function keep_platform_audit() returns trigger
    language plpgsql as $$
begin
    if tg_op = 'UPDATE' then
        if old.outcome is null and to_jsonb(new) - 'outcome' = to_jsonb(old) - 'outcome' then
            return new;
        end if;
    end if;
    raise exception 'the log of the platform only grows';
end
$$;

create trigger platform_audit_stays before update or delete on platform_audit
    for each row execute function keep_platform_audit();
create trigger platform_audit_is_not_emptied before truncate on platform_audit
    for each statement execute function keep_platform_audit();
