-- For the list of the imports of one kind, newest first.
create index shipment_imports_kind_idx on shipment_imports (kind, created_at desc, id desc);
