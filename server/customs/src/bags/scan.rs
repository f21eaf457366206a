//! The scan of a parcel: it comes in, is here already, is moved from another bag, or is refused with the reason.
//!
//! The shipment is locked before the bag, by all who lock both. Of two stations with one parcel, the second one sees where
//! the first has put it.

use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::guards::{self, BagRefusal, WeightReader};
use super::model::Bag;
use super::parcel_model::{BagParcel, BagReference, BagScan, BagScanAnswer, BagScanOutcome, BagShipment};
use super::parcel_store::{self, NewBagParcel, PackedParcel, ParcelWay};
use super::parcel_ways;
use super::state::BagStep;
use super::store::{self, BAGS};
use super::take_out;
use crate::break_bags;
use crate::break_bags::store::Doer;
use crate::cargo_events::following::ParcelMove;
use crate::waybills::content_store;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::in_hand;
use freight::shipments::to_bag::{self, ParcelToBag};
use freight::status::ShipmentStatus;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::{self, Audience};
use server_core::record::Where;

const BAGGED: &str = "BAGGED";

/// A parcel that was scanned, with its locked shipment and the locked bag.
struct ScannedParcel {
    shipment: LockedShipment,
    seq: i16,
    parcel: ParcelToBag,
    /// Where it is.
    packed: Option<PackedParcel>,
    /// The shipment is on a waybill without a bag.
    flies_loose: Option<BagRefusal>,
    /// Others of its shipment have left, and it has not.
    stays_behind: bool,
    bag: Bag,
}

/// Puts a scanned parcel into a bag of the user's branches, or says why not. A parcel of another bag comes in if somebody says why.
pub async fn scan(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    asked: &BagScan,
    move_reason: Option<&str>,
) -> ApiResult<BagScanAnswer> {
    let filter = super::build_filter(scope, Where::all());
    let bag: Bag = BAGS.find(tx, &filter, id).await?;
    if let Some(parcel) = parcel_store::find(tx, asked.key).await? {
        return Ok(answer_again(ctx, bag, parcel));
    }
    let Some((shipment, number)) = in_hand::lock_scanned(tx, scope, &asked.code).await? else {
        let refusal = guards::find_closed(&bag).unwrap_or_else(|| BagRefusal::of(MessageCode::ParcelUnknown));
        return Ok(refuse(ctx, bag, refusal));
    };
    let ways = parcel_store::list_ways(tx, &[shipment.id]).await?;
    let (seq, mut parcel) = find_parcel(tx, shipment.id, number, &ways).await?;
    if shipment.status.may_precede_departure() && has_left(tx, shipment.id, seq, &ways).await? {
        parcel.beside_customs = Some(ShipmentStatus::Departed);
    }
    let packed = parcel_store::list_of_shipment(tx, shipment.id).await?;
    let packed = packed.into_iter().find(|one| one.seq == seq);
    let bags: Vec<Uuid> = packed.iter().map(|one| one.bag_id).chain([id]).collect();
    store::lock(tx, &bags).await?;
    let bag: Bag = BAGS.find(tx, &filter, id).await?;
    let (_, branches, _) = scope.parts();
    let is_elsewhere = packed.as_ref().is_some_and(|packed| !packed.is_within(branches));
    if is_elsewhere {
        return Ok(refuse(ctx, bag, BagRefusal::of(MessageCode::ParcelInOtherBranch)));
    }
    let flies_loose = find_waybill(tx, scope, shipment.id).await?;
    let has_departed = in_hand::has_departed(shipment.status, parcel.beside_customs);
    let stays_behind = has_departed && stays_behind(tx, shipment.id, seq, &ways).await?;
    let scanned = ScannedParcel { shipment, seq, parcel, packed, flies_loose, stays_behind, bag };
    place(tx, ctx, scanned, asked, move_reason).await
}

/// Why a parcel does not come into a bag whose shipment is on a waybill as it is.
async fn find_waybill(
    tx: &mut TenantTx,
    scope: &RowScope,
    shipment_id: Uuid,
) -> ApiResult<Option<BagRefusal>> {
    let place = content_store::list_places(tx, &[], &[shipment_id]).await?.pop();
    Ok(place.map(|place| match scope.has_branch(place.subsidiary_id) {
        true => BagRefusal {
            code: MessageCode::ShipmentOnWaybill,
            params: Params::from([("number", place.number.into())]),
        },
        false => BagRefusal::of(MessageCode::WaybillOtherBranch),
    }))
}

/// The number of the scanned parcel, and what decides about it.
async fn find_parcel(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    number: Option<i16>,
    ways: &[ParcelWay],
) -> ApiResult<(i16, ParcelToBag)> {
    let first = to_bag::load_parcel(tx, shipment_id, number.unwrap_or(1)).await?;
    let seq = number.unwrap_or_else(|| parcel_ways::find_next(ways, first.parcel_count));
    if number.is_some() || seq == 1 {
        return Ok((seq, first));
    }
    Ok((seq, to_bag::load_parcel(tx, shipment_id, seq).await?))
}

