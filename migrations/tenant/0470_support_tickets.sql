-- append-only: support_messages

-- The last number of a ticket. Locked by every new ticket, so numbers have no gaps.
create table support_counter (one boolean primary key default true check (one), number integer not null);
insert into support_counter (number) values (0);

create table support_tickets (
    id uuid primary key,
    number integer not null,
    status smallint not null default 10 check (status in (0, 10, 20, 99)),
    priority smallint not null default 20 check (priority in (10, 20, 30, 40)),
    created_at timestamptz not null,
    -- Changes that everybody with the ticket sees.
    public_updated_at timestamptz not null,
    -- All changes, internal notes too.
    updated_at timestamptz not null,
    subject_id uuid not null references support_subjects (id),
    department_id uuid references support_departments (id),
    service_id uuid references services (id),
    shipment_id uuid references shipments (id),
    -- Branch of the shipment.
    subsidiary_id uuid,
    -- Client or partner of the user who asks.
    client_id uuid references clients (id),
    partner_id uuid references partners (id),
    created_by uuid not null references users (id),
    -- Who of the staff looks after it.
    assignee_id uuid references users (id),
    -- An inactive ticket is in nobody's own tickets and sends no notices.
    active boolean not null default true,
    -- The ticket that this one continues, after a reply to an old one.
    follows_id uuid references support_tickets (id),
    -- Beginning of the first message.
    short_body text not null,
    -- Number of the last public message.
    last_seq integer not null default 0,
    last_message_at timestamptz not null,
    first_response_at timestamptz,
    closed_at timestamptz,
    -- The clocks of a ticket rest while it waits for the client and while it is closed. Null while they run.
    resting_since timestamptz,
    rested_seconds bigint not null default 0,
    deleted_at timestamptz,
    version integer not null default 1,
    search_key text not null generated always as (' ' || search_text(number::text || ' ' || short_body)) stored,
    constraint support_tickets_number_key unique (number)
);
create index support_tickets_updated_idx on support_tickets (public_updated_at, id) where deleted_at is null;
create index support_tickets_status_idx on support_tickets (status, public_updated_at, id) where deleted_at is null;
create index support_tickets_created_idx on support_tickets (created_at, status) where deleted_at is null;
create index support_tickets_client_idx on support_tickets (client_id, id) where client_id is not null;
create index support_tickets_partner_idx on support_tickets (partner_id, id) where partner_id is not null;
create index support_tickets_creator_idx on support_tickets (created_by, id);
create index support_tickets_assignee_idx on support_tickets (assignee_id, id) where assignee_id is not null;
create index support_tickets_shipment_idx on support_tickets (shipment_id, id) where shipment_id is not null;
create index support_tickets_search_idx on support_tickets using gin (search_key gin_trgm_ops);

-- Messages in their order. An internal note follows the public message `seq`, so public numbers have no gaps.
create table support_messages (
    id uuid primary key,
    ticket_id uuid not null references support_tickets (id) on delete cascade,
    seq integer not null,
    -- 0 for a public message.
    note smallint not null default 0 check (note >= 0),
    by_staff boolean not null,
    -- Null for people without an account, who write by e-mail.
    author_id uuid references users (id),
    body text not null,
    created_at timestamptz not null,
    constraint support_messages_order_key unique (ticket_id, seq, note)
);

-- Whom a ticket is addressed to. Without a user, everybody of the client, partner, subsidiary or department.
create table support_recipients (
    id uuid primary key,
    ticket_id uuid not null references support_tickets (id) on delete cascade,
    address_type text not null check (address_type in ('user', 'company', 'partner', 'provider', 'client', 'department')),
    user_id uuid references users (id),
    client_id uuid references clients (id),
    partner_id uuid references partners (id),
    -- A provider has no users: its contacts get e-mails, all or one of them.
    provider_id uuid references providers (id),
    contact_id uuid,
    subsidiary_id uuid references subsidiaries (id),
    department_id uuid references support_departments (id),
    added_by uuid not null,
    created_at timestamptz not null,
    constraint support_recipients_once_key
        unique nulls not distinct
        (ticket_id, user_id, client_id, partner_id, provider_id, contact_id, subsidiary_id, department_id)
);
create index support_recipients_user_idx on support_recipients (user_id, ticket_id);
create index support_recipients_client_idx on support_recipients (client_id, ticket_id) where client_id is not null;
create index support_recipients_partner_idx on support_recipients (partner_id, ticket_id) where partner_id is not null;
create index support_recipients_department_idx on support_recipients (department_id, ticket_id)
    where department_id is not null;

-- When a user last looked at a ticket.
create table support_seen (
    ticket_id uuid not null references support_tickets (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    last_seen_at timestamptz not null,
    primary key (ticket_id, user_id)
);

-- Files of messages. Without a message, a file belongs to the draft of the user who uploaded it.
create table support_files (
    id uuid primary key,
    -- Null for a ticket that is not created yet.
    ticket_id uuid references support_tickets (id) on delete cascade,
    message_id uuid references support_messages (id) on delete cascade,
    -- Null for files of e-mails.
    uploaded_by uuid references users (id) on delete cascade,
    file_key text not null,
    file_name text not null,
    file_size bigint not null check (file_size >= 0),
    content_type text not null,
    -- A picture of an e-mail as it is shown in its message, drawn anew by the server.
    picture_key text,
    uploaded_at timestamptz not null
);
create index support_files_ticket_idx on support_files (ticket_id, uploaded_at, id) where message_id is not null;
create index support_files_draft_idx on support_files (uploaded_by, uploaded_at, id) where message_id is null;
create index support_files_message_idx on support_files (message_id) where message_id is not null;

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
