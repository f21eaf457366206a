-- Background tasks as their owner sees them. The queue outside only knows that they wait.
create table background_tasks (
    id uuid primary key,
    -- Kind of process, for example shipments.labels. Titles and texts of the screens depend on it.
    kind text not null,
    -- The owner, who started it.
    user_id uuid not null,
    -- The administrator who started it while acting as its owner; the audit log names both.
    acting_user_id uuid,
    -- The token by which a program started it in the name of its owner.
    api_token_id uuid,
    -- Arguments of the process, as JSON of its type.
    args jsonb not null,
    -- Values in the title, for example the number of labels.
    title_params jsonb not null default '{}',
    stage smallint not null default 0 check (stage in (0, 10, 20, 30)),
    progress smallint not null default 0 check (progress between 0 and 100),
    done_units bigint not null default 0 check (done_units >= 0),
    total_units bigint check (total_units >= 0),
    -- Progress of the work. Written in the transaction of the work itself, so that both are committed together.
    state jsonb,
    -- Result for the owner, for example the number of printed labels and the skipped shipments.
    result_params jsonb not null default '{}',
    file_key text,
    file_name text,
    file_type text,
    failure_code text,
    failure_params jsonb not null default '{}',
    -- Number of the queue's newest attempt, the only one that can write. A worker that lost its lease has an older
    -- number.
    attempt integer not null default 0,
    -- Number of retries the process asked for.
    failures smallint not null default 0,
    -- The right and the rows with which a user may start a failed process again; null when it cannot be.
    retry jsonb,
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
