//! The draft of a shipment that a warehouse has packed for a client.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::draft::{self, Before};
use super::fields::{ShipmentInput, ShipmentItem};
use super::in_hand;
use super::live_events;
use super::store;
use crate::status::ShipmentStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use policy::{Action, Resource};
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::identifiers::HsCode;
use trade::money::round_to_coins;

/// The first departures that were not undone.
pub const DEPARTURES: &str = "
    select e.shipment_id, min(e.occurred_at) from shipment_events e
    where e.shipment_id = any($1) and e.code = 'DEPARTED' and e.corrects is null
      and not exists (select from shipment_events c where c.corrects = e.id)
    group by e.shipment_id";

/// The shipment of an order: $1 whose order, $2 the shop or system, $3 the number there. A cancelled one does not count.
pub const OF_ORDER: &str = "
    select tracking_code from shipments
    where search_text(source) = search_text($2) and search_text(external_ref) = search_text($3)
      and owner_id = coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
      and status <> 0";
/// A cancelled shipment gives the number of its order to the one that follows it.
pub const FREE_ORDER: &str = "
    update shipments set external_ref = null, updated_by = $4, updated_at = $5, version = version + 1
    where search_text(source) = search_text($2) and search_text(external_ref) = search_text($3)
      and owner_id = coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
      and status = 0
    returning id";

/// Packed parcels with their goods, and for whom they are.
pub struct PackedShipment {
    /// None for goods of the company.
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    /// The order of a shop or system that it is for.
    pub order: Option<PackedOrder>,
    /// ISO 4217, of the values of the items; none if they have no values.
    pub currency: Option<String>,
    pub parcels: Vec<PackedParcel>,
    pub items: Vec<PackedItem>,
}

/// A parcel as it was packed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PackedParcel {
    pub weight_g: i32,
    /// Length, width and height; none if they were not measured.
    pub size_mm: Option<[f64; 3]>,
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

/// A draft for which goods are picked.
pub struct WaitingDraft {
    pub id: Uuid,
    pub tracking_code: String,
    pub client_id: Option<Uuid>,
}

