-- Links in e-mails. The holder of a link has read the user's e-mail. Each link works once and expires.
create table account_links (
    token_hash bytea primary key,
    user_id uuid not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('reset_password', 'validate_email')),
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index account_links_user_idx on account_links (user_id, purpose);
