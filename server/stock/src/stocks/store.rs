//! SQL of stocks.

use std::borrow::Cow;

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Stock;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::{Choice, Listing, Where};

/// The goods of a lot (`t`) of an item (`i`) in a place (`p`): a level (`l`). The published contract spells `removed_itens` so.
pub const STOCKS: Listing = Listing {
    columns: "l.id, t.item_id, i.sku, i.ean, i.title, i.unit, i.client_id, i.client_name, l.lot_id, t.code as lot,
              t.expires_on as expiration_date, t.status, t.reason, t.partner_id, t.partner_name as partner, t.provider_id,
              t.provider_name as provider, l.place_id, p.code as place, p.kind as place_kind, p.warehouse_id,
              p.warehouse_code, p.subsidiary_id, l.on_hand, l.reserved, l.removed as removed_itens, l.ledger_difference, t.unit_cost,
              t.currency::text as currency, t.received_at, l.last_moved_at, t.version",
    // Each has its lot, item and place; a count that asks for nothing of them leaves them out.
    from: "stock_levels l left join stock_lots t on t.id = l.lot_id left join stock_items i on i.id = t.item_id
           left join stock_places p on p.id = l.place_id",
    order: "l.id desc",
};
pub const KEY: &str = "l.id";
// Inner joins where the order comes from: Postgres can walk an index of it, and does not join what a page does not need.
const BY_LOT: &str = "
    stock_levels l join stock_lots t on t.id = l.lot_id left join stock_items i on i.id = t.item_id
    left join stock_places p on p.id = l.place_id";
const BY_ITEM: &str = "
    stock_levels l join stock_lots t on t.id = l.lot_id join stock_items i on i.id = t.item_id
    left join stock_places p on p.id = l.place_id";
const BY_PLACE: &str = "
    stock_levels l join stock_places p on p.id = l.place_id left join stock_lots t on t.id = l.lot_id
    left join stock_items i on i.id = t.item_id";
const LEVELS_OF_LOT: &str = "join stock_levels l on l.lot_id = t.id";

/// The joins in which a page is found that is sorted so. In the whole list, what the order needs is sorted before it is joined:
/// few rows of the others are read then. With filters the database knows better.
pub fn find_joins(sort: Option<&str>, is_whole: bool) -> Cow<'static, str> {
    let sort = sort.unwrap_or_default();
    let first = sort.split(',').next().unwrap_or_default().trim();
    let name = first.trim_start_matches('-');
    let is_only = !sort.contains(',');
    if let Some(sorted) = sort_first(name, first != name).filter(|_| is_whole && is_only) {
        return sorted.into();
    }
    Cow::Borrowed(match name {
        "lot" | "expiration_date" | "received_at" => BY_LOT,
        "sku" | "title" => BY_ITEM,
        "place" => BY_PLACE,
        _ => STOCKS.from,
    })
}

/// Nothing for columns of the levels themselves. The offset keeps Postgres from joining before it sorts.
fn sort_first(name: &str, is_descending: bool) -> Option<String> {
    let direction = if is_descending { "desc nulls last" } else { "nulls last" };
    let sorted = |table: &str, key: &str| {
        format!("(select id, {key} from {table} order by {key} {direction} offset 0)")
    };
    let of_lots = |key: &str| format!("{} t {LEVELS_OF_LOT}", sorted("stock_lots", key));
    let of_items = |key: &str| {
        format!("{} i join stock_lots t on t.item_id = i.id {LEVELS_OF_LOT}", sorted("stock_items", key))
    };
    match name {
        "lot" => Some(of_lots("code")),
        "expiration_date" => Some(of_lots("expires_on")),
        "received_at" => Some(of_lots("received_at")),
        "sku" => Some(of_items("sku")),
        "title" => Some(of_items("title_key")),
        "place" => {
            Some(format!("{} p join stock_levels l on l.place_id = p.id", sorted("stock_places", "code")))
        }
        _ => None,
    }
}

/// Lots that expire within the days of their items; 30 days where the item says nothing. The value, today, ends the condition.
pub const EXPIRING: &str = "(t.expires_on - coalesce(i.alert_days, 30) <= ";

/// Within what the user reaches. A partner's user reaches nothing: goods are between the company and its clients.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .and("i.client_id = ", client.or(partner.map(|_| Uuid::nil())))
        .among("p.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// The warehouses where goods lie, in branches ($1): those of a client that the user is ($2) and that is asked for ($3), or those of the
/// company ($4).
pub const WAREHOUSES: &str = "
    select distinct p.warehouse_id as id, p.warehouse_code as code, p.warehouse_code as label from stock_places p
    where ($1::uuid[] is null or p.subsidiary_id = any($1)) and exists (
        select from stock_levels l join stock_lots t on t.id = l.lot_id join stock_items i on i.id = t.item_id
        where l.place_id = p.id and l.on_hand > 0 and ($2::uuid is null or i.client_id = $2)
          and ($3::uuid is null or i.client_id = $3) and (not $4 or i.client_id is null)
    )
    order by code, id limit 50";

pub async fn list_warehouses(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Option<Uuid>,
    is_own: bool,
) -> ApiResult<Vec<Choice>> {
    let (client, branches, partner) = scope.parts();
    let query = sqlx::query_as(WAREHOUSES).bind(branches).bind(client.or(partner.map(|_| Uuid::nil())));
    Ok(query.bind(client_id).bind(is_own).fetch_all(&mut **tx).await?)
}

/// The stock of an id that the user reaches; 404 when there is none.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Stock> {
    let filter = build_filter(scope, Where::all()).and("l.id = ", Some(id));
    STOCKS.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
}

/// The goods of a lot in a place.
pub async fn find_at(tx: &mut TenantTx, lot_id: Uuid, place_id: Uuid) -> ApiResult<Stock> {
    let filter = Where::all().and("l.lot_id = ", Some(lot_id)).and("l.place_id = ", Some(place_id));
    STOCKS.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
}

/// The filters of the list.
#[derive(Clone, Debug, Default)]
pub struct StockFilter {
    pub item_id: Option<Uuid>,
    pub lot_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub provider_id: Option<Uuid>,
    pub warehouse_id: Option<Uuid>,
    pub place_id: Option<Uuid>,
    pub status: Option<&'static str>,
    pub expires_by: Option<NaiveDate>,
    /// Today, for what expires soon.
    pub expiring_on: Option<NaiveDate>,
    /// Also places that are empty by now.
    pub has_empty: bool,
    /// Only those of which the ledger says something else.
    pub is_differing: bool,
}

impl StockFilter {
    pub fn narrow(&self, filter: Where) -> Where {
        let filter = filter
            .and("t.item_id = ", self.item_id)
            .and("l.lot_id = ", self.lot_id)
            .and("i.client_id = ", self.client_id)
            .and("t.partner_id = ", self.partner_id)
            .and("t.provider_id = ", self.provider_id)
            .and("p.warehouse_id = ", self.warehouse_id)
            .and("l.place_id = ", self.place_id)
            .and("t.status = ", self.status)
            .and("t.expires_on <= ", self.expires_by)
            .and_inside(EXPIRING, self.expiring_on)
            .only("l.ledger_difference is not null", self.is_differing);
        if self.has_empty || self.is_differing { filter } else { filter.always("l.on_hand > 0") }
    }
}
