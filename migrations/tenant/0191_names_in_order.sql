-- Names are sorted as people read them: Álvaro beside Ana, small letters beside capitals.
drop index shipments_to_name_idx;
create index shipments_to_name_idx on shipments (to_name collate "und-x-icu", id);
drop index users_name_idx, users_type_idx, users_inactive_idx;
create index users_name_idx on users (name collate "und-x-icu", id) include (user_type, active, client_id);
create index users_type_idx on users (user_type, name collate "und-x-icu", id) include (active, client_id);
create index users_inactive_idx on users (name collate "und-x-icu", id) where not active;
