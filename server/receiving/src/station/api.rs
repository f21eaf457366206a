//! `/receiving`: parcels that come in at a station of a warehouse are scanned, measured and identified.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{
    ParcelIdentification, ParcelMeasurement, ParcelScan, ReceivedParcel, ScannedParcel, verdict,
};
use super::scan::{self, ParcelInHand, build_filter};
use super::store::{self, KnownParcel, MeasurementRank, RECEIVED_PARCELS};
use super::{suites, webhook_events};
use crate::inbound::arrivals;
use crate::reweighs::{self, Weigher};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::in_hand;
use freight::tracking_events::{self, LockedShipment};
use server_core::http::body::Body;
use server_core::http::conflict::retry_conflict;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Page, PageAnswer};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::settings::Settings;
use server_core::tags::Tag;

const SORTS: Sorts = &[("received_at", "p.received_at"), ("weight_g", "p.weight_g"), ("code", "p.code")];
const SEARCHED: &str = "concat_ws(' ', p.code, p.tracking_code, p.station)";

pub struct StationApi;

#[OpenApi(prefix_path = "/receiving", tag = "Tag::Receiving")]
impl StationApi {
    /// List received parcels
    ///
    /// Without those whose scan was withdrawn. Sort by `received_at`, `weight_g` or `code`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "receiving_list")]
    async fn receiving_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the scanned code, the tracking code or the station.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// True: only parcels that nobody has identified; false: only the others.
        unknown: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<ReceivedParcel>> {
        let scope = ctx.scope(Resource::Receiving, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let (_, subsidiaries, _) = scope.parts();
        let filter = Where::words(&asked.words, SEARCHED)
            .among("p.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
            .and("p.warehouse_id = ", ctx.station_warehouse())
            .only("p.shipment_id is null and p.client_id is null", unknown.0 == Some(true))
            .only("(p.shipment_id is not null or p.client_id is not null)", unknown.0 == Some(false))
            .always("p.withdrawn_at is null");
        let mut tx = ctx.begin().await?;
        let (mut rows, meta): (Vec<ReceivedParcel>, _) =
            RECEIVED_PARCELS.listing.page(&mut tx, &filter, &asked).await?;
        scan::mark_held(&mut tx, &mut rows).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| row.seen_by(&ctx.grants)).collect();
        Ok(PageAnswer(Page { data, meta }))
    }

    /// Receive a scanned parcel
    ///
    /// Takes the code of a shipment or of one of its parcels; of a shipment with several parcels, a code without a number is the
    /// next parcel that is not there. Records the event RECEIVED of a shipment that has not moved yet. A code that no shipment has
    /// is that of a parcel that a client announced, in `inbound_parcel`; so is a long bar code that ends with the announced number,
    /// or one of DPD with it before the service. A suite, alone or as `Suite 1004`, opens a parcel of its client there, under a code
    /// of its own; it is `unknown` with the reason in `message_code` when the client is blocked, or the station has no warehouse. Any
    /// other code is `unknown`. The same `key` again changes nothing. A parcel that was received before is `known`; so is one that is
    /// kept unidentified under this code, until `another` says that this is not it. A scan that waited for the network says when it
    /// was made, in `scanned_at`: its storage begins on that day. The token of a station scans for its own warehouse only, which can
    /// be left out.
    #[oai(path = "/scan", method = "post", operation_id = "receiving_scan")]
    async fn receiving_scan(&self, ctx: Ctx, body: Body<ParcelScan>) -> ApiResult<Json<Item<ScannedParcel>>> {
        let scope = ctx.scope(Resource::Receiving, Action::Scan)?;
        body.check(ctx.now())?;
        let form = body.0.at_station(ctx.station_warehouse())?;
        let data = retry_conflict(|| receive_alone(&ctx, &scope, &form)).await?;
        Ok(Json(Item { data }))
    }

    /// Weigh and measure a received parcel
    ///
    /// The newest measurement counts; all are kept. One that waited for the network says when it was made, in `measured_at`. The same
    /// `key` again changes nothing, and with other measures or for another parcel it is refused: 409 `record_id_reused`. With the last
    /// parcel of a confirmed shipment, its measures are compared with the declared ones: a difference of the price is charged, given back, or holds
    /// the shipment. Returns 409 `parcel_departed` once the shipment has left.
    #[oai(path = "/:id/measure", method = "post", operation_id = "receiving_measure")]
    async fn receiving_measure(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ParcelMeasurement>,
    ) -> ApiResult<Json<Item<ReceivedParcel>>> {
        let scope = ctx.scope(Resource::Receiving, Action::Measure)?;
        let settings = ctx.settings();
        let weigh = || measure(&ctx, &scope, &settings, *id, &body);
        let data = match retry_conflict(weigh).await {
            // Something else has taken the funds meanwhile: judged again, the difference waits for the client.
            Err(error) if error.has(MessageCode::InsufficientFunds) => retry_conflict(weigh).await?,
            measured => measured?,
        };
        Ok(Json(Item { data }))
    }

    /// Say whose an unknown parcel is
    ///
    /// It is then received as a parcel of that shipment, at the time of its scan. A code that no shipment has is that of a parcel
    /// that a client announced, which has then arrived, or else the suite of a client, whose parcel it is then: 422 `client_blocked`
    /// or `suite_needs_warehouse` at `code`.
    #[oai(path = "/:id/identify", method = "post", operation_id = "receiving_identify")]
    async fn receiving_identify(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ParcelIdentification>,
    ) -> ApiResult<Json<Item<ReceivedParcel>>> {
        let scope = ctx.scope(Resource::Receiving, Action::Identify)?;
        let settings = ctx.settings();
        let mut tx = ctx.begin().await?;
        let parcel = begin(&mut tx, &ctx, &scope, *id, Action::Identify).await?;
        match in_hand::lock_scanned(&mut tx, &scope, &body.code).await? {
            Some((shipment, number)) => {
                let hand = scan::look_at(&mut tx, shipment, number).await?;
                hand.guard(number)?;
                give_to_shipment(&mut tx, &ctx, &settings, &parcel, hand).await?;
            }
            None => suites::identify(&mut tx, &ctx, &scope, &parcel, &body.code).await?,
        }
        answer(tx, &ctx, *id).await
    }

    /// Withdraw the scan of a parcel
    ///
    /// For a parcel that was scanned by mistake. An announced parcel of a client is expected again: 409 `parcel_step_refused` once
    /// it was put away. With the only parcel of a shipment that is there, its event RECEIVED is undone, too, and those of its
    /// weighing: 409 `scan_not_undoable` when other events need it. A difference of the price that waits for the client by its
    /// measures is not due any more.
    #[oai(path = "/:id/withdraw", method = "post", operation_id = "receiving_withdraw")]
    async fn receiving_withdraw(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ReceivedParcel>>> {
        let scope = ctx.scope(Resource::Receiving, Action::Withdraw)?;
        let mut tx = ctx.begin().await?;
        let parcel = begin(&mut tx, &ctx, &scope, *id, Action::Withdraw).await?;
        if parcel.withdrawn_at.is_none() {
            refuse_departed(&mut tx, parcel.shipment_id).await?;
            take_event_back(&mut tx, &ctx, &parcel).await?;
            if let Some(inbound_id) = parcel.inbound_parcel_id {
                arrivals::take_back(&mut tx, &ctx, inbound_id).await?;
            }
            store::withdraw(&mut tx, *id, ctx.user.id, ctx.now()).await?;
            if let Some(shipment_id) = parcel.shipment_id.filter(|_| parcel.weight_g.is_some()) {
                reweighs::end_waiting(&mut tx, &ctx, shipment_id).await?;
            }
            let facts = json!({ "code": parcel.code });
            scan::tell(&mut tx, &ctx, Action::Withdraw, *id, facts).await?;
        }
        answer(tx, &ctx, *id).await
    }
}

/// A scan in a transaction of its own.
async fn receive_alone(ctx: &Ctx, scope: &RowScope, form: &ParcelScan) -> ApiResult<ScannedParcel> {
    let mut tx = ctx.begin().await?;
    let scanned = scan::receive(&mut tx, ctx, scope, form).await?;
    tx.commit().await?;
    Ok(scanned)
}

/// An unknown parcel is that of the shipment, and was since its scan.
async fn give_to_shipment(
    tx: &mut TenantTx,
    ctx: &Ctx,
    settings: &Settings,
    parcel: &ReceivedParcel,
    hand: ParcelInHand,
) -> ApiResult<()> {
    let (shipment_id, tracking_code) = (hand.shipment.id, hand.shipment.tracking_code.clone());
    let (seq, subsidiary_id, client_id) = (hand.seq, hand.facts.subsidiary_id, hand.facts.client_id);
    let event_id = scan::record_reception(tx, ctx, hand.shipment, parcel.received_at).await?;
    let known = KnownParcel { shipment_id, seq, tracking_code: &tracking_code, subsidiary_id, event_id };
    store::identify(tx, parcel.id, &known, ctx.now()).await?;
    store::come_after_all(tx, shipment_id, seq).await?;
    if let Some(inbound_id) = parcel.inbound_parcel_id {
        arrivals::forget_unidentified(tx, inbound_id).await?;
    }
    let facts = json!({ "tracking_code": [null, tracking_code], "parcel_number": [null, seq] });
    scan::tell(tx, ctx, Action::Identify, parcel.id, facts).await?;
    webhook_events::announce_received(tx, ctx.now(), parcel.id, &known, client_id).await?;
    reweighs::judge(tx, &Weigher::from(ctx), settings, shipment_id).await?;
    Ok(())
}

/// Writes a measurement, and judges the shipment by it.
async fn measure(
    ctx: &Ctx,
    scope: &RowScope,
    settings: &Settings,
    id: Uuid,
    form: &ParcelMeasurement,
) -> ApiResult<ReceivedParcel> {
    let mut tx = ctx.begin().await?;
    let parcel = begin(&mut tx, ctx, scope, id, Action::Measure).await?;
    form.check(ctx.now())?;
    refuse_departed(&mut tx, parcel.shipment_id).await?;
    let rank = store::measure(&mut tx, id, form, ctx.user.id, ctx.now()).await?;
    if rank != MeasurementRank::Known {
        let counts = rank == MeasurementRank::Newest;
        // An older measurement changes nothing of its parcel.
        let weight_g = if counts { json!([parcel.weight_g, form.weight_g]) } else { json!(form.weight_g) };
        let facts = json!({
            "weight_g": weight_g, "counts": counts, "weight_source": form.weight_source,
            "length_mm": form.length_mm, "width_mm": form.width_mm, "height_mm": form.height_mm,
        });
        scan::tell(&mut tx, ctx, Action::Measure, id, facts).await?;
    }
    if rank == MeasurementRank::Newest {
        webhook_events::announce_measured(&mut tx, ctx.now(), &parcel, form).await?;
    }
    // Also for a repeated one, whose station has not had the answer: the same measures are judged once.
    let verdict = match parcel.shipment_id {
        Some(shipment_id) => reweighs::judge(&mut tx, &Weigher::from(ctx), settings, shipment_id).await?,
        None => None,
    };
    let measured = scan::find(&mut tx, ctx, id).await?;
    tx.commit().await?;
    Ok(ReceivedParcel { verdict, ..measured })
}

/// Locks a parcel, if its state allows the action. Its shipment is locked first, as by a scan: the change of one parcel can concern
/// another one of it.
pub async fn begin(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    action: Action,
) -> ApiResult<ReceivedParcel> {
    let found: ReceivedParcel = RECEIVED_PARCELS.find(tx, &build_filter(ctx, scope), id).await?;
    lock_shipment(tx, found.shipment_id).await?;
    RECEIVED_PARCELS.lock(tx, id).await?;
    let parcel: ReceivedParcel = RECEIVED_PARCELS.find(tx, &build_filter(ctx, scope), id).await?;
    verdict(parcel.state(), action).guard()?;
    Ok(parcel)
}

pub async fn lock_shipment(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<Option<LockedShipment>> {
    let Some(id) = id else { return Ok(None) };
    Ok(tracking_events::lock_many(tx, &RowScope::All, &[id]).await?.pop())
}

/// Returns 409 once the shipment has left: its parcels are not in hand any more.
pub async fn refuse_departed(tx: &mut TenantTx, shipment_id: Option<Uuid>) -> ApiResult<()> {
    let Some(shipment) = lock_shipment(tx, shipment_id).await? else { return Ok(()) };
    let whereabouts = in_hand::load_whereabouts(tx, &[shipment.id]).await?.get(&shipment.id).copied();
    if in_hand::has_departed(shipment.status, whereabouts) {
        Err(ApiError::refused(MessageCode::ParcelDeparted))
    } else {
        Ok(())
    }
}

/// The event RECEIVED belongs to another parcel that is there, or is undone with what was weighed since.
async fn take_event_back(tx: &mut TenantTx, ctx: &Ctx, parcel: &ReceivedParcel) -> ApiResult<()> {
    let event_id = store::find_event(tx, parcel.id).await?;
    let Some((shipment_id, event_id)) = parcel.shipment_id.zip(event_id) else { return Ok(()) };
    if store::give_event(tx, shipment_id, event_id, parcel.id).await? {
        return Ok(());
    }
    let along = reweighs::BY_MEASURES;
    match tracking_events::undo_event_with(tx, ctx, &RowScope::All, shipment_id, event_id, &along).await {
        // The station says what else helps.
        Err(error) if error.code() == MessageCode::EventNotUndoable => {
            Err(ApiError::refused(MessageCode::ScanNotUndoable))
        }
        undone => undone,
    }
}

/// Commits and returns the parcel.
pub async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<ReceivedParcel>>> {
    let data = scan::find(&mut tx, ctx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}
