-- The addresses that a ticket writes to. The token in the address of a reply belongs to one row.
create table support_correspondents (
    id uuid primary key,
    ticket_id uuid not null references support_tickets (id) on delete cascade,
    -- Null for an address without an account.
    user_id uuid references users (id) on delete cascade,
    -- In lower case.
    email text not null,
    name text not null,
    language text not null,
    -- SHA-256 of the token.
    token_hash bytea not null,
    -- The last message that was sent to it.
    last_message_id uuid,
    -- Since when e-mails do not reach it. It gets no more of them until staff say so.
    failing_since timestamptz,
    -- Since when its replies are not taken and it gets no e-mails.
    revoked_at timestamptz,
    created_at timestamptz not null,
    constraint support_correspondents_email_key unique (ticket_id, email),
    constraint support_correspondents_token_key unique (token_hash)
);
create index support_correspondents_user_idx on support_correspondents (user_id) where user_id is not null;

-- E-mails that arrived, each once.
create table support_mails (
    id uuid primary key,
    sha256 bytea not null,
    door text not null check (door in ('imap', 'webhook')),
    -- The raw e-mail.
    file_key text not null,
    size integer not null,
    state text not null default 'waiting' check (state in ('waiting', 'taken', 'dropped', 'parked')),
    -- Why it was dropped or parked.
    reason text,
    attempts smallint not null default 0,
    sender_name text,
    sender_email text,
    subject text,
    -- Its Message-ID; replies to it belong to the same ticket.
    message_id text,
    ticket_id uuid references support_tickets (id) on delete set null,
    -- Whose address it used.
    correspondent_id uuid references support_correspondents (id) on delete set null,
    -- Staff vouch for the sender, whose server could not.
    is_trusted boolean not null default false,
    -- An e-mail that could not be taken is still in the mailbox: the name of the mailbox with its numbers. It has no file.
    mailbox text,
    uid_validity bigint,
    uid bigint,
    received_at timestamptz not null,
    constraint support_mails_sha256_key unique (sha256)
);
create index support_mails_state_idx on support_mails (state, received_at, id);
create index support_mails_message_idx on support_mails (message_id) where message_id is not null;
-- An e-mail that came two ways at the same time is taken once.
create unique index support_mails_taken_key on support_mails (message_id, sender_email) where state = 'taken';
create index support_mails_ticket_idx on support_mails (ticket_id, received_at) where ticket_id is not null;
create index support_mails_correspondent_idx on support_mails (correspondent_id, received_at)
    where correspondent_id is not null;
create index support_mails_sender_idx on support_mails (sender_email, received_at) where sender_email is not null;

-- Messages that came by e-mail.
create table support_message_mails (
    message_id uuid primary key references support_messages (id) on delete cascade,
    mail_id uuid not null references support_mails (id) on delete cascade,
    -- An unclear one is an internal note until staff accept it as a message.
    kind text not null check (kind in ('person', 'automatic', 'bounce', 'unclear')),
    sender_name text,
    sender_email text not null,
    -- The correspondent whose address somebody else used.
    through_id uuid references support_correspondents (id) on delete set null,
    -- Quoted text and signature.
    folded text not null default '',
    -- The message that an accepted one became.
    accepted_id uuid references support_messages (id) on delete set null
);
create index support_message_mails_mail_idx on support_message_mails (mail_id);
create index support_message_mails_through_idx on support_message_mails (through_id) where through_id is not null;

-- Addresses that were told that their e-mail was refused, each at most once a day.
create table support_mail_refusals (
    email text primary key,
    told_at timestamptz not null
);
