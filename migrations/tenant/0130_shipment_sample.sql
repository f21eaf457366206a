-- One shipment in 64, by the last byte of its id, which is chance. Of words, these few tell how many of all have them: far
-- more than are counted need not be counted.
create index shipments_sample_idx on shipments (
    created_at, id, status, to_country_id, service_id, client_id, partner_id, subsidiary_id, import_id, due_on, source
) include (tracking_code, search_key) where get_byte(uuid_send(id), 15) < 4;
