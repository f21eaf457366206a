-- Users, for administrators.

-- Search text of users. The leading space lets the first word be matched at its beginning like the others.
alter table users add column search_key text not null
    generated always as (left(' ' || search_text(name || ' ' || email), 360)) stored;
create index users_search_idx on users using gin (search_key gin_trgm_ops);
create index clients_search_idx on clients using gin ((' ' || search_text(name)) gin_trgm_ops);
-- One index per sort column; each includes the columns of all filters.
create index users_name_idx on users (name, id) include (user_type, active, client_id);
create index users_created_idx on users (created_at, id) include (user_type, active, client_id);
create index users_last_login_idx on users (last_login_at desc nulls last, id desc)
    include (user_type, active, client_id);
-- One index per selective filter.
create index users_type_idx on users (user_type, name, id) include (active, client_id);
create index users_client_idx on users (client_id) where client_id is not null;
create index users_inactive_idx on users (name, id) where not active;

-- An invitation is also a link in an e-mail.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check
    check (purpose in ('reset_password', 'validate_email', 'accept_invitation'));

-- An administrator who acts as the user of this session. It ends with the administrator's own session.
alter table sessions
    add column acting_user_id uuid references users (id) on delete cascade,
    add column acting_session_id uuid references sessions (id) on delete cascade,
    add constraint sessions_acting_check check ((acting_user_id is null) = (acting_session_id is null)),
    add constraint sessions_acting_other_check check (acting_user_id <> user_id);
create index sessions_acting_user_idx on sessions (acting_user_id) where acting_user_id is not null;
create index sessions_acting_session_idx on sessions (acting_session_id) where acting_session_id is not null;

-- The administrator who started it while acting as its owner; the audit log names both.
alter table background_tasks add column acting_user_id uuid;
