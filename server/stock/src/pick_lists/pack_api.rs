//! `/pick-lists/{id}/pack`: what was picked goes into a shipment.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::action_api::{answer, begin_in, record};
use super::model::{PickList, PickListDetails, PickListPacking};
use super::packing::{self, PackedColumns, PackedGoods};
use super::parcels;
use super::state::PickListStatus;
use super::store::{self, PICK_LISTS};
use crate::goods_storage::charge::{LeavingGoods, StorageCost, charge_leaving};
use ::ledger::HandledShipment;
use access::ctx::Ctx;
use freight::shipments::packed::{
    CreatedShipment, PackedItem, PackedOrder, PackedParcel, PackedShipment, create_packed, find_of_order,
    lock_waiting, pack_into,
};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::record::Where;
use server_core::tags::Tag;
use tenancy::TenantTx;

pub struct PickListPackApi;

#[OpenApi(prefix_path = "/pick-lists", tag = "Tag::Stock")]
impl PickListPackApi {
    /// Pack a pick list into a shipment
    ///
    /// Picked goods become the draft of a shipment, with its values, tariff codes, origins and weights, and with the number of
    /// the order. The recipient and the service are left to whoever completes the draft. Goods that were picked for a draft go into
    /// that shipment, beside others that somebody wrote into it; once it is cancelled, 409 `pick_list_shipment_cancelled`, and once it is of another client, 409
    /// `pick_list_shipment_client`. Goods that came back since are left out;
    /// 409 `pick_list_empty` when all did, and 409 `pick_list_order_shipped` with the code of the shipment that the order has
    /// already. Goods that are not in any parcel, or in parcels and were not picked, are refused with 422 at `parcels`. The storage of goods
    /// of a client is charged by the rules of the warehouse.
    #[oai(path = "/:id/pack", method = "post", operation_id = "pick_list_pack")]
    async fn pick_list_pack(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickListPacking>,
    ) -> ApiResult<Json<Item<PickListDetails>>> {
        let mut tx = ctx.begin().await?;
        let waiting = find_waiting(&mut tx, &ctx, *id).await?;
        let sizes = parcels::check_sizes(&body.parcels)?;
        // Before the list, as by whoever cancels it.
        if let Some(waiting) = waiting {
            lock_waiting(&mut tx, waiting).await?;
        }
        let (scope, mut change) = begin_in(tx, &ctx, *id, Action::Pack, body.version).await?;
        let goods = packing::lock_goods(&mut change.tx, *id).await?;
        if goods.is_empty() {
            return Err(ApiError::refused(MessageCode::PickListEmpty));
        }
        let packed_parcels = parcels::check_contents(&body.parcels, &goods)?;
        let packed = to_shipment(&change.before, &goods, sizes);
        let shipment = find_shipment(&mut change.tx, &ctx, &change.before, &packed).await?;
        let storage = charge_storage(&mut change.tx, &ctx, &change.before, &shipment).await?;
        let facts = json!({
            "tracking_code": shipment.tracking_code, "lines": goods.len(), "parcels": packed_parcels.len(),
            "storage_amount": storage.as_ref().map(|cost| cost.amount),
        });
        let columns = PackedColumns {
            status: PickListStatus::Packed,
            shipment_id: shipment.id,
            tracking_code: shipment.tracking_code,
            packed_at: ctx.now(),
            packed_by: ctx.user.id,
            packed_parcels: json!(packed_parcels),
            storage_amount: storage.as_ref().map(|cost| cost.amount),
            storage_currency: storage.map(|cost| cost.currency),
        };
        packing::write_packed(&mut change.tx, *id, &goods).await?;
        change.write(&columns).await?;
        record(&mut change, Action::Pack, facts).await?;
        answer(&ctx, &scope, change).await
    }
}

