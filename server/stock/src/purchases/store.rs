//! SQL of purchases.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PurchaseLine, PurchaseLineInput, PurchaseReceipt};
use super::state::PurchaseStatus;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const PURCHASES: Records = Records {
    table: "purchases",
    resource: Resource::Purchase,
    id: "u.id = ",
    listing: Listing {
        columns: "u.id, u.number, u.status, u.warehouse_id, u.warehouse_code, u.subsidiary_id, u.client_id, u.client_name,
              u.supplier, u.supplier_reference, u.currency::text as currency, u.over_percent, u.expected_on, n.quantity, n.received, n.total_cost,
              u.note, u.reason, u.ordered_at, u.ended_at, u.created_at, u.updated_at, u.version",
        from: "purchases u cross join lateral (
               select coalesce(sum(l.quantity), 0)::bigint as quantity, coalesce(sum(l.received), 0)::bigint as received,
                      case when count(l.unit_cost) = count(*) then sum(l.quantity * l.unit_cost) end as total_cost
               from purchase_lines l where l.purchase_id = u.id
           ) n",
        order: "u.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('purchase_numbers')";
pub const DELETE_LINES: &str = "delete from purchase_lines where purchase_id = $1";
pub const INSERT_LINES: &str = "
    insert into purchase_lines (purchase_id, line, item_id, quantity, unit_cost)
    select $1, n.line, n.item_id, n.quantity, n.unit_cost
    from unnest($2::uuid[], $3::integer[], $4::numeric[]) with ordinality n(item_id, quantity, unit_cost, line)";
pub const LINES: &str = "
    select l.line, l.item_id, i.sku, i.ean, i.title, i.unit, i.keep_lot, i.keep_expiry, l.quantity, l.received, l.unit_cost
    from purchase_lines l join stock_items i on i.id = l.item_id
    where l.purchase_id = $1 order by l.line";
pub const COUNT_RECEIVED: &str =
    "update purchase_lines set received = received + $3 where purchase_id = $1 and line = $2";
/// The caller has locked the purchase, so that no other receipt takes the number.
pub const ADD_RECEIPT: &str = "
    with newest as materialized (
        select coalesce(max(no), 0) as no from purchase_receipts where purchase_id = $1 and line = $2)
    insert into purchase_receipts (purchase_id, line, no, key, quantity, movement_id, received_at)
    select $1, $2, newest.no + 1, $3, $4, $5, $6 from newest";

macro_rules! receipts {
    () => {
        "select r.line, r.no, i.sku, i.title, r.quantity, p.warehouse_code || ' · ' || p.code as place, t.code as lot,
                t.expires_on as expiration_date, r.received_at, r.movement_id, b.posted_at as returned_at
         from purchase_receipts r join stock_movements m on m.id = r.movement_id
         join stock_lots t on t.id = m.lot_id join stock_items i on i.id = t.item_id
         join stock_places p on p.id = m.to_place_id
         left join stock_movements b on b.of_movement_id = m.id and b.kind = 'reversal'
         where r.purchase_id = $1"
    };
}

pub const RECEIPTS: &str =
    concat!(receipts!(), " order by r.received_at desc, r.line desc, r.no desc limit 1000");
pub const RECEIPT_OF_KEY: &str = concat!(receipts!(), " and r.key = $2");
pub const RECEIPT: &str = concat!(receipts!(), " and r.line = $2 and r.no = $3");

/// The columns that a form writes.
#[derive(Clone, Debug, Serialize)]
pub struct PurchaseColumns {
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub supplier: Option<String>,
    pub supplier_reference: Option<String>,
    pub currency: String,
    pub over_percent: i16,
    pub expected_on: Option<NaiveDate>,
    pub note: Option<String>,
}

/// The columns of a new purchase.
#[derive(Clone, Debug, Serialize)]
pub struct NewPurchase {
    pub number: String,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    #[serde(flatten)]
    pub columns: PurchaseColumns,
    pub created_by: Uuid,
}

/// The columns of a purchase that was ordered.
#[derive(Debug, Serialize)]
pub struct OrderedColumns {
    pub status: PurchaseStatus,
    pub ordered_at: DateTime<Utc>,
}

/// The columns of a purchase whose goods have come or gone.
#[derive(Debug, Serialize)]
pub struct GoodsColumns {
    pub status: PurchaseStatus,
}

/// The columns of a purchase that has ended.
#[derive(Debug, Serialize)]
pub struct EndedColumns {
    pub status: PurchaseStatus,
    pub reason: String,
    pub ended_at: DateTime<Utc>,
}

/// A new receipt of a line.
#[derive(Clone, Copy, Debug)]
pub struct NewReceipt {
    pub line: i16,
    pub key: Uuid,
    pub quantity: i32,
    pub movement_id: Uuid,
}

/// The purchases that a user reaches. They are for the staff only.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("u.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// The next number of a warehouse.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-C-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// Writes the lines of a draft instead of those before.
pub async fn write_lines(tx: &mut TenantTx, id: Uuid, lines: &[PurchaseLineInput]) -> ApiResult<()> {
    sqlx::query(DELETE_LINES).bind(id).execute(&mut **tx).await?;
    let items: Vec<Uuid> = lines.iter().map(|line| line.item_id).collect();
    let quantities: Vec<i32> = lines.iter().map(|line| line.quantity).collect();
    let costs: Vec<Option<Decimal>> = lines.iter().map(|line| line.unit_cost).collect();
    let query = sqlx::query(INSERT_LINES).bind(id).bind(items).bind(quantities).bind(costs);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// The lines of a purchase, with what may still come.
pub async fn list_lines(tx: &mut TenantTx, id: Uuid, over_percent: i16) -> ApiResult<Vec<PurchaseLine>> {
    let lines: Vec<PurchaseLine> = sqlx::query_as(LINES).bind(id).fetch_all(&mut **tx).await?;
    Ok(lines.into_iter().map(|line| line.with_open(over_percent)).collect())
}

pub async fn list_receipts(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<PurchaseReceipt>> {
    Ok(sqlx::query_as(RECEIPTS).bind(id).fetch_all(&mut **tx).await?)
}

/// The receipt of a key, if it was recorded before.
pub async fn find_receipt_of_key(
    tx: &mut TenantTx,
    id: Uuid,
    key: Uuid,
) -> ApiResult<Option<PurchaseReceipt>> {
    Ok(sqlx::query_as(RECEIPT_OF_KEY).bind(id).bind(key).fetch_optional(&mut **tx).await?)
}

pub async fn find_receipt(
    tx: &mut TenantTx,
    id: Uuid,
    line: i16,
    no: i16,
) -> ApiResult<Option<PurchaseReceipt>> {
    Ok(sqlx::query_as(RECEIPT).bind(id).bind(line).bind(no).fetch_optional(&mut **tx).await?)
}

/// Adds a receipt to a purchase, which is locked. The caller reports a key that another purchase has used.
pub async fn add_receipt(
    tx: &mut TenantTx,
    id: Uuid,
    new: &NewReceipt,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let query = sqlx::query(ADD_RECEIPT).bind(id).bind(new.line).bind(new.key).bind(new.quantity);
    query.bind(new.movement_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Counts units into a line of a purchase, which is locked; below zero for what was sent back.
pub async fn count_received(tx: &mut TenantTx, id: Uuid, line: i16, units: i32) -> ApiResult<()> {
    sqlx::query(COUNT_RECEIVED).bind(id).bind(line).bind(units).execute(&mut **tx).await?;
    Ok(())
}
