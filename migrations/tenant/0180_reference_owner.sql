-- A reference belongs to the owner of its shipment: the client, or else the partner, or else the company (the nil id).
alter table shipments
    add column owner_id uuid not null generated always as
        (coalesce(client_id, partner_id, '00000000-0000-0000-0000-000000000000')) stored,
    drop constraint shipments_external_ref_key,
    -- The source comes first: the index also serves the filter by source.
    add constraint shipments_external_ref_key unique (source, external_ref, owner_id);

-- The source of an import began with the code of its owner. It is removed, so that a file of before finds its shipments.
update shipments s set source = case when s.source = o.code then 'import' else substr(s.source, length(o.code) + 2) end
from (select id, code from clients union all select id, code from partners) o
where o.id = s.owner_id and s.import_id is not null and (s.source = o.code or starts_with(s.source, o.code || '/'))
  and not exists (
    select from shipments twin
    where twin.owner_id = s.owner_id and twin.external_ref = s.external_ref
      and twin.source = case when s.source = o.code then 'import' else substr(s.source, length(o.code) + 2) end
  );
