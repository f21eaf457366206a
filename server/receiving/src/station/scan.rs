//! What happens to a scanned parcel: it is received, was received before, is unknown, or its shipment takes it not.

use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ParcelScan, ReceivedParcel, ScanOutcome, ScannedParcel, ScannedShipment, choose_number};
use super::store::{self, ClientParcel, KnownParcel, RECEIVED_PARCELS, Receiver};
use super::{suites, webhook_events};
use crate::inbound::INBOUND_PARCELS;
use crate::inbound::arrivals::{self, ArrivalFacts};
use crate::inbound::input::read_external_code;
use crate::inbound::model::InboundParcel;
use crate::steps::inbound_parcel::InboundParcelStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use carriers::CarrierBuying;
use chrono::{DateTime, Utc};
use freight::shipments::in_hand::{self, ShipmentFacts};
use freight::status::ShipmentStatus;
use freight::tracking_events::{LockedShipment, NewEvent, Source};
use parties::clients::parcel_owner::find_suite_owner;
use policy::Resource;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::Where;

const RECEIVED: &str = "RECEIVED";

/// A parcel of a shipment that is locked.
pub struct ParcelInHand {
    pub shipment: LockedShipment,
    pub seq: i16,
    pub facts: ShipmentFacts,
    /// The parcels that are there.
    pub numbers: Vec<(i16, Uuid)>,
    /// The parcels that do not come.
    pub missing: Vec<i16>,
}

/// The received parcels that the user reaches; of a station that calls by its token, those of its warehouse.
pub fn build_filter(ctx: &Ctx, scope: &RowScope) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    Where::all()
        .among("p.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
        .and("p.warehouse_id = ", ctx.station_warehouse())
}

impl ParcelScan {
    /// The same at the warehouse that the token of a station is bound to. Returns 422 for another one.
    pub fn at_station(self, own: Option<Uuid>) -> ApiResult<Self> {
        let Some(own) = own else { return Ok(self) };
        if self.warehouse_id.is_some_and(|asked| asked != own) {
            return Err(ApiError::invalid_field("warehouse_id", MessageCode::UnknownOption));
        }
        Ok(Self { warehouse_id: Some(own), ..self })
    }
}

/// Receives what was scanned.
pub async fn receive(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    scan: &ParcelScan,
) -> ApiResult<ScannedParcel> {
    let Some((shipment, number)) = in_hand::lock_scanned(tx, scope, &scan.code).await? else {
        let found = arrivals::lock_scanned(tx, scope, &scan.code, Some(scan.key)).await?;
        if let Some(parcel) = found.filter(|found| !is_another(scan, found)) {
            return receive_client_parcel(tx, ctx, scope, scan, parcel).await;
        }
        return match find_suite_owner(tx, &scan.code).await? {
            Some(client_id) => suites::receive_by_suite(tx, ctx, scope, scan, client_id).await,
            None => receive_unknown(tx, ctx, scope, scan, None).await,
        };
    };
    let hand = look_at(tx, shipment, number).await?;
    if let Some((_, id)) = hand.numbers.iter().find(|(seq, id)| *seq == hand.seq || *id == scan.key) {
        let outcome = if *id == scan.key { ScanOutcome::Received } else { ScanOutcome::Known };
        let parcel = find(tx, ctx, *id).await?;
        let shipment = (!is_elsewhere(ctx, parcel.warehouse_id)).then(|| hand.view(0));
        return Ok(ScannedParcel::with_parcel(outcome, parcel, shipment));
    }
    if let Some(code) = hand.find_refusal(number) {
        let shipment = hand.view(0);
        // The token of a station does nothing with it: it may be of another warehouse.
        let is_named = ctx.station_warehouse().is_none();
        let shipment = if is_named { shipment } else { shipment.without_names() };
        return Ok(ScannedParcel::with_refusal(code, shipment, ctx.language()));
    }
    let (shipment_id, tracking_code) = (hand.shipment.id, hand.shipment.tracking_code.clone());
    let (seq, subsidiary_id, client_id) = (hand.seq, hand.facts.subsidiary_id, hand.facts.client_id);
    let (view, is_missing) = (hand.view(1), hand.missing.contains(&seq));
    let event_id = record_reception(tx, ctx, hand.shipment, scan.read_time(ctx.now())).await?;
    let known = KnownParcel { shipment_id, seq, tracking_code: &tracking_code, subsidiary_id, event_id };
    if !store::insert(tx, scan, Some(&known), &Receiver::of(ctx, scope)).await? {
        return Err(ApiError::refused(MessageCode::ParcelReceived));
    }
    if is_missing {
        store::come_after_all(tx, shipment_id, seq).await?;
    }
    tell(tx, ctx, Action::Scan, scan.key, json!({ "tracking_code": tracking_code, "parcel_number": seq }))
        .await?;
    webhook_events::announce_received(tx, ctx.now(), scan.key, &known, client_id).await?;
    let parcel = find(tx, ctx, scan.key).await?;
    Ok(ScannedParcel::with_parcel(ScanOutcome::Received, parcel, Some(view)))
}

