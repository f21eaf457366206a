-- Imports with lines that still need a correction, for the dashboard and its list.
create index shipment_imports_refused_idx on shipment_imports (created_at, id) include (client_id, subsidiary_id, partner_id, refused_lines)
    where status = 50 and refused_lines > 0;
