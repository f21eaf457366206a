insert into clients (id, code, name)
select gen_random_uuid(), 'B' || lpad(n::text, 4, '0'), 'Comercial ' || n from generate_series(1, 400) n;
insert into partners (id, name, country_id, city)
select md5('partner' || n)::uuid, 'Agente ' || n, 32, 'São Paulo' from generate_series(1, 3) n;
-- The imports of the shipments: small ones of 2,500 lines, and a large one.
insert into shipment_imports (
    id, file_key, file_name, file_size, format, shape, header, mapping, sample, doubts, created_by, created_at, updated_at
)
select md5('import' || n)::uuid, 'bench', 'bench.csv', 0, '{}', '', '{}', '{}', '[]', '[]', md5('user')::uuid, now(), now()
from generate_series(0, 401) n;
