-- Functions with which a tenant manages its own hosts.

-- When a name server last showed the proof. Only the registry's login can write it: a tenant's statement about a host
-- is a claim, the name server's answer is the proof.
alter table domains add column seen_at timestamptz;
grant update (seen_at) on domains to remessa_control;

-- Called inside the tenant's transaction, so that the change and its audit entry are committed together. The tenant
-- is read from the role of the transaction and is never an argument.
create schema domains;

-- The tenant of this transaction. Changes of one tenant's hosts run one after the other.
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

-- A claim does not exclude other tenants. A host that another tenant has proven cannot be claimed.
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

-- Activates the host if its proof was just seen; otherwise returns false. The first tenant wins.
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

-- Makes the host primary: links in e-mails use it. False if it is not a proven host of the tenant.
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

-- Removes the host. False for the primary host and for another tenant's host.
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
