-- Details of an import before and after its check.

alter table shipment_imports
    -- Origin of the mapping: guessed, remembered from a file with the same columns, or saved by a user.
    add column mapping_origin text not null default 'saved' check (mapping_origin in ('guessed', 'remembered', 'saved')),
    -- Rows under the header, if the first read reached the end of the file.
    add column total_lines integer,
    -- Number of new shipments that lack each field for shipping.
    add column missing jsonb not null default '{}';
