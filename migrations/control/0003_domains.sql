-- Hosts as a tenant keeps its own.

-- When a name server last showed the proof. The registry's login writes it and no tenant can: what a tenant says of a
-- host is a claim, what its name server says is the proof.
alter table domains add column seen_at timestamptz;
grant update (seen_at) on domains to remessa_control;

-- Called inside the tenant's transaction, so that what becomes of a host and the line of the tenant's log stand together
-- or not at all. The tenant is whom the transaction was entered as, never an argument.
create schema domains;

-- Whose transaction this is. Changes of one tenant's hosts come one after the other.
create function domains.sender() returns text
    language plpgsql
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := current_setting('role');
begin
    perform from control.tenants t where t.id = sender and t.state = 'active' for no key update;
    if not found then
        raise insufficient_privilege using message = 'only a tenant may keep hosts, and only its own';
    end if;
    return sender;
end
$$;

create function domains.own()
    returns table (host text, is_primary boolean, proof text, verified_at timestamptz, created_at timestamptz)
    language sql stable security definer
    set search_path = pg_catalog, pg_temp
    as $$
        select d.host, d.is_primary, d.proof, d.verified_at, d.created_at
        from control.domains d
        where d.tenant_id = current_setting('role')
        order by d.is_primary desc, d.host
    $$;

-- A claim keeps nobody else out; what another tenant has proven cannot be claimed.
create function domains.claim(host text) returns void
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := domains.sender();
begin
    if (select count(*) >= 20 from control.domains d where d.tenant_id = sender) then
        raise check_violation using message = 'a tenant keeps at most 20 hosts', constraint = 'domains_count_check';
    end if;
    if exists (select from control.domains d
               where d.host = claim.host and d.tenant_id <> sender and d.verified_at is not null) then
        raise unique_violation using message = 'the host is taken', constraint = 'domains_host_key';
    end if;
    insert into control.domains (host, tenant_id, proof)
    values (claim.host, sender, 'remessa=' || replace(gen_random_uuid()::text, '-', ''));
end
$$;

-- The host serves from now on, if its proof was just seen; false when it was not. The first of two tenants wins.
create function domains.prove(host text) returns boolean
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := domains.sender();
begin
    update control.domains d set verified_at = now()
    where d.host = prove.host and d.tenant_id = sender and d.seen_at > now() - interval '1 minute';
    return found;
end
$$;

-- Links in letters lead there from now on; false when it is no proven host of the tenant.
create function domains.prefer(host text) returns boolean
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := domains.sender();
begin
    if not exists (select from control.domains d
                   where d.host = prefer.host and d.tenant_id = sender and d.verified_at is not null) then
        return false;
    end if;
    update control.domains d set is_primary = false where d.tenant_id = sender and d.is_primary;
    update control.domains d set is_primary = true where d.tenant_id = sender and d.host = prefer.host;
    return true;
end
$$;

-- The host is unknown from now on; false for the primary one and for one that is not the tenant's.
create function domains.remove(host text) returns boolean
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := domains.sender();
begin
    delete from control.domains d where d.host = remove.host and d.tenant_id = sender and not d.is_primary;
    return found;
end
$$;

grant usage on schema domains to remessa_tenant;
grant execute on function domains.own, domains.claim, domains.prove, domains.prefer, domains.remove to remessa_tenant;
