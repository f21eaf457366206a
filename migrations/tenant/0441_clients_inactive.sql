-- The list of inactive clients, who are few.
create index clients_inactive_idx on clients (search_text(name), id) where not active;
