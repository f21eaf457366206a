-- On a walk past shipments, half of the time went into searching their texts. The pairs of letters tell most of those that
-- lack a word, so they stand beside the words. (A generated column cannot be made from another, so the text is told again.)
drop index shipments_words_idx, shipments_status_words_idx, shipments_to_country_words_idx, shipments_source_words_idx,
    shipments_service_words_idx, shipments_client_words_idx, shipments_partner_words_idx, shipments_import_words_idx,
    shipments_subsidiary_words_idx;
alter table shipments add column letter_pairs bigint not null generated always as (letter_pairs(left(search_text(
    tracking_code || ' ' || coalesce(external_ref, '') || ' ' || coalesce(to_name, '') || ' '
    || coalesce(from_name, '') || ' ' || coalesce(to_city, '')
), 360))) stored;

create index shipments_words_idx on shipments (
    created_at, id, status, to_country_id, due_on, source
) include (letter_pairs, search_key);
create index shipments_status_words_idx on shipments (
    status, created_at, id, to_country_id, due_on, source
) include (letter_pairs, search_key);
create index shipments_to_country_words_idx on shipments (
    to_country_id, created_at, id, status, due_on, source
) include (letter_pairs, search_key);
create index shipments_source_words_idx on shipments (
    source, created_at, id, status, to_country_id, due_on
) include (letter_pairs, search_key);
create index shipments_service_words_idx on shipments (
    service_id, created_at, id, status, to_country_id, due_on, source
) include (letter_pairs, search_key);
create index shipments_client_words_idx on shipments (
    client_id, created_at, id, status, to_country_id, due_on, service_id, source
) include (letter_pairs, search_key);
create index shipments_partner_words_idx on shipments (
    partner_id, created_at, id, status, to_country_id, due_on, service_id, client_id, source
) include (letter_pairs, search_key) where partner_id is not null;
create index shipments_import_words_idx on shipments (
    import_id, created_at, id, status, to_country_id, due_on, service_id, client_id, partner_id, source
) include (letter_pairs, search_key) where import_id is not null;
create index shipments_subsidiary_words_idx on shipments (
    subsidiary_id, created_at, id, status, to_country_id, due_on, service_id, client_id, partner_id, import_id,
    source
) include (letter_pairs, search_key) where subsidiary_id is not null;

-- Days of delivery go with none of these: words of a month are walked to there, and put in order.
create index shipments_due_words_idx on shipments (
    due_on, created_at, id, status, to_country_id, source
) include (letter_pairs, search_key) where due_on is not null;

-- A partner may have a fifth of all shipments, and half of these one source or one service: to count by words up to the
-- cap, what has another need not be passed. An entry is read the sooner the less it holds, most of all of what may be empty.
create index shipments_partner_source_words_idx on shipments (
    partner_id, source, created_at, id
) include (letter_pairs, search_key) where partner_id is not null;
create index shipments_partner_service_words_idx on shipments (
    partner_id, service_id, created_at, id
) include (letter_pairs, search_key) where partner_id is not null;
