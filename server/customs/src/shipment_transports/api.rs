//! `/shipments/{id}/transports`.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ShipmentTransport, ShipmentTransports, TransportRecord};
use super::store::{self, Carriers, CarryingWaybill, ShortParcels};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_deliver;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::settings::BAGS_MASTER;
use server_core::tags::Tag;

/// The branches of which a user may open records; none where the user may not.
struct Openable {
    bags: Option<RowScope>,
    waybills: Option<RowScope>,
    manifests: Option<RowScope>,
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
        let openable = Openable {
            bags: may_open(Resource::Bag),
            waybills: may_open(Resource::Mawb),
            manifests: may_open(Resource::Manifest),
        };
        let mut tx = ctx.begin().await?;
        if to_deliver::load_in_scope(&mut tx, &scope, &[*id]).await?.is_empty() {
            return Err(ApiError::not_found());
        }
        let data = load(&mut tx, *id, &openable, is_on).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

async fn load(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    openable: &Openable,
    is_on: bool,
) -> ApiResult<ShipmentTransports> {
    let bags = if is_on { store::list_bags(tx, shipment_id).await? } else { Vec::new() };
    let bag_ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    let waybills = if is_on { store::list_waybills(tx, &bag_ids, shipment_id).await? } else { Vec::new() };
    let short = if is_on { store::list_short(tx, shipment_id).await? } else { Vec::new() };
    let manifests = match &openable.manifests {
        Some(scope) => {
            let waybill_ids = waybills.iter().map(|waybill| waybill.id).collect();
            store::list_manifests(tx, scope, &Carriers { shipment_id, bag_ids, waybill_ids }).await?
        }
        None => Vec::new(),
    };
    let show_waybill = |waybill: &CarryingWaybill| {
        show(&openable.waybills, waybill.subsidiary_id, waybill.id, &waybill.number)
    };
    let in_bags = bags.into_iter().map(|bag| {
        let flown_by = waybills.iter().find(|waybill| waybill.bag_id == Some(bag.id));
        let opened = show(&openable.bags, bag.subsidiary_id, bag.id, &bag.number);
        let short_count = count_short(&short, |it| it.bag_id == Some(bag.id));
        ShipmentTransport::in_bag(bag, flown_by, opened, flown_by.and_then(show_waybill), short_count)
    });
    let loose = waybills.iter().filter(|waybill| waybill.bag_id.is_none());
    let loose = loose.filter_map(|waybill| {
        let short_count = count_short(&short, |it| it.bag_id.is_none() && it.mawb_id == Some(waybill.id));
        ShipmentTransport::loose(waybill, show_waybill(waybill), short_count)
    });
    Ok(ShipmentTransports { transports: in_bags.chain(loose).collect(), manifests })
}

fn count_short(short: &[ShortParcels], is_here: impl Fn(&ShortParcels) -> bool) -> i32 {
    let count = short.iter().filter(|it| is_here(it)).map(|it| it.parcel_count).sum::<i64>();
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// A record with its number, if the user may open it.
fn show(
    scope: &Option<RowScope>,
    subsidiary_id: Option<Uuid>,
    id: Uuid,
    number: &str,
) -> Option<TransportRecord> {
    let scope = scope.as_ref()?;
    scope.has_branch(subsidiary_id).then(|| TransportRecord { id, number: number.to_owned() })
}
