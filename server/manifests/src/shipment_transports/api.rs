//! `/shipments/{id}/transports`.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use super::store::{self, Carriers};
use access::ctx::Ctx;
use customs::shipment_transports::{Openable, ShipmentTransport, ShipmentWays, TransportRecord, load_ways};
use freight::shipments::to_deliver;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::settings::BAGS_MASTER;
use server_core::tags::Tag;

/// How a shipment travels.
#[derive(Object, Debug)]
pub struct ShipmentTransports {
    /// In the order in which its parcels were packed.
    pub transports: Vec<ShipmentTransport>,
    /// The manifests that have it; empty for those who cannot open manifests.
    pub manifests: Vec<TransportRecord>,
}

pub struct ShipmentTransportApi;

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Consolidation")]
impl ShipmentTransportApi {
    /// Show how a shipment travels
    ///
    /// In which bags its parcels are and on which flights, for everybody who can open the shipment. Numbers are for those who may
    /// open bags, air waybills and manifests. Empty while the company has these switched off.
    #[oai(path = "/:id/transports", method = "get", operation_id = "shipment_transports")]
    async fn shipment_transports(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ShipmentTransports>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        let is_on = ctx.settings().flag(BAGS_MASTER);
        let may_open = |resource| ctx.scope(resource, Action::Show).ok();
        let openable = Openable { bags: may_open(Resource::Bag), waybills: may_open(Resource::Mawb) };
        let mut tx = ctx.begin().await?;
        if to_deliver::load_in_scope(&mut tx, &scope, &[*id]).await?.is_empty() {
            return Err(ApiError::not_found());
        }
        let ways = if is_on { load_ways(&mut tx, *id, &openable).await? } else { ShipmentWays::default() };
        let ShipmentWays { transports, bag_ids, waybill_ids } = ways;
        let manifests = match may_open(Resource::Manifest) {
            Some(scope) => {
                let carriers = Carriers { shipment_id: *id, bag_ids, waybill_ids };
                store::list_manifests(&mut tx, &scope, &carriers).await?
            }
            None => Vec::new(),
        };
        tx.commit().await?;
        Ok(Json(Item { data: ShipmentTransports { transports, manifests } }))
    }
}
