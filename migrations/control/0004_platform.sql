-- Tables of the operator's API. Only the owner can read them; the operator's process works as the owner.

-- Tokens for the API. The token itself is shown once and never stored. Names are never reused, so that the log stays
-- clear.
create table platform_tokens (
    name text primary key check (name ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
    hash bytea not null constraint platform_tokens_hash_key unique check (octet_length(hash) = 32),
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz
);

-- Log of the API. A line is written before the change and completed after it. A line without an outcome is a change
-- whose end is unknown.
create table platform_audit (
    id bigint generated always as identity primary key,
    occurred_at timestamptz not null default now(),
    token text not null,
    action text not null,
    -- The slug in the request.
    tenant text not null,
    detail jsonb not null,
    request_id text not null,
    outcome text check (outcome <> '')
);
create index platform_audit_tenant_idx on platform_audit (tenant, id);

-- Even the owner cannot delete a line, or change it except to add the outcome.
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
