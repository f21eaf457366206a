//! Pieces that an amendment takes off after the departure: the airline left it, so it is at the origin again.

use tenancy::TenantTx;
use uuid::Uuid;

use super::content_store::ContentMember;
use super::model::Waybill;
use super::store;
use crate::bags::state::BagStep;
use crate::bags::transport::{self, TransportedBag};
use crate::cargo_events::following::ParcelMove;
use crate::parcel_moves::MoveParcels;
use access::ctx::Ctx;
use parties::transport_places;
use server_core::http::error::ApiResult;
use server_core::process;

/// Events of its shipments: recipients are told of the delay, and the status is that before the departure.
const LEFT_BEHIND: [&str; 2] = ["DELAYED", "MANIFESTED"];

/// Takes bags and shipments back that followed their waybill. Its bags are locked.
pub async fn bring_back(
    tx: &mut TenantTx,
    ctx: &Ctx,
    waybill: &Waybill,
    removed: &[ContentMember],
) -> ApiResult<()> {
    let told = store::list_moves(tx, waybill.id).await?;
    if removed.is_empty() || !told.iter().any(|told| told == ParcelMove::Depart.as_str()) {
        return Ok(());
    }
    let bag_ids: Vec<Uuid> = removed.iter().filter_map(|one| one.bag_id).collect();
    for step in [BagStep::UndoDeparture, BagStep::Unmanifest] {
        let bags = transport::find_bags(tx, &bag_ids).await?;
        let ready: Vec<TransportedBag> = bags.into_iter().filter(|bag| bag.verdict(step).is_yes()).collect();
        transport::advance(tx, &ready, step, ctx.now()).await?;
    }
    let origin = &waybill.input.origin_airport;
    let found = transport_places::list_airports(tx, std::slice::from_ref(origin)).await?.pop();
    let time_zone = found.as_ref().map_or_else(|| "UTC".to_owned(), |place| place.time_zone.clone());
    let location = found.and_then(|place| place.city).unwrap_or_else(|| origin.clone());
    for code in LEFT_BEHIND {
        let process = MoveParcels {
            code: code.to_owned(),
            occurred_at: ctx.now(),
            received_at: ctx.now(),
            time_zone: time_zone.clone(),
            location: location.clone(),
            is_by_carrier: false,
            actor_id: ctx.user.id,
            bag_ids: bag_ids.clone(),
            loose: removed.iter().flat_map(ContentMember::list_loose).collect(),
        };
        process::enqueue_quietly(tx, process).await?;
    }
    Ok(())
}
