-- What two filters leave together, or a filter and a word: equal values share an entry here, so that at a million shipments
-- each is some 7 MB, where the one that also knows the order and the other filters is 190.
create index shipments_status_only_idx on shipments (status);
create index shipments_client_only_idx on shipments (client_id);
create index shipments_service_only_idx on shipments (service_id);
create index shipments_to_country_only_idx on shipments (to_country_id);
