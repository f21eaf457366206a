-- E-mails for companies that cannot take them now, because they are suspended or being migrated. The files are the
-- companies' own; they are taken when the company is back.
create table waiting_mails (
    tenant text not null,
    sha256 bytea not null,
    file_key text not null,
    door text not null,
    size integer not null,
    received_at timestamptz not null default now(),
    primary key (tenant, sha256)
);
grant select, insert, delete on waiting_mails to remessa_control;

-- How far a mailbox has been read. One process reads it, until its lease ends.
create table mailboxes (
    name text primary key,
    uid_validity bigint not null default 0,
    last_uid bigint not null default 0,
    holder uuid,
    held_until timestamptz
);
grant select, insert, update on mailboxes to remessa_control;

-- E-mails of a mailbox that could not be stored. After five attempts they stay in the mailbox.
create table mailbox_failures (
    mailbox text not null references mailboxes (name) on delete cascade,
    uid_validity bigint not null,
    uid bigint not null,
    attempts smallint not null,
    problem text not null,
    failed_at timestamptz not null,
    primary key (mailbox, uid_validity, uid)
);
grant select, insert, update, delete on mailbox_failures to remessa_control;
