-- Conversations. The members of a direct chat and of a group are rows; those of the administrators' room and of a client's
-- room follow from the users. The room of a client has the client's id.
create table chat_rooms (
    id uuid primary key,
    kind text not null check (kind in ('direct', 'group', 'administrators', 'client')),
    -- Name of a group.
    title text,
    -- The two members of a direct chat, the smaller id first.
    low_id uuid references users (id),
    high_id uuid references users (id),
    client_id uuid references clients (id),
    -- Number of the last message. Locked by every new message, so numbers have no gaps.
    last_seq integer not null default 0,
    last_at timestamptz not null,
    -- A process looks after the unread messages of the room.
    telling boolean not null default false,
    created_by uuid references users (id),
    created_at timestamptz not null,
    constraint chat_rooms_pair_key unique (low_id, high_id),
    check ((kind = 'direct') = (low_id is not null and high_id is not null)),
    check (low_id < high_id),
    check ((kind = 'client') = (client_id is not null)),
    check ((kind = 'group') = (title is not null))
);
create index chat_rooms_client_idx on chat_rooms (last_at desc, id) where kind = 'client';

create table chat_members (
    room_id uuid not null references chat_rooms (id) on delete cascade,
    user_id uuid not null references users (id),
    -- The member sees the messages after this one.
    since_seq integer not null default 0,
    added_by uuid not null,
    added_at timestamptz not null,
    primary key (room_id, user_id)
);
create index chat_members_user_idx on chat_members (user_id, room_id);

-- The last message that a user has read, also in rooms whose members are not rows.
create table chat_reads (
    room_id uuid not null references chat_rooms (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    seq integer not null,
    primary key (room_id, user_id)
);

create table chat_messages (
    id uuid primary key,
    room_id uuid not null references chat_rooms (id) on delete cascade,
    seq integer not null,
    author_id uuid not null references users (id),
    body text not null,
    shipment_id uuid references shipments (id) on delete set null,
    -- The ticket that was opened from the message.
    ticket_id uuid references support_tickets (id),
    created_at timestamptz not null,
    search_key text not null generated always as (' ' || search_text(body)) stored,
    constraint chat_messages_order_key unique (room_id, seq)
);
create index chat_messages_search_idx on chat_messages using gin (search_key gin_trgm_ops);

-- One reaction of a user per message.
create table chat_reactions (
    message_id uuid not null references chat_messages (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    reaction text not null check (reaction in ('like', 'unlike', 'happy', 'smiling', 'funny', 'sad')),
    at timestamptz not null,
    primary key (message_id, user_id)
);

-- How a user has a room on the page: a window that is shown, open or minimised, and large.
create table chat_windows (
    room_id uuid not null references chat_rooms (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    shown boolean not null,
    open boolean not null,
    expanded boolean not null,
    primary key (room_id, user_id)
);

-- Texts that were not sent yet.
create table chat_drafts (
    room_id uuid not null references chat_rooms (id) on delete cascade,
    user_id uuid not null references users (id) on delete cascade,
    body text not null,
    updated_at timestamptz not null,
    primary key (room_id, user_id)
);

-- Attached files. Without a message they belong to the uploader's draft.
create table chat_files (
    id uuid primary key,
    room_id uuid not null references chat_rooms (id) on delete cascade,
    message_id uuid references chat_messages (id) on delete cascade,
    uploaded_by uuid not null references users (id),
    file_key text not null,
    file_name text not null,
    file_size bigint not null check (file_size >= 0),
    content_type text not null,
    created_at timestamptz not null
);
create index chat_files_message_idx on chat_files (message_id, id) where message_id is not null;
