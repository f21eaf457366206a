//! Fills a warehouse: items, lots that expire on different days, and places where they lie.

use sqlx::{Executor, PgConnection};
use uuid::Uuid;

/// Lots of each item, and units of each lot.
const LOTS_OF_ITEM: i32 = 20;
const UNITS: i32 = 10;
const PLACES: i32 = 1_000;

const WAREHOUSE: &str = "
    insert into warehouses (id, code, name, warehouse_type, country_id, city, time_zone)
    values (md5('warehouse')::uuid, 'BENCH', 'Guarulhos', 'hub', 32, 'Guarulhos', 'America/Sao_Paulo')";
/// In ten aisles.
const INSERT_PLACES: &str = "
    insert into stock_places (id, warehouse_id, warehouse_code, code, kind)
    select md5('place' || n)::uuid, md5('warehouse')::uuid, 'BENCH', chr(65 + n % 10) || '-' || lpad(n::text, 4, '0'), 'storage'
    from generate_series(1, $1::int) n";
const ITEMS: &str = "
    insert into stock_items (id, sku, title, unit, weight_g, keep_lot, keep_expiry, alert_days)
    select md5('item' || n)::uuid, 'SKU-' || lpad(n::text, 5, '0'),
           (array['Camiseta', 'Caneca', 'Fone de ouvido', 'Vela', 'Relógio'])[1 + n % 5] || ' ' || n, 'piece', 100 + n % 900, true,
           true, 30
    from generate_series(1, $1::int) n";
/// Some have expired, some are kept back.
const LOTS: &str = "
    insert into stock_lots (id, item_id, code, expires_on, status, reason, received_at, created_at, updated_at)
    select md5('lot' || n)::uuid, md5('item' || 1 + n % $2::int)::uuid, 'L' || lpad(n::text, 7, '0'),
           current_date - 10 + (n * 7919::bigint % 700)::int, case when n % 97 = 0 then 'hold' else 'available' end,
           case when n % 97 = 0 then 'Damaged in transit' end, now() - n * interval '1 minute', now() - n * interval '1 minute', now()
    from generate_series(1, $1::int) n";
const LEVELS: &str = "
    insert into stock_levels (id, lot_id, place_id, on_hand, first_received_at, last_moved_at, created_at, search_key)
    select md5('level' || n)::uuid, t.id, p.id, $3::int, t.received_at, t.received_at, t.created_at,
           ' ' || search_text(concat_ws(' ', i.sku, i.title, i.ean, i.client_name, t.code, p.code, p.warehouse_code))
    from generate_series(1, $1::int) n
    join stock_lots t on t.id = md5('lot' || n)::uuid
    join stock_items i on i.id = t.item_id
    join stock_places p on p.id = md5('place' || 1 + n % $2::int)::uuid";
/// The movements of which the levels are the sum.
const MOVEMENTS: &str = "
    insert into stock_movements (id, position, posted_at, occurred_at, kind, lot_id, quantity, to_place_id, outside, to_after,
                                 source_type, source_id, line)
    select gen_random_uuid(), nextval('stock_positions'), l.created_at, l.created_at, 'receipt', l.lot_id, l.on_hand, l.place_id,
           'supplier', l.on_hand, 'bench', l.id, 1
    from stock_levels l";
const EXAMPLES: &str = "
    select md5('warehouse')::uuid as warehouse_id, md5('item42')::uuid as item_id, md5('lot777')::uuid as lot_id,
           md5('place7')::uuid as place_id";
const WANTED: &str =
    "select id, sku from stock_items where sku <= 'SKU-' || lpad($1::int::text, 5, '0') order by sku";

/// Values of filters.
#[derive(sqlx::FromRow)]
pub struct StockExamples {
    pub warehouse_id: Uuid,
    pub item_id: Uuid,
    pub lot_id: Uuid,
    pub place_id: Uuid,
}

/// Goods to pick.
#[derive(sqlx::FromRow)]
pub struct WantedItem {
    pub id: Uuid,
    pub sku: String,
}

pub async fn fill(owner: &mut PgConnection, lots: i32) -> anyhow::Result<()> {
    let items = lots / LOTS_OF_ITEM;
    sqlx::query(WAREHOUSE).execute(&mut *owner).await?;
    sqlx::query(INSERT_PLACES).bind(PLACES).execute(&mut *owner).await?;
    sqlx::query(ITEMS).bind(items).execute(&mut *owner).await?;
    sqlx::query(LOTS).bind(lots).bind(items).execute(&mut *owner).await?;
    sqlx::query(LEVELS).bind(lots).bind(PLACES).bind(UNITS).execute(&mut *owner).await?;
    sqlx::query(MOVEMENTS).execute(&mut *owner).await?;
    // Autovacuum would do this later.
    owner
        .execute("vacuum (analyze) stock_places, stock_items, stock_lots, stock_levels, stock_movements")
        .await?;
    Ok(())
}

pub async fn find_examples(owner: &mut PgConnection) -> anyhow::Result<StockExamples> {
    Ok(sqlx::query_as(EXAMPLES).fetch_one(owner).await?)
}

/// The first items.
pub async fn list_items(owner: &mut PgConnection, count: i32) -> anyhow::Result<Vec<WantedItem>> {
    Ok(sqlx::query_as(WANTED).bind(count).fetch_all(owner).await?)
}
