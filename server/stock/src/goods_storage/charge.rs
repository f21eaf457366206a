//! The price of the storage of goods by the rules of their warehouse, and its charge when they leave.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::layers::{StoredUnits, keep_first, play};
use super::store;
use ::ledger::{HandledShipment, HandlingCharge, HandlingSubject, charge_handling};
use access::ctx::Ctx;
use parties::storage_places::find_storage_place;
use parties::storage_rules::{Stay, StorageFee, StorageRule};
use server_core::http::error::ApiResult;

/// The storage of goods in a warehouse.
#[derive(Clone, Debug)]
pub struct GoodsTerms {
    pub rule: StorageRule,
    pub time_zone: Tz,
    /// ISO 4217.
    pub currency: String,
}

/// Goods of a client that leave with a shipment.
#[derive(Clone, Debug)]
pub struct LeavingGoods {
    pub pick_list_id: Uuid,
    /// The number of the list.
    pub label: String,
    pub client_id: Uuid,
    pub warehouse_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    pub shipment: HandledShipment,
}

/// The price of some storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageCost {
    /// Above zero.
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
}

impl GoodsTerms {
    /// The price of units that came together, until then.
    pub fn calculate(&self, units: &StoredUnits, until: DateTime<Utc>) -> StorageFee {
        let stay = Stay {
            received_at: units.since,
            released_at: until,
            time_zone: self.time_zone,
            pieces: u32::try_from(units.quantity).unwrap_or_default(),
        };
        self.rule.calculate_fee(&stay)
    }
}

/// The rules of a warehouse; none where the storage of goods costs nothing.
pub async fn find_terms(tx: &mut TenantTx, warehouse_id: Uuid) -> ApiResult<Option<GoodsTerms>> {
    let place = find_storage_place(tx, warehouse_id).await?;
    let place = place.filter(|place| !place.storage.goods_fee_per_day.is_zero());
    Ok(place.and_then(|place| {
        Some(GoodsTerms {
            rule: place.storage.to_rule(place.storage.goods_fee_per_day),
            time_zone: place.time_zone.parse().ok()?,
            currency: place.storage.currency,
        })
    }))
}

/// Charges the storage of picked goods, each unit until it was picked. What is missing in the wallet becomes a debt, and the charge
/// waits for an invoice with the shipment. None for what costs nothing. The lots of the goods are locked.
pub async fn charge_leaving(
    tx: &mut TenantTx,
    ctx: &Ctx,
    goods: &LeavingGoods,
) -> ApiResult<Option<StorageCost>> {
    let Some(terms) = find_terms(tx, goods.warehouse_id).await? else { return Ok(None) };
    let amount = calculate_picked(tx, &terms, goods).await?;
    if amount.is_zero() {
        return Ok(None);
    }
    let charge = HandlingCharge {
        subject: HandlingSubject::StoredGoods(goods.pick_list_id),
        client_id: goods.client_id,
        subsidiary_id: goods.subsidiary_id,
        shipment: Some(goods.shipment.clone()),
        label: goods.label.clone(),
        currency: terms.currency.clone(),
        amount,
    };
    charge_handling(tx, ctx, &charge).await?;
    Ok(Some(StorageCost { amount, currency: terms.currency }))
}

async fn calculate_picked(tx: &mut TenantTx, terms: &GoodsTerms, goods: &LeavingGoods) -> ApiResult<Decimal> {
    let picked = store::list_picked(tx, goods.pick_list_id).await?;
    let lots: HashSet<Uuid> = picked.iter().map(|pick| pick.lot_id).collect();
    let lots: Vec<Uuid> = lots.into_iter().collect();
    let flows = store::list_flows(tx, &lots, goods.warehouse_id).await?;
    let wanted: HashSet<Uuid> = picked.iter().map(|pick| pick.id).collect();
    let played = play(&flows, &wanted);
    let fees = picked.iter().flat_map(|pick| {
        let taken = played.taken.get(&pick.id).map(Vec::as_slice).unwrap_or_default();
        let kept = keep_first(taken, pick.quantity).into_iter();
        kept.map(|units| terms.calculate(&units, pick.posted_at).amount).collect::<Vec<_>>()
    });
    Ok(fees.sum::<Decimal>().normalize())
}
