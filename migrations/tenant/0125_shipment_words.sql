-- Words, newest first, in indexes of their own: of a frequent word every shipment is looked at until enough are found, and
-- a walk takes as long as its entries are wide. So what filters no longer carries the words; and what carries the words
-- holds of the other filters those of some bytes, and of the long ones only those that stand before it in this list:
-- service, client, partner, import, subsidiary. Of any two filters, one then has an index with the other and the words.
drop index shipments_status_idx, shipments_client_idx, shipments_service_idx, shipments_subsidiary_idx,
    shipments_partner_idx, shipments_to_country_idx, shipments_source_idx, shipments_import_idx, shipments_words_idx,
    shipments_search_idx, shipments_client_only_idx, shipments_service_only_idx, shipments_subsidiary_only_idx,
    shipments_partner_only_idx, shipments_to_country_only_idx, shipments_source_only_idx;

-- Of a source only whether it is the same is asked, and bytes tell that sooner than letters.
alter table shipments alter column source type text collate "C";

-- A rare word is found by its letters, together with any filters: in one index, which tells only what has all of them. So
-- of the indexes of one filter each only that of the status stays: what needs attention has no weight yet, stands behind
-- all else by weight, and is read and sorted sooner than walked to.
create index shipments_search_idx on shipments using gin (
    search_key gin_trgm_ops, partner_id, import_id, client_id, service_id, subsidiary_id, status, to_country_id, source
);

create index shipments_words_idx on shipments (
    created_at, id, status, to_country_id, due_on, source
) include (search_key);
create index shipments_status_words_idx on shipments (
    status, created_at, id, to_country_id, due_on, source
) include (search_key);
create index shipments_to_country_words_idx on shipments (
    to_country_id, created_at, id, status, due_on, source
) include (search_key);
create index shipments_source_words_idx on shipments (
    source, created_at, id, status, to_country_id, due_on
) include (search_key);
create index shipments_service_words_idx on shipments (
    service_id, created_at, id, status, to_country_id, due_on, source
) include (search_key);
create index shipments_client_words_idx on shipments (
    client_id, created_at, id, status, to_country_id, due_on, service_id, source
) include (search_key);
create index shipments_partner_words_idx on shipments (
    partner_id, created_at, id, status, to_country_id, due_on, service_id, client_id, source
) include (search_key) where partner_id is not null;
create index shipments_import_words_idx on shipments (
    import_id, created_at, id, status, to_country_id, due_on, service_id, client_id, partner_id, source
) include (search_key) where import_id is not null;
create index shipments_subsidiary_words_idx on shipments (
    subsidiary_id, created_at, id, status, to_country_id, due_on, service_id, client_id, partner_id, import_id,
    source
) include (search_key) where subsidiary_id is not null;

-- The filters as before, and what is sorted by with those that go with time.
create index shipments_status_idx on shipments (
    status, created_at, id, due_on, import_id, to_country_id, service_id, client_id, partner_id, subsidiary_id,
    source
);
create index shipments_client_idx on shipments (
    client_id, created_at, id, due_on, import_id, status, to_country_id, service_id, partner_id, subsidiary_id,
    source
);
create index shipments_service_idx on shipments (
    service_id, created_at, id, due_on, import_id, status, to_country_id, client_id, partner_id, subsidiary_id,
    source
);
create index shipments_subsidiary_idx on shipments (
    subsidiary_id, created_at, id, due_on, import_id, status, to_country_id, service_id, client_id, partner_id,
    source
) where subsidiary_id is not null;
create index shipments_partner_idx on shipments (
    partner_id, created_at, id, due_on, import_id, status, to_country_id, service_id, client_id, subsidiary_id,
    source
) where partner_id is not null;
create index shipments_to_country_idx on shipments (
    to_country_id, created_at, id, due_on, import_id, status, service_id, client_id, partner_id, subsidiary_id,
    source
);
create index shipments_source_idx on shipments (
    source, created_at, id, due_on, import_id, status, to_country_id, service_id, client_id, partner_id,
    subsidiary_id
);
create index shipments_import_idx on shipments (
    import_id, created_at, id, due_on, status, to_country_id, service_id, client_id, partner_id, subsidiary_id,
    source
) include (updated_at, tracking_code, to_name, chargeable_weight_g, declared_value) where import_id is not null;
create index shipments_days_idx on shipments (
    created_at, id, due_on, import_id, status, to_country_id, service_id, client_id, partner_id, subsidiary_id,
    source
) include (updated_at, tracking_code, to_name, chargeable_weight_g, declared_value);
