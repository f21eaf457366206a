-- The schema's search folds more letters than before. Rows whose search text differs are written again.
update shipments set tracking_code = tracking_code
where search_key <> ' ' || search_text(
    tracking_code || ' ' || coalesce(external_ref, '') || ' ' || coalesce(to_name, '') || ' '
    || coalesce(from_name, '') || ' ' || coalesce(to_city, '')
);
update users set name = name where search_key <> left(' ' || search_text(name || ' ' || email), 360);
reindex index clients_search_idx;
-- With the former rule: two saved addresses that differ only in a letter the search folds now are both kept.
drop index saved_addresses_once_key;
create unique index saved_addresses_once_key on saved_addresses (
    client_id, partner_id, translate(lower(name), 'áàâãäåéèêëíìîïóòôõöúùûüçñ', 'aaaaaaeeeeiiiiooooouuuucn'), country_id,
    city, postcode, address_1, address_number
) nulls not distinct;
