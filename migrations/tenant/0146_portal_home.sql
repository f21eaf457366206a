-- The home of a client's user: its open shipments, and its newest deliveries. Closed shipments are nearly all of a
-- table, so the first index stays small.
create index shipments_open_idx on shipments (client_id, created_at, id, status)
    where status not in (0, 90, 93, 95, 96) and client_id is not null;
create index shipments_delivered_idx on shipments (client_id, last_event_at, id)
    where status = 90 and client_id is not null;
