alter table clients add column group_id uuid references client_groups (id);
create index clients_group_idx on clients (group_id, search_text(name), id) where group_id is not null;
