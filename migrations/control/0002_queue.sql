-- The queue of background processes. A row only says which task of which tenant waits. Arguments, owner and progress
-- are in the tenant's own schema (background_tasks).

create table jobs (
    id bigint generated always as identity primary key,
    tenant text not null,
    task uuid not null,
    kind text not null check (length(kind) between 1 and 64),
    -- Within one tenant; lower goes first. Tenants take turns.
    priority smallint not null,
    -- Time from which it can be taken: its start, the end of a pause, or the end of a worker's lease. The column has
    -- no index, so that a heartbeat is a cheap in-place update.
    ready_at timestamptz not null default now(),
    -- The worker that took it. After a crash the name stays here until the lease ends.
    worker uuid,
    -- Counts how often it was taken. The task stores the newest number, so that a worker that lost its lease cannot
    -- write.
    attempt integer not null default 0,
    -- Number of attempts that ended without a result.
    crashes smallint not null default 0,
    created_at timestamptz not null default now(),
    constraint jobs_task_key unique (tenant, task)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
create index jobs_next_idx on jobs (tenant, priority, id);
create index jobs_held_idx on jobs (tenant) where worker is not null;

-- When each tenant last had a turn: the tenant that waited longest goes first.
create table job_turns (
    tenant text primary key,
    taken_at timestamptz not null
) with (fillfactor = 70);

grant select, update, delete on jobs to remessa_control;
grant select, insert, update, delete on job_turns to remessa_control;

-- The only way to enqueue, called inside the tenant's transaction. In the function, current_user is the owner; the
-- tenant is read from the role of the transaction and is never an argument.
create schema queue;
create function queue.enqueue(task uuid, kind text, priority smallint) returns void
    language plpgsql security definer
    set search_path = pg_catalog, pg_temp
    as $$
declare
    sender constant text := current_setting('role');
begin
    if not exists (select from control.tenants t where t.id = sender and t.state in ('active', 'suspended')) then
        raise insufficient_privilege using message = 'only a tenant may enqueue, and only for itself';
    end if;
    insert into control.jobs (tenant, task, kind, priority)
    values (sender, enqueue.task, enqueue.kind, enqueue.priority)
    on conflict on constraint jobs_task_key do nothing;
    -- A hint for sleeping workers. Every role can send it, so it is not trusted.
    notify remessa_queue;
end
$$;
grant usage on schema queue to remessa_tenant;
grant execute on function queue.enqueue to remessa_tenant;
