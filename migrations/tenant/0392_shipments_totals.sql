-- The frozen price of a confirmed shipment.
alter table shipments add column total_freight numeric(16, 4);
alter table shipments add column total_insurance numeric(16, 4);
alter table shipments add column total_tax numeric(16, 4);
alter table shipments add column total numeric(16, 4);
alter table shipments add column total_currency text;
-- The caller's key of the confirmation: the same call again changes nothing.
alter table shipments add column confirmation_key uuid;
