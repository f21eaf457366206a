-- Notifications of users. A later push about the same thing (`ref`) replaces an earlier one: with the same code it changes
-- the row, with another code it is a new row. Ids are UUIDv7, so their order is the order of the notifications.
create table notifications (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    ref text check (ref <> ''),
    -- The process it is about. It ends with the process.
    task_id uuid references background_tasks (id) on delete cascade,
    type text not null check (type in ('text', 'condensed', 'process', 'progress')),
    -- A code of the server's catalogue; clients have the texts.
    code text not null check (code <> ''),
    params jsonb not null,
    status text not null check (status in ('success', 'warning', 'error', 'info')),
    actions jsonb not null,
    -- How it is shown when it arrives: the toast, or the float in its place.
    toast jsonb not null default '{}',
    float jsonb,
    -- False when the user wants only the e-mail: then it is in no list.
    listed boolean not null,
    read_at timestamptz,
    -- A deleted notification is not listed, and can come back for some minutes.
    deleted_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint notifications_ref_key unique (user_id, ref)
) with (fillfactor = 80);
create index notifications_user_idx on notifications (user_id, id) where listed;
create index notifications_new_idx on notifications (user_id, id) where listed and read_at is null;
create index notifications_task_idx on notifications (task_id) where task_id is not null;

-- Deliveries besides the screen, at most one per channel.
create table notification_deliveries (
    notification_id uuid not null references notifications (id) on delete cascade,
    channel text not null check (channel in ('mail')),
    created_at timestamptz not null,
    -- Null until it is sent; stays null when the user has read the notification first.
    sent_at timestamptz,
    primary key (notification_id, channel)
);

-- The records that a notification asks to do something about. It is withdrawn when the last of them waits no longer.
create table notification_subjects (
    notification_id uuid not null references notifications (id) on delete cascade,
    subject_id uuid not null,
    primary key (notification_id, subject_id)
);
create index notification_subjects_subject_idx on notification_subjects (subject_id);

-- Notification settings that differ from the product's default. An event is the end of a process and has the
-- process's kind.
create table notification_choices (
    user_id uuid not null references users (id) on delete cascade,
    event text not null,
    channel text not null check (channel in ('app', 'mail')),
    enabled boolean not null,
    updated_at timestamptz not null,
    primary key (user_id, event, channel)
);