/// Receives a parcel with an unknown code that was found where a flight was unpacked, under the id that it has there. Returns 409
/// when a shipment has the code meanwhile, and does not take it.
pub async fn receive_found(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, code: &str) -> ApiResult<()> {
    let scope = ctx.scope(Resource::Receiving, Action::Scan)?;
    let (code, station) = (code.to_owned(), String::new());
    let scan = ParcelScan {
        key: id,
        code,
        warehouse_id: None,
        station,
        keep_unknown: true,
        another: false,
        scanned_at: None,
    };
    let told = receive(tx, ctx, &scope, &scan).await?;
    match told.message_code.as_deref().and_then(MessageCode::from_name) {
        Some(refusal) if told.outcome == ScanOutcome::Refused => Err(ApiError::refused(refusal)),
        _ => Ok(()),
    }
}

/// What is in hand: the parcel with this number, or the next one of its shipment. When all are there, the last one.
pub async fn look_at(
    tx: &mut TenantTx,
    shipment: LockedShipment,
    number: Option<i16>,
) -> ApiResult<ParcelInHand> {
    let numbers = store::list_numbers(tx, shipment.id).await?;
    let received: Vec<i16> = numbers.iter().map(|(seq, _)| *seq).collect();
    let chosen = choose_number(number, &received);
    let facts = in_hand::load_facts(tx, shipment.id, chosen).await?;
    let is_beyond = number.is_none() && chosen > facts.parcel_count;
    let seq = received.last().copied().filter(|_| is_beyond).unwrap_or(chosen);
    let missing = store::list_missing(tx, shipment.id).await?;
    Ok(ParcelInHand { shipment, seq, facts, numbers, missing })
}

/// Records the reception of the shipment, unless it was received before. The carrier of the last mile may be asked for a label.
pub async fn record_reception(
    tx: &mut TenantTx,
    ctx: &Ctx,
    shipment: LockedShipment,
    at: DateTime<Utc>,
) -> ApiResult<Option<Uuid>> {
    let event = NewEvent { occurred_at: at, ..NewEvent::now(RECEIVED, Source::Scan, ctx) };
    let shipment_id = shipment.id;
    let event_id = in_hand::record_reception(tx, shipment, &event).await?;
    if event_id.is_some() {
        carriers::buy_at(tx, CarrierBuying::Reception, shipment_id, Some(ctx.user.id), ctx.now()).await?;
    }
    Ok(event_id)
}

/// Whether the station says that it has another parcel than the one that is kept unidentified under this code.
fn is_another(scan: &ParcelScan, found: &InboundParcel) -> bool {
    let is_kept = found.client_id.is_none() && found.status == InboundParcelStatus::Arrived;
    scan.another && scan.keep_unknown && is_kept
}

