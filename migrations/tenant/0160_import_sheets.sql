-- The sheets of a workbook, of which one is imported: its name is in `format`. Empty for a text file.

alter table shipment_imports
    add column sheets text[] not null default '{}';
