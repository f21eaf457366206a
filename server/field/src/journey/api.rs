//! `/shipments/{id}/deliveries`.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::model::ShipmentDelivery;
use super::store;
use access::ctx::Ctx;
use freight::shipments::to_deliver;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::tags::Tag;

/// Deliveries that are shown of a shipment.
const SHOWN: usize = 10;

pub struct ShipmentDeliveryApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Deliveries")]
impl ShipmentDeliveryApi {
    /// List the deliveries of a shipment
    ///
    /// The newest first, at most 10, for everybody who can open the shipment. Cancelled ones are left out.
    #[oai(path = "/:id/deliveries", method = "get", operation_id = "shipment_delivery_list")]
    async fn shipment_delivery_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Items<ShipmentDelivery>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        let mut tx = ctx.begin().await?;
        if to_deliver::load_in_scope(&mut tx, &scope, &[*id]).await?.is_empty() {
            return Err(ApiError::not_found());
        }
        let rows = store::list_deliveries(&mut tx, &[*id]).await?;
        tx.commit().await?;
        let is_outside = ctx.is_outside();
        let shown = rows.into_iter().take(SHOWN);
        Ok(Json(Items { data: shown.map(|row| ShipmentDelivery::of(row, is_outside)).collect() }))
    }
}