/// A parcel that a client expects, or one that is there.
async fn receive_client_parcel(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    scan: &ParcelScan,
    inbound: InboundParcel,
) -> ApiResult<ScannedParcel> {
    let is_expected = inbound.status == InboundParcelStatus::Expected;
    if is_expected {
        if !store::insert(tx, scan, None, &Receiver::of(ctx, scope)).await? {
            return Err(ApiError::refused(MessageCode::ParcelReceived));
        }
        arrivals::arrive(tx, ctx, &inbound, arrival(ctx, scope, scan)).await?;
        tell(tx, ctx, Action::Scan, scan.key, json!({ "code": inbound.external_code })).await?;
    }
    let inbound: InboundParcel = INBOUND_PARCELS.find(tx, &Where::all(), inbound.id).await?;
    let is_repeated = inbound.received_parcel_id == Some(scan.key);
    let outcome = if is_repeated { ScanOutcome::Received } else { ScanOutcome::Known };
    let parcel = match inbound.received_parcel_id {
        Some(id) => Some(find(tx, ctx, id).await?),
        None => None,
    };
    // The value, place and storage of a client's parcel concern its warehouse alone. Of one that nobody knows, the station must say
    // whether it has that one.
    let is_shown = inbound.client_id.is_none() || !is_elsewhere(ctx, inbound.warehouse_id);
    let shown = is_shown.then(|| inbound.seen_by(&ctx.grants, ctx.is_outside(), ctx.now()));
    Ok(ScannedParcel::with_client_parcel(outcome, parcel, shown))
}

/// The arrival of what was scanned.
pub fn arrival(ctx: &Ctx, scope: &RowScope, scan: &ParcelScan) -> ArrivalFacts {
    let Receiver { subsidiary_id, at, .. } = Receiver::of(ctx, scope);
    let (received_parcel_id, warehouse_id) = (scan.key, scan.warehouse_id);
    ArrivalFacts { received_parcel_id, warehouse_id, subsidiary_id, place: None, at: scan.read_time(at) }
}

/// A parcel whose code nobody knows waits until somebody identifies it, if the station keeps it. So does one whose client gets none
/// for a `reason`.
pub async fn receive_unknown(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    scan: &ParcelScan,
    reason: Option<MessageCode>,
) -> ApiResult<ScannedParcel> {
    if !scan.keep_unknown {
        let because = |code| ScannedParcel::unknown_because(code, ctx.language());
        return Ok(reason.map_or_else(ScannedParcel::unknown, because));
    }
    require("code", &read_external_code(&scan.code))?;
    // Two stations that keep one code at the same time: the second one is told, too.
    if reason.is_none()
        && let Some(kept) = arrivals::lock_kept(tx, scope, &scan.code).await?
        && !scan.another
    {
        return receive_client_parcel(tx, ctx, scope, scan, kept).await;
    }
    let receiver = Receiver::of(ctx, scope);
    if store::insert(tx, scan, None, &receiver).await? {
        let facts = arrival(ctx, scope, scan);
        // A suite stands on many parcels: each waits under a code of its own.
        let code = match reason {
            Some(_) => suites::name_parcel(scan.code.trim(), scan.key),
            None => scan.code.clone(),
        };
        let inbound_parcel_id = arrivals::keep_unidentified(tx, ctx, &code, facts).await?;
        let link = ClientParcel { inbound_parcel_id, client_id: None, subsidiary_id: None };
        store::link(tx, scan.key, &link).await?;
        tell(tx, ctx, Action::Scan, scan.key, json!({ "code": scan.code.trim() })).await?;
    }
    let parcel: ReceivedParcel = RECEIVED_PARCELS.find(tx, &build_filter(ctx, scope), scan.key).await?;
    refuse_reused(scan, &parcel)?;
    let parcel = parcel.seen_by(&ctx.grants);
    Ok(ScannedParcel::with_parcel(ScanOutcome::Received, parcel, None))
}

