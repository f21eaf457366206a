-- A correcting event names the event that it undoes; both rows stay.
alter table shipment_events
    -- The shipment's status before the event, to return to it. Null for events that cannot be undone.
    add status_before smallint,
    add corrects uuid;
create unique index shipment_events_corrects_key on shipment_events (corrects) where corrects is not null;
