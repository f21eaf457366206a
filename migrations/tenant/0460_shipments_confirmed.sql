-- When a shipment was confirmed; null before, and after its confirmation was undone. Goods can move before it.
alter table shipments add column confirmed_at timestamptz;
update shipments s set confirmed_at = e.confirmed_at
from (
    select e.shipment_id, max(e.received_at) as confirmed_at
    from shipment_events e
    where e.code = 'CONFIRMED' and e.corrects is null
      and not exists (select from shipment_events c where c.corrects = e.id)
    group by e.shipment_id
) e
where e.shipment_id = s.id;
-- Shipments of clients that went on without a confirmation. They are few, so the index stays small.
create index shipments_unconfirmed_idx on shipments (created_at, id)
    where confirmed_at is null and client_id is not null and status not in (0, 10, 15, 20);
