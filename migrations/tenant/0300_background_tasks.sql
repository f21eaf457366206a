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
    -- The time of the next attempt, after a failure or because it was too early. It means nothing while the task runs.
    next_try_at timestamptz,
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

-- Reports that are made at set times and sent to users of the company.
create table report_schedules (
    id uuid primary key,
    name text not null check (name <> ''),
    -- It stops when this user leaves or may no longer see the report.
    owner_id uuid not null,
    report text not null,
    -- Rows, filters, and columns with their headings and texts, in the language of whoever chose them.
    content jsonb not null,
    -- The days of the report, counted from the day on which it is made.
    span text not null,
    format text not null check (format in ('csv', 'xlsx')),
    rhythm text not null check (rhythm in ('daily', 'weekdays', 'weekly', 'monthly', 'month_end')),
    -- A time of the day in the time zone: 07:30.
    at_time text not null check (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
    -- Monday is 1.
    weekday smallint check (weekday between 1 and 7),
    month_day smallint check (month_day between 1 and 31),
    time_zone text not null,
    -- Each of these users gets what they may see at that time.
    recipient_ids uuid[] not null,
    -- People outside of the company, who get the file by e-mail, without costs and data of people.
    addresses text[] not null,
    -- Whether a report without rows is sent.
    sends_empty boolean not null,
    -- The last day on which it is made.
    ends_on date,
    state smallint not null check (state in (10, 20, 30, 40)),
    next_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint report_schedules_next_check check ((state = 10) = (next_at is not null)),
    constraint report_schedules_weekly_check check ((rhythm = 'weekly') = (weekday is not null)),
    constraint report_schedules_monthly_check check ((rhythm = 'monthly') = (month_day is not null)),
    constraint report_schedules_few_recipients_check check (cardinality(recipient_ids) between 1 and 50),
    constraint report_schedules_few_addresses_check check (cardinality(addresses) <= 20)
);

-- The runs of a schedule: one for each of its times, also for those that were left out.
create table report_runs (
    schedule_id uuid not null references report_schedules (id) on delete cascade,
    planned_at timestamptz not null,
    state smallint not null check (state in (20, 30, 40, 50, 60)),
    -- Users whose files are still being made; the schedule itself stands for the file of addresses outside.
    waiting_ids uuid[] not null,
    -- Users and addresses who got one.
    sent smallint not null check (sent >= 0),
    -- Recipients who may not see the report, and addresses that may not get it or refused it.
    withheld smallint not null check (withheld >= 0),
    -- The most rows of a file.
    row_count bigint not null check (row_count >= 0),
    -- When it began, which can be long after its time.
    created_at timestamptz not null,
    finished_at timestamptz,
    primary key (schedule_id, planned_at)
);
