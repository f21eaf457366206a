create table users (
    id uuid primary key,
    user_type smallint not null check (user_type in (10, 11, 20, 30)),
    name text not null,
    email text not null check (email = lower(email)),
    password_hash text,
    client_id uuid,
    -- A user of a partner sees only its records, whatever the profiles allow.
    partner_id uuid references partners (id),
    language text not null default 'en',
    time_zone text not null default 'UTC',
    weight_unit smallint not null default 10 check (weight_unit in (10, 20)),
    size_unit smallint not null default 10 check (size_unit in (10, 20)),
    -- How the user's labels go to the printer.
    label_format text not null default 'pdf' check (label_format in ('pdf', 'zpl_203', 'zpl_300')),
    active boolean not null default true,
    -- Increased to end all sessions of this user at once.
    epoch integer not null default 1,
    email_verified_at timestamptz,
    last_login_at timestamptz,
    -- Personal data in the account. A client's user edits the client's data: document and birthday are stored with the
    -- client.
    company_position text,
    document_type smallint not null default 1 check (document_type in (1, 2)),
    document text,
    birthday date,
    phone_house text,
    phone_work text,
    phone_fax text,
    phone_whatsapp text,
    -- Names of files. Both are drawn again from the uploaded picture, which is not kept.
    picture_key text,
    thumbnail_key text,
    -- When the user asked for the deletion of the account; it is erased some days later unless the user withdraws.
    deletion_requested_at timestamptz,
    -- The personal data is gone. The row stays, because tickets, shipments and the audit log refer to it.
    erased_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    -- The leading space lets the first word be matched at its beginning like the others.
    search_key text not null generated always as (left(' ' || search_text(name || ' ' || email), 360)) stored,
    constraint users_email_key unique (email),
    constraint users_client_id_fkey foreign key (client_id) references clients (id),
    -- A client's user without a client could see nothing, or everything.
    constraint users_client_check check ((user_type = 30) = (client_id is not null)),
    constraint users_partner_check check (partner_id is null or user_type = 20),
    constraint users_erased_check check (erased_at is null or not active and password_hash is null),
    constraint users_picture_check check ((picture_key is null) = (thumbnail_key is null))
);
create index users_search_idx on users using gin (search_key gin_trgm_ops);
-- One index per sort column; each includes the columns of all filters. Names are sorted as people read them: Álvaro beside
-- Ana, small letters beside capitals.
create index users_name_idx on users (name collate "und-x-icu", id) include (user_type, active, client_id);
create index users_created_idx on users (created_at, id) include (user_type, active, client_id);
create index users_last_login_idx on users (last_login_at desc nulls last, id desc)
    include (user_type, active, client_id);
-- One index per selective filter.
create index users_type_idx on users (user_type, name collate "und-x-icu", id) include (active, client_id);
create index users_client_idx on users (client_id) where client_id is not null;
create index users_partner_idx on users (partner_id) where partner_id is not null;

-- The subsidiaries of users. Users with a profile that is bound to them see only their shipments.
create table user_subsidiaries (
    user_id uuid not null references users (id) on delete cascade,
    subsidiary_id uuid not null references subsidiaries (id),
    primary key (user_id, subsidiary_id)
);

-- Links in e-mails. The holder of a link has read the user's e-mail. Each link works once and expires.
create table account_links (
    token_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('reset_password', 'validate_email', 'accept_invitation')),
    -- The address that the link went to. The link is valid only while the user has that address.
    email text,
    created_at timestamptz not null,
    expires_at timestamptz not null
);

-- A new address for signing in, until the link in the e-mail to it is followed.
create table email_changes (
    user_id uuid primary key references users (id) on delete cascade,
    email text not null check (email = lower(email)),
    -- Null until the e-mail is written.
    token_hash bytea,
    created_at timestamptz not null,
    expires_at timestamptz not null
);

-- A user's addresses. If there are any, one of them is the default.
create table addresses (
    id uuid primary key,
    user_id uuid not null references users (id) on delete cascade,
    label text not null check (label <> ''),
    country_id smallint not null,
    postcode text not null,
    address_1 text not null,
    address_2 text,
    address_number text,
    address_complement text,
    state_id integer,
    city text not null,
    is_default boolean not null,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
);
-- One of a user is the default. The others differ by their ids, so that the index finds them, too.
create unique index addresses_default_key
    on addresses (user_id, (case when is_default then '00000000-0000-0000-0000-000000000000'::uuid else id end));

-- Versions of terms and privacy notice that users accepted.
create table legal_consents (
    user_id uuid not null references users (id) on delete cascade,
    kind text not null check (kind in ('terms', 'privacy')),
    version integer not null,
    accepted_at timestamptz not null,
    ip_address text not null,
    primary key (user_id, kind, version)
);
