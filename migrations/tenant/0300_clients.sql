-- Clients become records of the back office.
alter table clients add column address_complement text;
-- The number of a forwarding client in the company's warehouses abroad, part of its shipping address there.
alter table clients add column suite_code text;
-- For the staff.
alter table clients add column notes text;
alter table clients add column search_key text generated always as (' ' || search_text(
    code || ' ' || name || ' ' || coalesce(trading_name, '') || ' ' || coalesce(document, '') || ' '
    || coalesce(email, '') || ' ' || coalesce(city, '') || ' ' || coalesce(suite_code, '')
)) stored;
update clients set city = '' where city is null;
update clients set document_type = 1 where document_type is null;
update clients set country_id = (select value::text::smallint from settings where key = 'country_id')
where country_id is null;
alter table clients alter column city set default '';
alter table clients alter column document_type set default 1;
alter table clients add constraint clients_suite_code_key unique (suite_code);
create index clients_words_idx on clients using gin (search_key gin_trgm_ops);
create index clients_name_idx on clients (search_text(name), id);
drop index clients_search_idx;
