-- What an import creates: the shipments of a file, or its clients.
alter table shipment_imports add column kind text not null default 'shipments';
alter table shipment_imports add constraint shipment_imports_kind_check check (kind in ('shipments', 'clients'));