/// The shipment that waits for the goods of a list, if the user reaches the list and it can be packed. Nothing is locked yet.
async fn find_waiting(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Option<Uuid>> {
    let filter = store::build_filter(&ctx.scope(Resource::PickList, Action::Pack)?, Where::all());
    let list: PickList = PICK_LISTS.find(tx, &filter, id).await?;
    list.verdict(Action::Pack).guard()?;
    Ok(list.shipment_id)
}

/// The shipment that goods were picked for; a new draft for others.
async fn find_shipment(
    tx: &mut TenantTx,
    ctx: &Ctx,
    list: &PickList,
    packed: &PackedShipment,
) -> ApiResult<CreatedShipment> {
    let Some(id) = list.shipment_id else { return create_shipment(tx, ctx, packed).await };
    let asked: Vec<String> = store::list_lines(tx, list.id).await?.into_iter().map(|line| line.sku).collect();
    let found = pack_into(tx, ctx, id, packed, &asked).await?;
    found.ok_or_else(|| ApiError::refused(MessageCode::PickListShipmentCancelled))
}

/// The draft. An order that has a shipment already is refused with its code.
async fn create_shipment(
    tx: &mut TenantTx,
    ctx: &Ctx,
    packed: &PackedShipment,
) -> ApiResult<CreatedShipment> {
    if let Some(order) = &packed.order
        && let Some(code) = find_of_order(tx, packed.client_id, order).await?
    {
        let params = Params::from([("code", code.into())]);
        return Err(ApiError::refused(MessageCode::PickListOrderShipped).with_params(params));
    }
    let created = create_packed(tx, ctx, packed).await;
    created.map_err(|error| match error.has(MessageCode::Taken) {
        // It got one at the same moment: the next try knows its code.
        true => ApiError::refused(MessageCode::StaleVersion),
        false => error,
    })
}

/// Charges what the storage of goods of a client has cost. None for the company's own goods.
async fn charge_storage(
    tx: &mut TenantTx,
    ctx: &Ctx,
    list: &PickList,
    shipment: &CreatedShipment,
) -> ApiResult<Option<StorageCost>> {
    let Some(client_id) = list.client_id else { return Ok(None) };
    let goods = LeavingGoods {
        pick_list_id: list.id,
        label: list.number.clone(),
        client_id,
        warehouse_id: list.warehouse_id,
        subsidiary_id: list.subsidiary_id,
        shipment: HandledShipment { id: shipment.id, tracking_code: shipment.tracking_code.clone() },
    };
    charge_leaving(tx, ctx, &goods).await
}

fn to_shipment(list: &PickList, goods: &[PackedGoods], parcels: Vec<PackedParcel>) -> PackedShipment {
    let order = list.channel.clone().zip(list.external_id.clone());
    PackedShipment {
        client_id: list.client_id,
        subsidiary_id: list.subsidiary_id,
        order: order.map(|(channel, external_id)| PackedOrder { channel, external_id }),
        currency: list.currency.clone(),
        parcels,
        items: goods.iter().map(to_item).collect(),
    }
}

fn to_item(goods: &PackedGoods) -> PackedItem {
    PackedItem {
        description: goods.title.clone(),
        quantity: goods.quantity,
        unit_value: goods.unit_value.map(|value| value.normalize()),
        sku: Some(goods.sku.clone()),
        batch: goods.lot.clone(),
        hs_code: goods.hs_code.clone(),
        origin_country_id: goods.origin_country_id,
        net_weight_g: goods.weight_g.map(|grams| f64::from(grams) * f64::from(goods.quantity)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_bring_their_weight_and_value() {
        let goods = PackedGoods {
            line: 1,
            title: "Camiseta".into(),
            sku: "SKU-1".into(),
            hs_code: Some("610910".into()),
            origin_country_id: Some(156),
            weight_g: Some(180),
            unit_value: Some(rust_decimal::Decimal::new(1_990_000, 5)),
            quantity: 3,
            lot: None,
        };
        let item = to_item(&goods);
        assert_eq!((item.quantity, item.net_weight_g), (3, Some(540.0)));
        assert_eq!(item.unit_value.unwrap().to_string(), "19.9");
    }
}
