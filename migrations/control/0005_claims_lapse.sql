-- Unproven claims expire. This index finds a tenant's expired claims.
create index domains_claimed_idx on domains (tenant_id, created_at) where verified_at is null;

-- Deletes the tenant's claims made until `before` and never proven; returns their hosts.
create function domains.lapse(before timestamptz) returns setof text
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := domains.sender();
begin
    return query
        delete from control.domains d
        where d.tenant_id = sender and d.verified_at is null and d.created_at <= lapse.before
        returning d.host;
end
$$;
grant execute on function domains.lapse to remessa_tenant;
