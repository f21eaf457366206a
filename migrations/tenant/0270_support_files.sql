-- Files of messages. Without a message, a file belongs to the draft of the user who uploaded it.
create table support_files (
    id uuid primary key,
    -- Null for a ticket that is not created yet.
    ticket_id uuid references support_tickets (id) on delete cascade,
    message_id uuid references support_messages (id) on delete cascade,
    uploaded_by uuid not null references users (id) on delete cascade,
    file_key text not null,
    file_name text not null,
    file_size bigint not null check (file_size >= 0),
    content_type text not null,
    uploaded_at timestamptz not null
);
create index support_files_ticket_idx on support_files (ticket_id, uploaded_at, id) where message_id is not null;
create index support_files_draft_idx on support_files (uploaded_by, uploaded_at, id) where message_id is null;
create index support_files_message_idx on support_files (message_id) where message_id is not null;
