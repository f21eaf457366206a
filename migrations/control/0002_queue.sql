-- The queue of background processes. It says only which task of which tenant waits: what is to be done, for whom
-- and how far it came stands in the tenant's own schema (background_tasks).

create table jobs (
    id bigint generated always as identity primary key,
    tenant text not null,
    task uuid not null,
    kind text not null check (length(kind) between 1 and 64),
    -- Within its tenant: lower goes first. Between tenants turns are taken.
    priority smallint not null,
    -- When it may be taken: its start, the end of a pause, or the end of a worker's lease. No index stands on this
    -- column, so that a heartbeat is a cheap update in place.
    ready_at timestamptz not null default now(),
    -- Who holds it. A worker that died leaves its name here and lets the lease run out.
    worker uuid,
    -- Counts the times it was taken. The task keeps the newest, so that a worker that lost its lease cannot write.
    attempt integer not null default 0,
    -- How many of those times ended without a word.
    crashes smallint not null default 0,
    created_at timestamptz not null default now(),
    constraint jobs_task_key unique (tenant, task)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
create index jobs_next_idx on jobs (tenant, priority, id);
create index jobs_held_idx on jobs (tenant) where worker is not null;

-- When each tenant last had its turn: the one that waited longest goes first.
create table job_turns (
    tenant text primary key,
    taken_at timestamptz not null
) with (fillfactor = 70);

grant select, update, delete on jobs to remessa_control;
grant select, insert, update, delete on job_turns to remessa_control;

-- The only way into the queue, called inside the tenant's transaction. Inside, current_user is the owner and
-- session_user the login role: the tenant is whom the transaction was entered as, never an argument.
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
    -- A hint for workers that sleep. Anybody can send it, so nobody trusts it.
    notify remessa_queue;
end
$$;
grant usage on schema queue to remessa_tenant;
grant execute on function queue.enqueue to remessa_tenant;
