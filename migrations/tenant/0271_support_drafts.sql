-- What a user is writing: one reply per ticket, and one new ticket.
create table support_drafts (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    -- Null for a new ticket.
    ticket_id uuid references support_tickets (id) on delete cascade,
    -- The form as the page wrote it.
    content text not null,
    updated_at timestamptz not null,
    constraint support_drafts_once_key unique nulls not distinct (user_id, ticket_id)
);
