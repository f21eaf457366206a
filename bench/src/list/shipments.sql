-- Shipments $1 to $2 of $3, oldest first. Names, places, services and sources have a realistic, uneven distribution,
-- and most shipments older than some weeks are delivered.
with words as materialized (
    select
        array(select id from clients order by code) as clients,
        array(select id from services order by position, code) as services,
        array['Maria', 'João', 'Ana', 'José', 'Carlos', 'Paulo', 'Lucas', 'Juliana', 'Fernanda', 'Sofía', 'Miguel',
              'Wei', 'Peter', 'Olga', 'Ángela', 'Li', 'Amélie', 'Björn', 'Chinedu', 'Fatima', 'Hiroshi', 'Ingrid',
              'James', 'Katarzyna', 'Luís', 'Mohammed', 'Nadia', 'Óscar', 'Priya', 'Rafael', 'Sandra', 'Tariq',
              'Úrsula', 'Valentina', 'William', 'Xavier', 'Yusuf', 'Zoë'] as given,
        array['Silva', 'Souza', 'Santos', 'Pereira', 'Oliveira', 'García', 'Chen', 'Rossi', 'Smith', 'Müller', 'Wang',
              'Ivanova', 'Gonçalves', 'Fernández', 'Okafor', 'Tanaka', 'Kowalski', 'Dubois', 'Andersson', 'Haddad',
              'Khan', 'Patel', 'Nguyễn', 'Brown', 'Martínez', 'Araújo', 'Becker', 'Costa', 'Duarte', 'Esposito',
              'Farouk', 'Greco', 'Hernández', 'Ibrahim', 'Jansen', 'Kim', 'López', 'Mendes', 'Novak', 'O''Neill'] as family,
        array['Berlin', 'Lisboa', 'Miami', 'Porto', 'New York', 'Madrid', 'Paris', 'London', 'Tokyo', 'Toronto',
              'Buenos Aires', 'Roma', 'Orlando', 'Lagos', 'Accra', 'Lima', 'Quito', 'Luanda', 'Maputo', 'Shanghai',
              '深圳市', 'Nairobi', 'Zürich', 'Göteborg', 'Kraków', 'Abidjan', 'Kampala', 'Hà Nội', 'Dublin', 'Reykjavík']
            as cities,
        array(
            select c.id from countries c
            join unnest(array[
                'DE', 'PT', 'US', 'PT', 'US', 'ES', 'FR', 'GB', 'JP', 'CA', 'AR', 'IT', 'US', 'NG', 'GH', 'PE', 'EC', 'AO',
                'MZ', 'CN', 'CN', 'KE', 'CH', 'SE', 'PL', 'CI', 'UG', 'VN', 'IE', 'IS'
            ]) with ordinality city (alpha2, at) on city.alpha2 = c.alpha2 order by at
        ) as countries,
        array['Avenida Paulista', 'Rua São Bento', 'Main Street', 'Calle Mayor', 'Hauptstraße', 'Rue de la Paix'] as streets
), drawn as materialized (
    -- Squared and cubed random numbers prefer the start of each list.
    select n, case when n between $3 * 3 / 10 and $3 * 4 / 10
               -- One large file, imported within minutes.
               then now() - interval '511 days' + n * interval '5 milliseconds'
               else now() - ($3 - n + random()) * interval '730 days' / $3 end as created_at,
           1 + floor(power(random(), 1.6) * 38)::int as given_at, 1 + floor(power(random(), 1.6) * 40)::int as family_at,
           1 + floor(power(random(), 2.5) * 30)::int as city_at, 1 + floor(power(random(), 3) * 400)::int as client_at,
           1 + floor(power(random(), 2) * 4)::int as service_at, random() as fate, random() as origin, random() as agent,
           (power(random(), 3) * 30000)::int + 50 as weight_g
    from generate_series($1::int, $2::int) n
), told as (
    select *, case
            when fate < 0.004 then 95 when fate < 0.01 then 93 when fate < 0.03 then 0 when fate < 0.04 then 82
            when created_at < now() - interval '40 days' then case when fate < 0.05 then 15 else 90 end
            when created_at < now() - interval '15 days' then (array[70, 80, 84, 86, 90, 90])[1 + floor(random() * 6)::int]
            when fate < 0.2 then 15 else (array[10, 20, 30, 35, 40, 50, 60, 70])[1 + floor(random() * 8)::int]
        end as status,
        case when n between $3 * 3 / 10 and $3 * 4 / 10 then 'scms' when origin < 0.45 then 'scms' when origin < 0.75 then 'loja'
            when origin < 0.98 then 'marketplace' when origin < 0.999 then 'manual' else 'pilot' end as source
    from drawn
)
insert into shipments (
    id, tracking_code, status, missing, client_id, service_id, source, external_ref, contents_type, incoterm, currency,
    declared_value, declared_weight_g, volumetric_weight_g, chargeable_weight_g, parcel_count, item_count,
    from_name, from_address_1, from_address_number, from_city, from_postcode, from_country_id, from_phone, from_email,
    to_name, to_address_1, to_address_number, to_address_complement, to_city, to_postcode, to_country_id, to_phone,
    to_email, label_printed_at, last_event_code, last_event_at, import_id, partner_id, due_on, created_at, updated_at
)
select
    -- Ids as the server makes them: time, then random bits.
    (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
        || '8' || substr(md5(random()::text), 1, 15))::uuid,
    'AT' || lpad(n::text, 8, '0') || n % 10 || 'BR', status,
    case when status = 15 then array['to_postcode', 'to_phone'] else '{}' end,
    case when origin < 0.97 then clients[client_at] end, case when status <> 15 then services[service_at] end, source,
    case when origin < 0.99 then 'PO-' || 4500000 + n end, 'merchandise', 'DAP', (array['USD', 'EUR', 'BRL'])[1 + n % 3],
    case when origin > 0.02 then round((power(random(), 4) * 5000 + 5)::numeric, 2) end, weight_g, weight_g * 4 / 5,
    case when status <> 15 then (weight_g + 499) / 500 * 500 end, 1 + n % 3, 1 + n % 5,
    'Comercial Exportadora ' || client_at, streets[1 + n % 6], (n % 2000)::text, 'São Paulo', '01310100', 32, '+551140028922',
    'envios@exportadora.test',
    given[given_at] || ' ' || case when n % 3 = 0 then family[1 + n % 40] || ' ' else '' end || family[family_at],
    streets[1 + n % 5], (n % 900)::text, 'apto. ' || n % 90, cities[city_at], lpad((n % 99999)::text, 5, '0'), countries[city_at],
    '+55319' || lpad((n % 99999999)::text, 8, '0'), lower('pessoa' || n || '@example.test'),
    case when status >= 35 then created_at + interval '1 day' end, 'CREATED', created_at,
    case when source = 'scms' then md5('import' || case when n between $3 * 3 / 10 and $3 * 4 / 10 then 0 else 1 + n / 2500 end)::uuid end,
    -- One partner has a fifth of all shipments, one a fiftieth, and one a few hundred.
    case when agent < 0.2 then md5('partner1')::uuid when agent < 0.22 then md5('partner2')::uuid
        when agent < 0.2205 then md5('partner3')::uuid end,
    case when fate < 0.7 then created_at::date + 3 + n % 20 end, created_at, least(now(), created_at + random() * interval '25 days')
from told, words
