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
