//! Prices of a draft below the costs of the table that it is assigned with, for those who may see costs.

use std::collections::HashMap;
use std::mem::discriminant;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use rating::code::Code;
use rating::finding::{Finding, FindingCode, FindingPlace};
use rating::rows::{Price, VersionRows};
use server_core::http::error::ApiResult;

/// Versions of costs that are in force on a day, of the tables that a sell table is assigned with.
pub const COST_VERSIONS: &str = "
    select distinct v.id from price_assignments a
    join price_table_versions v on v.price_table_id = a.cost_table_id and v.status = 'published'
    where a.sell_table_id = $1 and coalesce(a.valid_to, 'infinity'::date) >= $2
      and v.valid_from <= $2 and coalesce(v.valid_to, 'infinity'::date) >= $2
    order by v.id limit 20";

type CellKey = (Code, Decimal);

/// Warnings about prices that leave less than the minimum margin, in per cent, over the costs of the same zone and weight.
pub async fn find_prices_below_cost(
    tx: &mut TenantTx,
    table_id: Uuid,
    on: NaiveDate,
    rows: &VersionRows,
    min_margin_pct: Option<i16>,
) -> ApiResult<Vec<Finding>> {
    let ids: Vec<Uuid> =
        sqlx::query_scalar(COST_VERSIONS).bind(table_id).bind(on).fetch_all(&mut **tx).await?;
    let mut costs: HashMap<CellKey, Price> = HashMap::new();
    for (_, content) in store::publications(tx, &ids).await? {
        let other = content.rows;
        if other.currency != rows.currency || other.weighing.unit != rows.weighing.unit {
            continue;
        }
        for (key, price) in cells_of(&other) {
            costs.entry(key).or_insert(price);
        }
    }
    let share = Decimal::ONE - Decimal::from(min_margin_pct.unwrap_or_default()) / Decimal::ONE_HUNDRED;
    let warn = |key: &CellKey, price: Price| {
        let cost = costs.get(key).filter(|cost| discriminant(*cost) == discriminant(&price))?;
        let (amount, limit) = (amount_of(&price), (amount_of(cost) / share).round_dp(4).normalize());
        let place = || FindingPlace::cell(&key.0, key.1);
        (amount < limit)
            .then(|| Finding::warning(FindingCode::BelowCost, place()).against(amount.normalize(), limit))
    };
    Ok(cells_of(rows).into_iter().filter_map(|(key, price)| warn(&key, price)).collect())
}

/// The prices by zone and upper bound.
fn cells_of(rows: &VersionRows) -> Vec<(CellKey, Price)> {
    let bounds: HashMap<i32, Decimal> = rows.bands.iter().map(|band| (band.seq, band.up_to)).collect();
    let cells = rows.cells.iter().filter_map(|cell| {
        let up_to = bounds.get(&cell.band_seq)?;
        Some(((cell.zone.clone(), *up_to), cell.price))
    });
    cells.collect()
}

const fn amount_of(price: &Price) -> Decimal {
    match price {
        Price::Cell { amount }
        | Price::BaseStep { amount, .. }
        | Price::PerUnit { amount }
        | Price::Break { amount } => *amount,
    }
}
