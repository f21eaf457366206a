-- Personal data in the account. A client's user edits the client's data: document and birthday are stored with the
-- client.
alter table users
    add column company_position text,
    add column document_type smallint not null default 1 check (document_type in (1, 2)),
    add column document text,
    add column birthday date,
    add column phone_house text,
    add column phone_work text,
    add column phone_fax text,
    add column phone_whatsapp text,
    -- Names of files. Both are drawn again from the uploaded picture, which is not kept.
    add column picture_key text,
    add column thumbnail_key text,
    add constraint users_picture_check check ((picture_key is null) = (thumbnail_key is null));

-- Name of a device, given by its user.
alter table sessions add column name text check (name <> '');

-- A new address for signing in, until the link in the e-mail to it is followed.
create table email_changes (
    user_id uuid primary key references users (id) on delete cascade,
    email text not null check (email = lower(email)),
    -- Null until the e-mail is written.
    token_hash bytea,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint email_changes_token_hash_key unique (token_hash)
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
create index addresses_user_idx on addresses (user_id);
create unique index addresses_default_key on addresses (user_id) where is_default;

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
