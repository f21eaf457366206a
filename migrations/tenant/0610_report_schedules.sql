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
    constraint report_schedules_few_recipients_check check (cardinality(recipient_ids) between 1 and 50)
);

-- What was made of a schedule at each of its times, and what was left out.
create table report_runs (
    schedule_id uuid not null references report_schedules (id) on delete cascade,
    planned_at timestamptz not null,
    state smallint not null check (state in (20, 30, 40, 50, 60)),
    -- Users whose files are still being made.
    waiting_ids uuid[] not null,
    -- Users who got one.
    sent smallint not null check (sent >= 0),
    -- Recipients who may not see the report.
    withheld smallint not null check (withheld >= 0),
    -- The most rows of a file.
    row_count bigint not null check (row_count >= 0),
    finished_at timestamptz,
    primary key (schedule_id, planned_at)
);
