-- What is found by words is sorted by what its index holds. Up to the cap all of it is: reading 10,000 shipments for a column
-- took as long as the walk to them, and the column makes the walk some 15 % longer.
drop index shipments_words_idx, shipments_status_words_idx, shipments_to_country_words_idx, shipments_source_words_idx,
    shipments_service_words_idx, shipments_client_words_idx, shipments_partner_words_idx,
    shipments_partner_source_words_idx, shipments_partner_service_words_idx, shipments_import_words_idx,
    shipments_subsidiary_words_idx, shipments_due_words_idx;

create index shipments_words_idx on shipments (
    created_at, id, status, to_country_id, due_on, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
);
create index shipments_status_words_idx on shipments (
    status, created_at, id, to_country_id, due_on, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
);
create index shipments_to_country_words_idx on shipments (
    to_country_id, created_at, id, status, due_on, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
);
create index shipments_source_words_idx on shipments (
    source, created_at, id, status, to_country_id, due_on
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
);
create index shipments_service_words_idx on shipments (
    service_id, created_at, id, status, to_country_id, due_on, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
);
create index shipments_client_words_idx on shipments (
    client_id, created_at, id, status, to_country_id, due_on, service_id, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
);
create index shipments_partner_words_idx on shipments (
    partner_id, created_at, id, status, to_country_id, due_on, service_id, client_id, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
) where partner_id is not null;
create index shipments_partner_source_words_idx on shipments (
    partner_id, source, created_at, id
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
) where partner_id is not null;
create index shipments_partner_service_words_idx on shipments (
    partner_id, service_id, created_at, id
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
) where partner_id is not null;
create index shipments_import_words_idx on shipments (
    import_id, created_at, id, status, to_country_id, due_on, service_id, client_id, partner_id, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
) where import_id is not null;
create index shipments_subsidiary_words_idx on shipments (
    subsidiary_id, created_at, id, status, to_country_id, due_on, service_id, client_id, partner_id, import_id,
    source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
) where subsidiary_id is not null;
create index shipments_due_words_idx on shipments (
    due_on, created_at, id, status, to_country_id, source
) include (
    letter_pairs, updated_at, chargeable_weight_g, declared_value, to_name, tracking_code, search_key
) where due_on is not null;
