-- An import's shipments stand together in what goes with time, often far behind all others: in each of these orders they
-- have an index of their own.
create index shipments_import_updated_idx on shipments (
    import_id, updated_at, id, created_at, due_on, status, to_country_id, service_id, client_id, partner_id,
    subsidiary_id, source
) where import_id is not null;
create index shipments_import_tracking_code_idx on shipments (
    import_id, tracking_code, created_at, due_on, status, to_country_id, service_id, client_id, partner_id,
    subsidiary_id, source, id
) where import_id is not null;
