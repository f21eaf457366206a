//! `/stocks/{id}/storage`: what the storage of goods has cost so far.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use uuid::Uuid;

use super::charge::{GoodsTerms, find_terms};
use super::layers::{StoredUnits, play};
use super::store;
use crate::stocks::store as stocks;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;

/// Most stays that an answer tells one by one.
const MOST: usize = 100;

/// The price of the storage of a lot in its warehouse so far. It is charged when goods are packed into a shipment.
#[derive(Object, Debug, Default)]
pub struct GoodsStorage {
    /// Units of the lot in the warehouse that cost something, now or later; 0 for the company's own goods, and where storage is free.
    pub quantity: i32,
    /// Price of one unit and day after the free ones.
    pub fee_per_day: Decimal,
    /// Days that cost nothing; the day on which units come is day 0.
    pub free_days: u32,
    /// No more days than these are paid; null for all days.
    pub cap_days: Option<u32>,
    pub amount: Decimal,
    /// ISO 4217; null where storage is free.
    pub currency: Option<String>,
    /// The stays, the oldest first; at most 100.
    pub stays: Vec<GoodsStay>,
}

/// Units that came together, and the price of their storage so far.
#[derive(Object, Debug)]
pub struct GoodsStay {
    pub since: DateTime<Utc>,
    pub quantity: i32,
    /// Nights in the warehouse.
    pub days: u32,
    /// Those that cost something.
    pub paid_days: u32,
    pub amount: Decimal,
}

pub struct GoodsStorageApi;

#[OpenApi(prefix_path = "/stocks", tag = "Tag::Stock")]
impl GoodsStorageApi {
    /// Show what the storage of goods costs
    ///
    /// The lot in its warehouse, by the rules of the warehouse. Units that come first leave first.
    #[oai(path = "/:id/storage", method = "get", operation_id = "stock_storage")]
    async fn stock_storage(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<GoodsStorage>>> {
        let scope = ctx.scope(Resource::Stock, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let stock = stocks::find(&mut tx, &scope, *id).await?;
        let terms = match stock.client_id {
            Some(_) => find_terms(&mut tx, stock.warehouse_id).await?,
            None => None,
        };
        let data = match terms {
            Some(terms) => {
                let flows = store::list_flows(&mut tx, &[stock.lot_id], stock.warehouse_id).await?;
                let mut played = play(&flows, &HashSet::new());
                let stored: Vec<StoredUnits> =
                    played.left.remove(&stock.lot_id).unwrap_or_default().into_iter().collect();
                to_storage(&terms, &stored, ctx.now())
            }
            None => GoodsStorage::default(),
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

fn to_storage(terms: &GoodsTerms, stored: &[StoredUnits], until: DateTime<Utc>) -> GoodsStorage {
    let stay = |units: &StoredUnits| {
        let fee = terms.calculate(units, until);
        GoodsStay {
            since: units.since,
            quantity: units.quantity,
            days: fee.days,
            paid_days: fee.paid_days,
            amount: fee.amount.normalize(),
        }
    };
    let mut stays: Vec<GoodsStay> = stored.iter().map(stay).collect();
    let amount = stays.iter().map(|one| one.amount).sum::<Decimal>();
    // Several places together can have more than one can count.
    let quantity = stays.iter().fold(0_i32, |sum, one| sum.saturating_add(one.quantity));
    stays.truncate(MOST);
    GoodsStorage {
        quantity,
        fee_per_day: terms.rule.fee_per_day.normalize(),
        free_days: terms.rule.free_days,
        cap_days: terms.rule.cap_days,
        amount: amount.normalize(),
        currency: Some(terms.currency.clone()),
        stays,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono_tz::Tz;
    use parties::storage_rules::StorageRule;

    #[test]
    fn each_stay_has_its_own_days() {
        let terms = GoodsTerms {
            rule: StorageRule { free_days: 10, fee_per_day: Decimal::new(5, 1), cap_days: Some(20) },
            time_zone: Tz::America__Sao_Paulo,
            currency: "BRL".into(),
        };
        let units = |day: &str, quantity| StoredUnits {
            since: format!("{day}T12:00:00Z").parse().unwrap(),
            quantity,
        };
        let stored = [units("2026-01-01", 2), units("2026-01-20", 3), units("2026-02-01", 4)];
        let storage = to_storage(&terms, &stored, "2026-02-05T12:00:00Z".parse().unwrap());
        let stays: Vec<_> = storage.stays.iter().map(|stay| (stay.days, stay.paid_days)).collect();
        assert_eq!(stays, [(35, 20), (16, 6), (4, 0)]);
        assert_eq!((storage.quantity, storage.amount.to_string()), (9, "29".into()));
        let most = [units("2026-01-01", i32::MAX), units("2026-01-01", i32::MAX)];
        assert_eq!(to_storage(&terms, &most, "2026-01-02T12:00:00Z".parse().unwrap()).quantity, i32::MAX);
    }
}
