-- A table without a primary key is copied by all its columns, so that a company can move to another machine while it works.
alter table shipment_import_mappings replica identity full;