/// Whether this parcel has left although its shipment waits for others: in a bag, or without one.
async fn has_left(tx: &mut TenantTx, shipment_id: Uuid, seq: i16, ways: &[ParcelWay]) -> ApiResult<bool> {
    match ways.iter().find(|way| way.seq == seq) {
        Some(way) => Ok(way.is_packed && way.has_departed()),
        None => Ok(!content_store::list_flown(tx, &[shipment_id], ParcelMove::Depart).await?.is_empty()),
    }
}

/// Whether a parcel of a shipment that has left is here: others of its parcels went before it.
async fn stays_behind(tx: &mut TenantTx, shipment_id: Uuid, seq: i16, ways: &[ParcelWay]) -> ApiResult<bool> {
    if !parcel_ways::stay_behind(ways, &[seq]) {
        return Ok(false);
    }
    let flown = content_store::list_flown(tx, &[shipment_id], ParcelMove::Depart).await?;
    Ok(flown.is_empty())
}

async fn place(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scanned: ScannedParcel,
    asked: &BagScan,
    move_reason: Option<&str>,
) -> ApiResult<BagScanAnswer> {
    if let Some(here) = scanned.packed.as_ref().filter(|packed| packed.bag_id == scanned.bag.id) {
        let parcel = parcel_store::find(tx, here.id).await?;
        // The same scan that came twice at once.
        let is_this = here.id == asked.key;
        let outcome = if is_this { BagScanOutcome::Added } else { BagScanOutcome::AlreadyHere };
        return Ok(scanned.answer(ctx, outcome, parcel));
    }
    if let Some(refusal) = scanned.find_refusal(WeightReader::of(ctx)) {
        return Ok(scanned.refuse(ctx, refusal));
    }
    match (scanned.packed.clone(), move_reason) {
        (None, _) => add(tx, ctx, scanned, asked).await,
        (Some(from), Some(reason)) => move_here(tx, ctx, scanned, asked, &from, reason).await,
        (Some(from), None) => {
            let params = Params::from([("number", from.number.into())]);
            Ok(scanned.refuse(ctx, BagRefusal { code: MessageCode::ParcelInBag, params }))
        }
    }
}

/// A parcel that is in no bag comes in, and its shipment is packed.
async fn add(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scanned: ScannedParcel,
    asked: &BagScan,
) -> ApiResult<BagScanAnswer> {
    let ScannedParcel { shipment, seq, parcel, bag, .. } = scanned;
    let shown = to_shipment(&shipment, seq, &parcel);
    let count = parcel.parcel_count;
    let note = (count > 1).then(|| format!("{seq}/{count}"));
    let event = NewEvent { note, ..NewEvent::now(BAGGED, Source::Scan, ctx) };
    let event_id = tracking_events::record_for(tx, shipment, &event).await?;
    let new = to_new(ctx, &bag, &shown, &parcel, Some(event_id));
    let Some(row) = parcel_store::insert(tx, asked, &new).await? else {
        // The index is the last guard: nobody comes here who has the lock of the shipment.
        return Err(ApiError::refused(MessageCode::ParcelInBag));
    };
    store::count(tx, bag.id, 1, row.weight_g, ctx.now()).await?;
    let doer = Doer { by: ctx.user.id, at: ctx.now() };
    break_bags::scan::settle_elsewhere(tx, row.shipment_id, Some(seq), None, doer).await?;
    let facts = json!({ "tracking_code": row.tracking_code, "parcel_number": seq });
    tell(tx, ctx, Action::Scan, bag.id, facts).await?;
    answer(tx, ctx, &bag, row, shown, None).await
}

/// A parcel of another bag comes in, if that one is open and the user may take it.
async fn move_here(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scanned: ScannedParcel,
    asked: &BagScan,
    from: &PackedParcel,
    reason: &str,
) -> ApiResult<BagScanAnswer> {
    let other: Bag = BAGS.find(tx, &Where::all(), from.bag_id).await?;
    if let Verdict::No(code, params) = other.verdict(BagStep::Move) {
        return Ok(scanned.refuse(ctx, BagRefusal { code, params }));
    }
    let Some(parcel) = parcel_store::find(tx, from.id).await? else {
        return Err(ApiError::refused(MessageCode::ParcelNotInBag));
    };
    take_out::leave(tx, ctx, &parcel, Some(reason)).await?;
    let facts = json!({
        "tracking_code": scanned.shipment.tracking_code, "parcel_number": scanned.seq,
        "bag": [other.number, scanned.bag.number], "reason": reason,
    });
    tell(tx, ctx, Action::Move, other.id, facts).await?;
    let shown = to_shipment(&scanned.shipment, scanned.seq, &scanned.parcel);
    let new = to_new(ctx, &scanned.bag, &shown, &scanned.parcel, from.event_id);
    let Some(row) = parcel_store::insert(tx, asked, &new).await? else {
        return Err(ApiError::refused(MessageCode::ParcelInBag));
    };
    store::count(tx, scanned.bag.id, 1, row.weight_g, ctx.now()).await?;
    let facts = json!({ "tracking_code": row.tracking_code, "parcel_number": row.seq, "reason": reason });
    tell(tx, ctx, Action::Scan, scanned.bag.id, facts).await?;
    answer(tx, ctx, &scanned.bag, row, shown, Some(from.bag())).await
}

