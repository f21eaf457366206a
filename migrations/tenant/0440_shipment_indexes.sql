-- Newest first of all shipments, and of one service without reading its rows. Companies have few services, and most have a
-- large share of the shipments.
drop index shipments_service_idx;
drop index shipments_created_idx;
create index shipments_created_idx on shipments (created_at, id, service_id);
-- The home of a client's user shows the latest deliveries among its newest shipments.
drop index shipments_delivered_idx;
-- Open shipments of all clients and of each one, and those among them without a movement. Closed shipments are nearly all
-- of a table, so this index stays small.
drop index shipments_idle_idx;
drop index shipments_open_idx;
create index shipments_open_idx on shipments (client_id, created_at, id, status, last_event_at)
    where status not in (0, 90, 93, 95, 96);
