-- A host stays with its company while its TXT record stands. Servers look for it every day, and write `seen_at`; hosts that the
-- operator vouched for have no record.
create index domains_seen_idx on domains (tenant_id, seen_at) where verified_at is not null and seen_at is not null;

drop function domains.own();
create function domains.own()
    returns table (
        host text, is_primary boolean, proof text, verified_at timestamptz, created_at timestamptz, seen_at timestamptz
    )
    language sql stable security definer
    set search_path = pg_catalog, pg_temp
    as $$
        select d.host, d.is_primary, d.proof, d.verified_at, d.created_at, d.seen_at
        from control.domains d
        where d.tenant_id = current_setting('role')
        order by d.is_primary desc, d.host
    $$;
grant execute on function domains.own to remessa_tenant;

-- Takes a host whose record was not seen since `before` out of use: it is a claim again, and somebody else can prove it. The
-- oldest other host becomes primary. False for a host whose record was seen, and for the only one.
create function domains.lose(host text, before timestamptz) returns boolean
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := domains.sender();
    lost control.domains;
    next_host text;
begin
    select * into lost from control.domains d
    where d.host = lose.host and d.tenant_id = sender and d.verified_at is not null and d.seen_at <= lose.before;
    if not found then
        return false;
    end if;
    if lost.is_primary then
        select d.host into next_host from control.domains d
        where d.tenant_id = sender and d.host <> lose.host and d.verified_at is not null
            and (d.seen_at is null or d.seen_at > lose.before)
        order by d.verified_at, d.host limit 1;
        if next_host is null then
            return false;
        end if;
        perform domains.prefer(next_host);
    end if;
    update control.domains d set verified_at = null, created_at = now()
    where d.host = lose.host and d.tenant_id = sender;
    return true;
end
$$;
grant execute on function domains.lose to remessa_tenant;
