-- New clients of a month, for the dashboard.
create index clients_created_idx on clients (created_at);
