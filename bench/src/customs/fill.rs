//! Fills the company: shipments, bags in all states, and parcels in them.

use anyhow::ensure;
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

/// Parcels of each bag of the manifest.
const PER_BAG: i32 = 200;

/// To one country; those without a bag have been received. Names as they are on labels: messages write other letters for some.
const SHIPMENTS: &str = "
    insert into shipments (id, tracking_code, status, source, external_ref, contents_type, incoterm, currency, declared_value,
                           declared_weight_g, from_name, from_address_1, from_address_number, from_city, from_postcode,
                           from_country_id, from_phone, to_name, to_address_1, to_address_number, to_city, to_postcode,
                           to_country_id, to_phone, parcel_count, item_count, created_at, updated_at)
    select md5('shipment' || n)::uuid, 'ZZ' || lpad(n::text, 9, '0') || 'BR',
           case when n > $2::int and n <= $2 + $3::int then 40 else 50 end, 'bench', 'PO-' || n, 'merchandise', 'DAP', 'USD',
           100 + n % 900, 500 + n % 4500, 'Comercial Exportadora Horizonte Ltda.', 'Avenida Paulista', (n % 2000)::text,
           'São Paulo', '01310100', 32, '+551140028922', 'João Gonçalves da Silva ' || n, 'Friedrichstraße', (n % 300)::text,
           'Berlin', '10117', 81, '+493012345678', 1, 1, now() - n * interval '1 minute', now()
    from generate_series(1, $1::int) n";
const PARCELS: &str = "
    insert into parcels (id, shipment_id, seq, length_mm, width_mm, height_mm, weight_g)
    select gen_random_uuid(), id, 1, 300, 200, 155, declared_weight_g from shipments where source = 'bench'";
const ITEMS: &str = "
    insert into shipment_items (id, shipment_id, seq, description, hs_code, quantity, unit)
    select gen_random_uuid(), id, 1, 'Wireless headphones with charging case', '851830', 2, 'un.'
    from shipments where source = 'bench'";
const WAREHOUSE: &str = "
    insert into warehouses (id, code, name, warehouse_type, country_id, city, airport, time_zone)
    values (md5('warehouse')::uuid, 'BENCH', 'Guarulhos', 'hub', 32, 'Guarulhos', 'GRU', 'America/Sao_Paulo')";
/// The first $3 bags are closed and go on the manifest, the next one is open.
const BAGS: &str = "
    insert into bags (id, number, warehouse_id, warehouse_code, kind, status, origin_airport, destination_airport,
                      destination_country_id, max_parcels, max_weight_g, tare_g, seal, gross_g, closed_at, created_at, updated_at)
    select md5('bag' || n)::uuid, 'BENCH-B-26-' || lpad(n::text, 6, '0'), md5('warehouse')::uuid, 'BENCH', 'bag', status, 'GRU',
           case when n <= $3 + 1 then 'FRA' else (array['FRA', 'MUC', 'HAM', 'BER'])[1 + n % 4] end, 81, 100000, 2000000000, 200,
           case when status > 10 then 'SEAL' || lpad(n::text, 6, '0') end, case when status > 10 then 200 end,
           case when status > 10 then now() - n * interval '1 minute' end, now() - n * interval '5 minutes', now()
    from (
        select n, case when n <= $3::int then 20 when n = $3 + 1 then 10
                       else (array[0, 10, 20, 40, 50, 60, 80, 80])[1 + n % 8] end as status
        from generate_series($1::int, $2::int) n
    ) numbered";
/// $1 houses in bags of $2, then $3 parcels in the open bag $4, then $5 that are scanned later, and one in each further bag.
const PACKED: &str = "
    insert into bag_parcels (id, bag_id, shipment_id, seq, parcel_count, tracking_code, weight_g, station, scanned_at, scanned_by)
    select md5('packed' || n)::uuid, b.id, s.id, 1, 1, s.tracking_code, s.declared_weight_g, 'Mesa', now() - interval '1 hour',
           md5('user')::uuid
    from (
        select n, case when n <= $1::int then (n - 1) / $2::int + 1 when n <= $1 + $3::int then $4::int
                       else $4 + n - ($1 + $3 + $5::int) end as bag
        from generate_series(1, $6::int) n where n <= $1 + $3 or n > $1 + $3 + $5
    ) place
    join bags b on b.id = md5('bag' || bag)::uuid
    join shipments s on s.id = md5('shipment' || n)::uuid";
