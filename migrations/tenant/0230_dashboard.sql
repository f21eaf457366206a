-- Shipments under way without a movement, for the dashboard and its list. They are few, so the index stays small.
create index shipments_idle_idx on shipments (coalesce(last_event_at, created_at), id)
    where status not in (0, 10, 15, 20, 90, 93, 95, 96);
