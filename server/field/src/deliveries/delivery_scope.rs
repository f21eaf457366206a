//! Which deliveries a user reaches, and how a change of one begins and is answered.

use poem_openapi::payload::Json;
use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::history;
use super::model::{Delivery, DeliveryDetails, DeliveryShipment};
use super::state::{right_of, verdict};
use super::store::{self, CargoRow, DELIVERIES};
use crate::steps::delivery::DeliveryStep;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_deliver::{self, ShipmentToDeliver};
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::record::{Change, Where};

/// The deliveries of a scope: those of the user's branches, or all.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("d.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// The change of a delivery, if its state and version allow the step.
pub async fn begin(
    tx: TenantTx,
    ctx: &Ctx,
    id: Uuid,
    step: DeliveryStep,
    version: Option<i32>,
) -> ApiResult<Change<Delivery>> {
    let scope = ctx.scope(Resource::Delivery, right_of(step))?;
    let filter = build_filter(&scope, Where::all());
    let change: Change<Delivery> = Change::begin(tx, ctx, &DELIVERIES, filter, id).await?;
    change.allow(verdict(change.before.state(), step), version)?;
    Ok(change)
}

/// The delivery with its shipments, its history and the permissions of the user.
pub async fn load_details(tx: &mut TenantTx, ctx: &Ctx, delivery: Delivery) -> ApiResult<DeliveryDetails> {
    let id = delivery.id;
    let rows = store::list_cargo(tx, &[id]).await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.shipment_id).collect();
    let found = to_deliver::load_shipments(tx, &ids).await?;
    let shipments = found.into_iter().map(|one| to_shipment(one, &rows)).collect();
    let stops = store::list_stops(tx, id).await?;
    let delivery = delivery.seen_by(&ctx.grants);
    let records = history::list_records(tx, id, delivery.can.proof).await?;
    Ok(DeliveryDetails { delivery, shipments, stops, records })
}

pub fn to_shipment(shipment: ShipmentToDeliver, rows: &[CargoRow]) -> DeliveryShipment {
    let row = rows.iter().find(|row| row.shipment_id == shipment.id);
    DeliveryShipment {
        id: shipment.id,
        tracking_code: shipment.tracking_code,
        status: shipment.status,
        client_name: shipment.client_name,
        parcel_count: shipment.parcel_count,
        done: row.map(|row| row.done.clone()).unwrap_or_default(),
    }
}

pub async fn to_answer(ctx: &Ctx, delivery: Delivery) -> ApiResult<Json<Item<DeliveryDetails>>> {
    let mut tx = ctx.begin().await?;
    let data = load_details(&mut tx, ctx, delivery).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}