/// Returns 409 when a scan that is sent again has the id of another one, or was withdrawn since.
pub fn refuse_reused(scan: &ParcelScan, parcel: &ReceivedParcel) -> ApiResult<()> {
    if parcel.code != scan.code.trim() {
        return Err(ApiError::refused(MessageCode::RecordIdReused));
    }
    if parcel.withdrawn_at.is_some() {
        return Err(ApiError::refused(MessageCode::ParcelWithdrawn));
    }
    Ok(())
}

/// Writes the audit entry, and tells open pages.
pub async fn tell(
    tx: &mut TenantTx,
    ctx: &Ctx,
    action: Action,
    id: Uuid,
    facts: serde_json::Value,
) -> ApiResult<()> {
    live::records_changed(tx, &Audience::Staff, Resource::Receiving.name(), &[id]);
    audit::record(tx, ctx, &format!("{}.{action}", Resource::Receiving), Some(id), facts).await
}

/// The parcel with the permissions of the user. The token of a station does nothing with one of another warehouse.
pub async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<ReceivedParcel> {
    let mut parcel: ReceivedParcel = RECEIVED_PARCELS.find(tx, &Where::all(), id).await?;
    mark_held(tx, std::slice::from_mut(&mut parcel)).await?;
    match is_elsewhere(ctx, parcel.warehouse_id) {
        true => Ok(parcel),
        false => Ok(parcel.seen_by(&ctx.grants)),
    }
}

/// Whether a station calls by its token for something of another warehouse than its own.
fn is_elsewhere(ctx: &Ctx, warehouse_id: Option<Uuid>) -> bool {
    ctx.station_warehouse().is_some_and(|own| warehouse_id != Some(own))
}

/// Says which parcels have to be put aside.
pub async fn mark_held(tx: &mut TenantTx, parcels: &mut [ReceivedParcel]) -> ApiResult<()> {
    let ids: Vec<Uuid> = parcels.iter().filter_map(|parcel| parcel.shipment_id).collect();
    let held = in_hand::list_held(tx, &ids).await?;
    for parcel in parcels {
        parcel.on_hold = parcel.shipment_id.is_some_and(|id| held.contains(&id));
    }
    Ok(())
}

impl ParcelInHand {
    /// Why it is not received; none if it is. `number` is the scanned one.
    pub fn find_refusal(&self, number: Option<i16>) -> Option<MessageCode> {
        let is_unknown = number.is_some_and(|number| !(1..=self.facts.parcel_count).contains(&number));
        in_hand::find_refusal(&self.shipment)
            .or_else(|| is_unknown.then_some(MessageCode::ParcelNumberUnknown))
    }

    /// Returns 409 when it was received before, or is not received.
    pub fn guard(&self, number: Option<i16>) -> ApiResult<()> {
        let is_there = self.numbers.iter().any(|(seq, _)| *seq == self.seq);
        let code = self.find_refusal(number).or_else(|| is_there.then_some(MessageCode::ParcelReceived));
        match code {
            Some(MessageCode::ParcelNumberUnknown) => Err(in_hand::refuse_number(self.facts.parcel_count)),
            Some(code) => Err(ApiError::refused(code)),
            None => Ok(()),
        }
    }

    /// What a station shows, with so many more parcels there.
    pub fn view(&self, more: i64) -> ScannedShipment {
        let count = i64::try_from(self.numbers.len()).unwrap_or(i64::MAX).saturating_add(more);
        let is_first = more > 0 && !self.shipment.status.is_movement();
        let status = if is_first { ShipmentStatus::Received } else { self.shipment.status };
        let is_away = |number: &&i16| more == 0 || **number != self.seq;
        let missing = i64::try_from(self.missing.iter().filter(is_away).count()).unwrap_or_default();
        ScannedShipment::of(&self.shipment, status, &self.facts, count, missing)
    }
}