/// A draft that the user may change, locked. None for one that the user does not reach, and for a shipment that is confirmed.
pub async fn lock_draft(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Option<WaitingDraft>> {
    let scope = ctx.scope(Resource::Shipment, Action::Update)?;
    let found = match store::lock_and_find(tx, &scope, id, &ctx.grants).await {
        Err(error) if error.code() == MessageCode::NotFound => return Ok(None),
        found => found?,
    };
    let client_id = found.fields.client_id;
    let draft = WaitingDraft { id, tracking_code: found.tracking_code, client_id };
    Ok(is_draft(found.status).then_some(draft))
}

/// Whether the contents are still open.
const fn is_draft(status: ShipmentStatus) -> bool {
    matches!(status, ShipmentStatus::Draft | ShipmentStatus::NeedsAttention)
}

/// Locks the shipment for which goods were picked.
pub async fn lock_waiting(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    in_hand::lock_shipment(tx, id).await?;
    Ok(())
}

/// Puts what was packed into the shipment for which it was picked. A draft gets its parcels and goods; of goods that it names, it
/// keeps what its client wrote, and other goods stay. Those that were `asked` for, by SKU, and not packed are left out. A confirmed
/// shipment stays as it is. None for one that was cancelled; one that was given to another client meanwhile is refused.
pub async fn pack_into(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    packed: &PackedShipment,
    asked: &[String],
) -> ApiResult<Option<CreatedShipment>> {
    let before = in_hand::lock_shipment(tx, id).await?;
    if before.status == ShipmentStatus::Cancelled {
        return Ok(None);
    }
    if before.fields.client_id != packed.client_id {
        return Err(ApiError::refused(MessageCode::PickListShipmentClient));
    }
    if is_draft(before.status) {
        let current = before.input();
        let filled = fill_in(&current, packed, asked)?;
        fill_draft(tx, ctx, id, &current, before.status, filled).await?;
    }
    Ok(Some(CreatedShipment { id, tracking_code: before.tracking_code }))
}

/// Writes a draft, which is locked, with the packed parcels and goods. A service that does not take them is left to be chosen again.
async fn fill_draft(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    current: &ShipmentInput,
    status: ShipmentStatus,
    filled: ShipmentInput,
) -> ApiResult<()> {
    let stood = Before::Changed(current, status);
    let prepared = match draft::prepare(tx, ctx, &RowScope::All, filled.clone(), stood).await {
        Err(error) if !error.list_problems().is_empty() && filled.fields.service_id.is_some() => {
            let mut without = filled;
            without.fields.service_id = None;
            draft::prepare(tx, ctx, &RowScope::All, without, stood).await
        }
        prepared => prepared,
    };
    let (input, derived) = prepared?;
    draft::write(tx, ctx, id, current, &input, &derived).await
}

/// A draft with the packed parcels and goods, and with the goods that were not `asked` of the stock: somebody wrote them.
///
/// Its declared value is that of the goods: none if that of some is unknown. Where no goods have one, the value that somebody wrote stays.
fn fill_in(current: &ShipmentInput, packed: &PackedShipment, asked: &[String]) -> ApiResult<ShipmentInput> {
    let currency = current.fields.currency.as_deref().map(str::trim);
    let has_currency = packed.currency.is_some() && packed.currency.as_deref() == currency;
    let made = to_input(packed, has_currency)?;
    let is_asked = |item: &&ShipmentItem| item.sku.as_ref().is_some_and(|sku| asked.contains(sku));
    let written = current.items.iter().filter(|item| !is_asked(item)).cloned();
    let items = made.items.into_iter().map(|item| keep_written(item, &current.items)).chain(written);
    let mut filled = ShipmentInput { parcels: made.parcels, items: items.collect(), ..current.clone() };
    filled.fields.declared_weight_g = None;
    if filled.items.iter().any(|item| item.unit_value.is_some()) {
        let total =
            |item: &ShipmentItem| Some(round_to_coins(item.unit_value? * item.quantity, Some(currency?)));
        filled.fields.declared_value = filled.items.iter().map(total).sum();
    }
    Ok(filled)
}

/// Packed goods with what the draft says of them already, and with what the stock says of the rest; quantity, lot and weight are those
/// that were packed.
fn keep_written(packed: ShipmentItem, written: &[ShipmentItem]) -> ShipmentItem {
    let Some(known) = written.iter().find(|one| one.sku.is_some() && one.sku == packed.sku) else {
        return packed;
    };
    ShipmentItem {
        quantity: packed.quantity,
        batch: packed.batch,
        net_weight_g: packed.net_weight_g,
        hs_code: known.hs_code.clone().or(packed.hs_code),
        origin_country_id: known.origin_country_id.or(packed.origin_country_id),
        unit_value: known.unit_value.or(packed.unit_value),
        ..known.clone()
    }
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
    if let Some(order) = &packed.order {
        free_order(tx, ctx, packed.client_id, order).await?;
    }
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

/// Takes the number of an order from a shipment of it that is cancelled.
async fn free_order(
    tx: &mut TenantTx,
    ctx: &Ctx,
    client_id: Option<Uuid>,
    order: &PackedOrder,
) -> ApiResult<()> {
    let query = sqlx::query_scalar(FREE_ORDER).bind(client_id).bind(&order.channel).bind(&order.external_id);
    let freed = query.bind(ctx.user.id).bind(ctx.now()).fetch_optional(&mut **tx).await?;
    let Some(id): Option<Uuid> = freed else { return Ok(()) };
    let facts = json!({ "external_ref": [order.external_id, null] });
    audit::record(tx, ctx, "shipment.update", Some(id), facts).await?;
    live_events::announce(tx, &[id]).await
}

/// Whether these shipments have left the warehouse that packed them. Cancelled ones have not.
pub async fn list_departed(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    let whereabouts = in_hand::load_whereabouts(tx, ids).await?;
    let departed = whereabouts.into_iter().filter(|(_, status)| *status >= ShipmentStatus::Departed);
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
    let parcel = |parcel: &PackedParcel| {
        let [length, width, height] = parcel.size_mm.map_or([None; 3], |sides| sides.map(Some));
        json!({ "weight_g": parcel.weight_g, "length_mm": length, "width_mm": width, "height_mm": height })
    };
    let currency = packed.currency.as_ref().filter(|_| has_currency);
    let mut input = json!({
        "client_id": packed.client_id, "subsidiary_id": packed.subsidiary_id, "currency": currency,
        "declared_value": currency.and_then(|code| add_values(&packed.items, code)),
        "parcels": packed.parcels.iter().map(parcel).collect::<Vec<_>>(), "items": packed.items.iter().map(item).collect::<Vec<_>>(),
    });
    if let Some(order) = &packed.order {
        input["source"] = order.channel.as_str().into();
        input["external_ref"] = order.external_id.as_str().into();
    }
    serde_json::from_value(input).map_err(ApiError::internal)
}

/// The value of all goods, of which documents print each in whole coins; none if that of some is unknown.
fn add_values(items: &[PackedItem], currency: &str) -> Option<Decimal> {
    let values: Vec<Decimal> = items.iter().map(PackedItem::total).collect::<Option<_>>()?;
    let sum = values.iter().map(|value| round_to_coins(*value, Some(currency))).sum();
    (!values.is_empty()).then_some(sum)
}

#[cfg(test)]
mod tests;
