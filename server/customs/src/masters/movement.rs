//! Bags and parcels follow their master.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Master, MasterMoment};
use super::store;
use crate::bags::parcel_store;
use crate::bags::transport::{self, TransportedBag};
use crate::parcel_moves::MoveParcels;
use access::ctx::Ctx;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::moments::MomentBounds;
use server_core::process;

/// The bags of a master, locked. The master is locked after them.
pub async fn lock_bags(tx: &mut TenantTx, master: &Master) -> ApiResult<Vec<TransportedBag>> {
    let ids = store::list_bag_ids(tx, master.id).await?;
    transport::lock_bags(tx, &ids).await
}

/// Returns 409 with the number of the first bag that is not closed, or about which an operator is asked.
pub fn refuse_open(bags: &[TransportedBag]) -> ApiResult<()> {
    let open = bags.iter().find(|bag| !bag.can_be_sent());
    open.map_or(Ok(()), |bag| {
        let params = Params::from([("number", bag.number.clone().into())]);
        Err(ApiError::refused(MessageCode::BagNotReady).with_params(params))
    })
}

/// Returns 409 with the codes of shipments that were held, cancelled or stopped since their bags were closed.
pub async fn refuse_stopped(tx: &mut TenantTx, bags: &[TransportedBag]) -> ApiResult<()> {
    let bag_ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
    let shipment_ids = parcel_store::list_shipments(tx, &bag_ids).await?;
    transport::refuse_stopped(tx, &shipment_ids).await
}

/// When it happened: now, or the sent time, which is not before that of the step before it.
pub fn check_moment(
    ctx: &Ctx,
    master: &Master,
    sent: &MasterMoment,
    previous: Option<DateTime<Utc>>,
) -> ApiResult<DateTime<Utc>> {
    let (now, mut errors) = (ctx.now(), FieldErrors::default());
    let at = MomentBounds::for_record(master.created_at, now).check("at", sent.at, &mut errors).min(now);
    if errors.is_empty() && previous.is_some_and(|previous| at < previous) {
        errors.push("at", MessageCode::EventBeforePrevious);
    }
    errors.into_result()?;
    Ok(at)
}

/// A move of the parcels of a master.
pub struct MasterMovement<'a> {
    /// Code of the event of their shipments.
    pub code: &'static str,
    pub location: &'a str,
    pub at: DateTime<Utc>,
}

/// The shipments get their event in the background.
pub async fn move_parcels(
    tx: &mut TenantTx,
    ctx: &Ctx,
    bags: &[TransportedBag],
    movement: MasterMovement<'_>,
) -> ApiResult<()> {
    let process = MoveParcels {
        code: movement.code.to_owned(),
        occurred_at: movement.at,
        received_at: ctx.now(),
        time_zone: ctx.user.time_zone.clone(),
        location: movement.location.to_owned(),
        is_by_carrier: false,
        actor_id: ctx.user.id,
        bag_ids: bags.iter().map(|bag| bag.id).collect(),
        loose: Vec::new(),
    };
    process::enqueue_quietly(tx, process).await?;
    Ok(())
}