/// Writes the audit entry, and tells open pages.
pub async fn tell(
    tx: &mut TenantTx,
    ctx: &Ctx,
    action: Action,
    bag_id: Uuid,
    facts: serde_json::Value,
) -> ApiResult<()> {
    live::records_changed(tx, &Audience::Staff, Resource::Bag.name(), &[bag_id]);
    audit::record(tx, ctx, &format!("{}.{action}", Resource::Bag), Some(bag_id), facts).await
}

impl ScannedParcel {
    fn find_refusal(&self, reader: WeightReader) -> Option<BagRefusal> {
        if !(1..=self.parcel.parcel_count).contains(&self.seq) {
            let params = Params::from([("count", self.parcel.parcel_count.into())]);
            return Some(BagRefusal { code: MessageCode::ParcelNumberUnknown, params });
        }
        let of_shipment = to_bag::find_refusal(&self.shipment, &self.parcel, self.stays_behind);
        let of_shipment = of_shipment.map(BagRefusal::of);
        let refusal = of_shipment.or_else(|| guards::find_refusal(&self.bag, &self.parcel, reader));
        refusal.or_else(|| self.flies_loose.clone())
    }

    fn refuse(self, ctx: &Ctx, refusal: BagRefusal) -> BagScanAnswer {
        let shipment = to_shipment(&self.shipment, self.seq, &self.parcel);
        let other_bag = self.packed.map(|packed| packed.bag());
        BagScanAnswer { shipment: Some(shipment), other_bag, ..refuse(ctx, self.bag, refusal) }
    }

    fn answer(self, ctx: &Ctx, outcome: BagScanOutcome, parcel: Option<BagParcel>) -> BagScanAnswer {
        let shipment = to_shipment(&self.shipment, self.seq, &self.parcel);
        BagScanAnswer { outcome, parcel, shipment: Some(shipment), ..empty(ctx, self.bag) }
    }
}

/// The same scan again: what it has led to then. A parcel that was taken out since is not said to be in the bag.
fn answer_again(ctx: &Ctx, bag: Bag, parcel: BagParcel) -> BagScanAnswer {
    if parcel.bag_id != bag.id {
        return refuse(ctx, bag, BagRefusal::of(MessageCode::KeyUsed));
    }
    if parcel.left_at.is_some() {
        return refuse(ctx, bag, BagRefusal::of(MessageCode::ParcelNotInBag));
    }
    BagScanAnswer { outcome: BagScanOutcome::Added, parcel: Some(parcel), ..empty(ctx, bag) }
}

fn refuse(ctx: &Ctx, bag: Bag, refusal: BagRefusal) -> BagScanAnswer {
    let BagRefusal { code, params } = refusal;
    BagScanAnswer {
        outcome: BagScanOutcome::Refused,
        message_code: Some(code.as_str().to_owned()),
        message: Some(code.text(ctx.language(), &params)),
        ..empty(ctx, bag)
    }
}

fn empty(ctx: &Ctx, bag: Bag) -> BagScanAnswer {
    BagScanAnswer {
        outcome: BagScanOutcome::Refused,
        bag: bag.seen_by(&ctx.grants),
        parcel: None,
        shipment: None,
        other_bag: None,
        message_code: None,
        message: None,
    }
}

async fn answer(
    tx: &mut TenantTx,
    ctx: &Ctx,
    bag: &Bag,
    parcel: BagParcel,
    shipment: BagShipment,
    other_bag: Option<BagReference>,
) -> ApiResult<BagScanAnswer> {
    let bag: Bag = BAGS.find(tx, &Where::all(), bag.id).await?;
    let outcome = if other_bag.is_some() { BagScanOutcome::Moved } else { BagScanOutcome::Added };
    let parcel = Some(parcel);
    Ok(BagScanAnswer { outcome, parcel, shipment: Some(shipment), other_bag, ..empty(ctx, bag) })
}

fn to_shipment(shipment: &LockedShipment, seq: i16, parcel: &ParcelToBag) -> BagShipment {
    BagShipment {
        id: shipment.id,
        tracking_code: shipment.tracking_code.clone(),
        seq,
        parcel_count: parcel.parcel_count,
        to_name: parcel.to_name.clone(),
        to_city: parcel.to_city.clone(),
        to_country_id: parcel.to_country_id,
        service_title_locale: parcel.service_title_locale.clone(),
        regulatory_request_id: parcel.regulatory_request_id,
    }
}

fn to_new<'a>(
    ctx: &Ctx,
    bag: &Bag,
    shipment: &'a BagShipment,
    parcel: &ParcelToBag,
    event_id: Option<Uuid>,
) -> NewBagParcel<'a> {
    NewBagParcel {
        bag_id: bag.id,
        shipment_id: shipment.id,
        seq: shipment.seq,
        parcel_count: shipment.parcel_count,
        tracking_code: &shipment.tracking_code,
        weight_g: parcel.weight_g.unwrap_or_default(),
        event_id,
        by: ctx.user.id,
        at: ctx.now(),
    }
}