const COUNTED: &str = "
    update bags b
    set parcel_count = packed.parcels, parcel_weight_g = packed.weight_g,
        gross_g = case when b.gross_g is not null then packed.weight_g + b.tare_g end
    from (select bag_id, count(*)::int as parcels, sum(weight_g)::int as weight_g from bag_parcels group by bag_id) packed
    where packed.bag_id = b.id";
const BAG_IDS: &str = "select md5('bag' || n)::uuid from generate_series($1::int, $2::int) n";
const UNPACKED: &str = "select tracking_code from shipments where status = 40 order by tracking_code";

/// The numbers of bags, from 1.
#[derive(Clone, Copy)]
pub struct BagNumbers {
    pub first: i32,
    pub last: i32,
}

pub struct Fill<'a> {
    pub owner: &'a mut PgConnection,
    pub shipments: i32,
    /// Shipments of the manifest.
    pub houses: i32,
    /// Parcels of the open bag, and those that come into it later.
    pub packed: i32,
    pub scans: i32,
}

impl Fill<'_> {
    /// The bag behind those of the manifest.
    const fn open_number(&self) -> i32 {
        (self.houses + PER_BAG - 1) / PER_BAG + 1
    }

    pub async fn add_shipments(&mut self) -> anyhow::Result<()> {
        let bagged = self.houses + self.packed;
        ensure!(self.shipments >= bagged + self.scans, "{} shipments at least", bagged + self.scans);
        let shipments = sqlx::query(SHIPMENTS).bind(self.shipments).bind(bagged).bind(self.scans);
        shipments.execute(&mut *self.owner).await?;
        for rows in [PARCELS, ITEMS, WAREHOUSE] {
            sqlx::query(rows).execute(&mut *self.owner).await?;
        }
        // Autovacuum would do this later.
        self.owner.execute("vacuum (analyze) shipments, parcels, shipment_items").await?;
        Ok(())
    }

    pub async fn add_bags(&mut self, numbers: BagNumbers) -> anyhow::Result<()> {
        let BagNumbers { first, last } = numbers;
        let bags = sqlx::query(BAGS).bind(first).bind(last).bind(self.open_number() - 1);
        bags.execute(&mut *self.owner).await?;
        self.owner.execute("vacuum (analyze) bags").await?;
        Ok(())
    }

    /// Puts parcels into all bags.
    pub async fn pack(&mut self) -> anyhow::Result<()> {
        let packed = sqlx::query(PACKED).bind(self.houses).bind(PER_BAG).bind(self.packed);
        let packed = packed.bind(self.open_number()).bind(self.scans).bind(self.shipments);
        packed.execute(&mut *self.owner).await?;
        sqlx::query(COUNTED).execute(&mut *self.owner).await?;
        self.owner.execute("vacuum (analyze) bags, bag_parcels").await?;
        Ok(())
    }

    /// The bag that takes more parcels.
    pub async fn find_open_bag(&mut self) -> anyhow::Result<Uuid> {
        let number = self.open_number();
        let query = sqlx::query_scalar(BAG_IDS).bind(number).bind(number);
        Ok(query.fetch_one(&mut *self.owner).await?)
    }

    /// The bags of the manifest.
    pub async fn list_closed_bags(&mut self) -> anyhow::Result<Vec<Uuid>> {
        let query = sqlx::query_scalar(BAG_IDS).bind(1).bind(self.open_number() - 1);
        Ok(query.fetch_all(&mut *self.owner).await?)
    }

    /// Codes of parcels that are in no bag.
    pub async fn list_unpacked(&mut self) -> anyhow::Result<Vec<String>> {
        Ok(sqlx::query_scalar(UNPACKED).fetch_all(&mut *self.owner).await?)
    }
}
