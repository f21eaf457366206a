-- What a person wants to know of a file of shipments, before its check and after it.

alter table shipment_imports
    -- Where its mapping comes from: guessed, remembered from a file of the same shape, saved by somebody.
    add column mapping_origin text not null default 'saved' check (mapping_origin in ('guessed', 'remembered', 'saved')),
    -- Rows under the header, when the first look reached the end of the file.
    add column total_lines integer,
    -- Of the new shipments, how many lack each field that shipping needs.
    add column missing jsonb not null default '{}';
