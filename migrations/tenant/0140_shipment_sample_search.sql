-- Of words, one shipment in 16 tells how many of all have them, to some 4 %: in an index by letters of its own a frequent
-- word is counted there sooner than on a walk past one in 64. The index by days finds what letters are too many for.
drop index shipments_sample_idx;
create index shipments_sample_idx on shipments (
    created_at, id, status, to_country_id, service_id, client_id, partner_id, subsidiary_id, import_id, due_on, source
) include (tracking_code, search_key) where get_byte(uuid_send(id), 15) < 16;
create index shipments_sample_search_idx on shipments using gin (
    search_key gin_trgm_ops, partner_id, import_id, client_id, service_id, subsidiary_id, status, to_country_id, source
) where get_byte(uuid_send(id), 15) < 16;
