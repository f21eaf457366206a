-- Long work as its owner sees it. The queue outside knows only that it waits.
create table background_tasks (
    id uuid primary key,
    -- Which process this is, e.g. shipments.labels; title and texts of the screens hang on it.
    kind text not null,
    -- Who started it; it is nobody else's.
    user_id uuid not null,
    -- What the process is to do, as its type writes it.
    args jsonb not null,
    -- Values the title names, e.g. how many labels.
    title_params jsonb not null default '{}',
    stage smallint not null default 0 check (stage in (0, 10, 20, 30)),
    progress smallint not null default 0 check (progress between 0 and 100),
    done_units bigint not null default 0 check (done_units >= 0),
    total_units bigint check (total_units >= 0),
    -- How far the work came. Written in the transaction of the work itself, so that both stand or neither does.
    state jsonb,
    file_key text,
    file_name text,
    file_type text,
    failure_code text,
    failure_params jsonb not null default '{}',
    -- Which taking of the queue's job may write. A worker that was given up for dead holds an older number.
    attempt integer not null default 0,
    -- Times the process asked to be tried again.
    failures smallint not null default 0,
    running boolean not null default false,
    cancel_requested_at timestamptz,
    started_at timestamptz,
    completed_at timestamptz,
    failed_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null default now(),
    constraint background_tasks_end_check check (completed_at is null or failed_at is null),
    constraint background_tasks_failure_check check ((failed_at is null) = (failure_code is null)),
    constraint background_tasks_file_check check ((file_key is null) = (file_name is null) and (file_key is null) = (file_type is null))
) with (fillfactor = 70);
create index background_tasks_user_idx on background_tasks (user_id, created_at desc, id desc);
create index background_tasks_pending_idx on background_tasks (user_id) where completed_at is null and failed_at is null;
