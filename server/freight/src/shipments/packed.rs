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
use trade::identifiers::HsCode;
use trade::money::decimals_of;

/// The first departures that were not undone.
pub const DEPARTURES: &str = "
    select e.shipment_id, min(e.occurred_at) from shipment_events e
    where e.shipment_id = any($1) and e.code = 'DEPARTED' and e.corrects is null
      and not exists (select from shipment_events c where c.corrects = e.id)
    group by e.shipment_id";

/// The shipment of an order: $1 whose order, $2 the shop or system, $3 the number there.
pub const OF_ORDER: &str = "
    select tracking_code from shipments
    where source = $2 and external_ref = $3 and owner_id = coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')";

/// What was packed, and for whom.
pub struct PackedShipment {
    /// None for goods of the company.
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    /// The order of a shop or system that it is for.
    pub order: Option<PackedOrder>,
    /// ISO 4217, of the values of the items; none if they have no values.
    pub currency: Option<String>,
    pub weight_g: i32,
    /// Length, width and height; none if they were not measured.
    pub size_mm: Option<[f64; 3]>,
    pub items: Vec<PackedItem>,
}

/// An order of a shop or system.
pub struct PackedOrder {
    pub channel: String,
    pub external_id: String,
}

/// Goods of one kind in a packed parcel.
pub struct PackedItem {
    pub description: String,
    pub quantity: i32,
    /// Value of one unit in the currency of the shipment; none if it is unknown.
    pub unit_value: Option<Decimal>,
    pub sku: Option<String>,
    /// Code of the lot, if all are of one.
    pub batch: Option<String>,
    pub hs_code: Option<String>,
    pub origin_country_id: Option<i16>,
    /// Grams of all units together.
    pub net_weight_g: Option<f64>,
}

impl PackedItem {
    /// One piece of which only the description and the value are known.
    pub const fn of_parcel(description: String, value: Option<Decimal>) -> Self {
        Self {
            description,
            quantity: 1,
            unit_value: value,
            sku: None,
            batch: None,
            hs_code: None,
            origin_country_id: None,
            net_weight_g: None,
        }
    }

    /// The value of all units.
    fn total(&self) -> Option<Decimal> {
        self.unit_value.map(|value| value * Decimal::from(self.quantity))
    }
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
    let has_currency = match &packed.currency {
        Some(currency) => store::currency_is_used(tx, currency).await?,
        None => false,
    };
    let input = to_input(packed, has_currency)?;
    let id = draft::create(tx, ctx, &RowScope::All, input, None).await?;
    audit::record(tx, ctx, "shipment.create", Some(id), json!({})).await?;
    let shipment = store::find(tx, &RowScope::All, id, &ctx.grants).await?;
    Ok(CreatedShipment { id, tracking_code: shipment.tracking_code })
}

/// The code of the shipment that an order of a client, or of the company, has already; none without one.
pub async fn find_of_order(
    tx: &mut TenantTx,
    client_id: Option<Uuid>,
    order: &PackedOrder,
) -> ApiResult<Option<String>> {
    let query = sqlx::query_scalar(OF_ORDER).bind(client_id).bind(&order.channel).bind(&order.external_id);
    Ok(query.fetch_optional(&mut **tx).await?)
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

/// All other fields have their defaults. A tariff code that is none is left to whoever completes the draft.
fn to_input(packed: &PackedShipment, has_currency: bool) -> ApiResult<ShipmentInput> {
    let item = |item: &PackedItem| {
        json!({
            "description": item.description, "quantity": Decimal::from(item.quantity), "sku": item.sku, "batch": item.batch,
            "unit_value": item.unit_value.filter(|_| has_currency),
            "hs_code": item.hs_code.as_ref().filter(|code| HsCode::parse(code).is_ok()),
            "origin_country_id": item.origin_country_id, "net_weight_g": item.net_weight_g,
        })
    };
    let [length, width, height] = packed.size_mm.map_or([None; 3], |sides| sides.map(Some));
    let parcel = json!({
        "weight_g": packed.weight_g, "length_mm": length, "width_mm": width, "height_mm": height,
    });
    let currency = packed.currency.as_ref().filter(|_| has_currency);
    let mut input = json!({
        "client_id": packed.client_id, "subsidiary_id": packed.subsidiary_id, "currency": currency,
        "declared_value": currency.and_then(|code| add_values(&packed.items, code)),
        "parcels": [parcel], "items": packed.items.iter().map(item).collect::<Vec<_>>(),
    });
    if let Some(order) = &packed.order {
        input["source"] = order.channel.as_str().into();
        input["external_ref"] = order.external_id.as_str().into();
    }
    serde_json::from_value(input).map_err(ApiError::internal)
}

/// The value of all goods; none if that of some is unknown.
fn add_values(items: &[PackedItem], currency: &str) -> Option<Decimal> {
    let values: Vec<Decimal> = items.iter().map(PackedItem::total).collect::<Option<_>>()?;
    let sum = values.iter().sum::<Decimal>().round_dp(decimals_of(currency));
    (!values.is_empty()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(values: [Option<i64>; 2]) -> PackedShipment {
        let item = |value: Option<i64>| PackedItem::of_parcel("Camera".into(), value.map(Decimal::from));
        PackedShipment {
            client_id: Some(Uuid::nil()),
            subsidiary_id: None,
            order: None,
            currency: Some("USD".into()),
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

    #[test]
    fn goods_of_an_order_bring_what_customs_asks_for() {
        let goods = |hs_code: &str| PackedItem {
            quantity: 3,
            hs_code: Some(hs_code.into()),
            origin_country_id: Some(156),
            net_weight_g: Some(600.0),
            sku: Some("SKU-1".into()),
            ..PackedItem::of_parcel("Shirt".into(), Some(Decimal::new(19_995, 3)))
        };
        let order = PackedOrder { channel: "shop".into(), external_id: "1042".into() };
        let whole = PackedShipment {
            order: Some(order),
            items: vec![goods("610910"), goods("61")],
            ..packed([None, None])
        };
        let input = to_input(&whole, true).unwrap();
        assert_eq!(
            (input.fields.source.as_str(), input.fields.external_ref.as_deref()),
            ("shop", Some("1042"))
        );
        assert_eq!(input.fields.declared_value, Some(Decimal::new(11_997, 2)));
        let codes: Vec<Option<&str>> = input.items.iter().map(|item| item.hs_code.as_deref()).collect();
        assert_eq!(codes, [Some("610910"), None], "a wrong one is left out");
        assert_eq!((input.items[0].quantity, input.items[0].net_weight_g), (Decimal::from(3), Some(600.0)));
    }
}
