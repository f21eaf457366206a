-- A movement that was entered with a time before the creation or the confirmation of its shipment did not count.
update shipments s
set status = m.status_effect, last_event_code = m.code, last_event_at = m.occurred_at
from (
    select distinct on (e.shipment_id) e.shipment_id, e.code, e.occurred_at, k.status_effect
    from shipment_events e
    join tracking_events k on k.code = e.code and k.status_effect >= 40
    where e.corrects is null and not exists (select from shipment_events c where c.corrects = e.id)
    order by e.shipment_id, e.occurred_at desc, e.id desc
) m
where m.shipment_id = s.id and s.last_event_code in ('CREATED', 'CONFIRMED') and s.status between 10 and 35;
