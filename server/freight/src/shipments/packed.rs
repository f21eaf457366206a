//! The draft of a shipment that a warehouse has packed for a client.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::draft;
use super::fields::ShipmentInput;
use super::in_hand;
use super::store;
use crate::status::ShipmentStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};

/// The first departures that were not undone.
pub const DEPARTURES: &str = "
    select e.shipment_id, min(e.occurred_at) from shipment_events e
    where e.shipment_id = any($1) and e.code = 'DEPARTED' and e.corrects is null
      and not exists (select from shipment_events c where c.corrects = e.id)
    group by e.shipment_id";

/// What was packed, and for whom.
pub struct PackedShipment {
    pub client_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217, of the values of the items.
    pub currency: String,
    pub weight_g: i32,
    /// Length, width and height; none if they were not measured.
    pub size_mm: Option<[f64; 3]>,
    pub items: Vec<PackedItem>,
}

/// The goods of one of the joined parcels.
pub struct PackedItem {
    pub description: String,
    /// In the currency of the shipment; none if it is unknown.
    pub value: Option<Decimal>,
}

/// A shipment by its id and code.
pub struct CreatedShipment {
    pub id: Uuid,
    pub tracking_code: String,
}

/// Creates the draft, for the client to complete: recipient, service, customs data. Values in a currency that the company does
/// not use are left to the client, too.
pub async fn create_packed(
    tx: &mut TenantTx,
    ctx: &Ctx,
    packed: &PackedShipment,
) -> ApiResult<CreatedShipment> {
    let has_currency = store::currency_is_used(tx, &packed.currency).await?;
    let input = to_input(packed, has_currency)?;
    let id = draft::create(tx, ctx, &RowScope::All, input, None).await?;
    audit::record(tx, ctx, "shipment.create", Some(id), json!({})).await?;
    let shipment = store::find(tx, &RowScope::All, id, &ctx.grants).await?;
    Ok(CreatedShipment { id, tracking_code: shipment.tracking_code })
}

/// Whether these shipments have left the warehouse that packed them. Cancelled ones have not.
pub async fn list_departed(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    let statuses = in_hand::load_statuses(tx, ids).await?;
    let departed = statuses.into_iter().filter(|(_, status)| *status >= ShipmentStatus::Departed);
    Ok(departed.map(|(id, _)| id).collect())
}

/// When these shipments left. Those of which no event says when have left by now; those that are there, and cancelled ones, have no
/// time.
pub async fn list_departures(
    tx: &mut TenantTx,
    ids: &[Uuid],
    now: DateTime<Utc>,
) -> ApiResult<HashMap<Uuid, DateTime<Utc>>> {
    let departed = list_departed(tx, ids).await?;
    let times: Vec<(Uuid, DateTime<Utc>)> =
        sqlx::query_as(DEPARTURES).bind(&departed).fetch_all(&mut **tx).await?;
    let times: HashMap<Uuid, DateTime<Utc>> = times.into_iter().collect();
    Ok(departed.into_iter().map(|id| (id, times.get(&id).copied().unwrap_or(now))).collect())
}

/// All other fields have their defaults.
fn to_input(packed: &PackedShipment, has_currency: bool) -> ApiResult<ShipmentInput> {
    let item = |item: &PackedItem| {
        let value = item.value.filter(|_| has_currency);
        json!({ "description": item.description, "quantity": Decimal::ONE, "unit_value": value })
    };
    let [length, width, height] = packed.size_mm.map_or([None; 3], |sides| sides.map(Some));
    let parcel = json!({
        "weight_g": packed.weight_g, "length_mm": length, "width_mm": width, "height_mm": height,
    });
    let values: Vec<Decimal> = packed.items.iter().filter_map(|item| item.value).collect();
    let is_whole = has_currency && !values.is_empty() && values.len() == packed.items.len();
    let input = json!({
        "client_id": packed.client_id, "subsidiary_id": packed.subsidiary_id,
        "currency": has_currency.then_some(&packed.currency),
        "declared_value": is_whole.then(|| values.iter().sum::<Decimal>()),
        "parcels": [parcel], "items": packed.items.iter().map(item).collect::<Vec<_>>(),
    });
    serde_json::from_value(input).map_err(ApiError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(values: [Option<i64>; 2]) -> PackedShipment {
        let item =
            |value: Option<i64>| PackedItem { description: "Camera".into(), value: value.map(Decimal::from) };
        PackedShipment {
            client_id: Uuid::nil(),
            subsidiary_id: None,
            currency: "USD".into(),
            weight_g: 1500,
            size_mm: None,
            items: values.map(item).into(),
        }
    }

    #[test]
    fn the_declared_value_is_that_of_all_parcels() {
        let input = to_input(&packed([Some(10), Some(20)]), true).unwrap();
        assert_eq!(input.fields.declared_value, Some(Decimal::from(30)));
        assert_eq!((input.items.len(), input.parcels.len()), (2, 1));
    }

    #[test]
    fn values_that_are_not_known_are_left_to_the_client() {
        let input = to_input(&packed([Some(10), None]), true).unwrap();
        assert_eq!((input.fields.declared_value, input.items[0].unit_value), (None, Some(Decimal::from(10))));
        let input = to_input(&packed([Some(10), Some(20)]), false).unwrap();
        assert_eq!((input.fields.currency, input.items[0].unit_value), (None, None));
    }
}
