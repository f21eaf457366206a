//! Bags and loose shipments come onto a waybill, or are refused with the reason.
//!
//! Shipments are locked before bags, and bags before waybills, by all who lock several.

use std::collections::HashMap;

use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::content_model::{WaybillScanOutcome, WaybillScanResult};
use super::content_store::{self, ContentMember, ContentPlace, MAX_CONTENTS, PackedShipment, ScannedContent};
use super::loose::{self, LooseShipmentParcels};
use super::model::Waybill;
use super::state::WaybillStep;
use super::store::{self, WAYBILLS};
use crate::bags::state::BagStatus;
use crate::bags::transport::{self, TransportedBag};
use crate::masters::{self, store::TakenBag};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_bag;
use freight::tracking_events::{self, LockedShipment};
use parties::transport_places;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::Where;

/// Bags and shipments that somebody wants to put onto a waybill.
#[derive(Clone, Debug, Default)]
pub struct Load {
    /// The key of the scan of one bag or shipment.
    pub key: Option<Uuid>,
    pub bag_ids: Vec<Uuid>,
    pub shipment_ids: Vec<Uuid>,
}

/// A reason with its values.
struct Refusal {
    code: MessageCode,
    params: Params,
}

impl Refusal {
    const fn of(code: MessageCode) -> Self {
        Self { code, params: Params::new() }
    }

    fn about(code: MessageCode, number: &str) -> Self {
        Self { code, params: Params::from([("number", number.into())]) }
    }
}

/// All that decides about a load, locked.
struct LockedLoad<'a> {
    key: Option<Uuid>,
    waybill: Waybill,
    /// Country of its destination.
    country_id: Option<i16>,
    bags: Vec<TransportedBag>,
    shipments: Vec<LockedShipment>,
    loose: HashMap<Uuid, LooseShipmentParcels>,
    /// A bag by shipment.
    packed: HashMap<Uuid, PackedShipment>,
    places: Vec<ContentPlace>,
    /// The masters of bags, by bag.
    masters: HashMap<Uuid, TakenBag>,
    scope: &'a RowScope,
}

/// Puts bags and shipments of the user's branches onto a waybill. Returns the waybill and an answer about each, in their order.
pub async fn load(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    asked: &Load,
) -> ApiResult<(Waybill, Vec<WaybillScanResult>)> {
    let locked = lock(tx, scope, id, asked).await?;
    let room = MAX_CONTENTS.saturating_sub(usize::try_from(content_store::count(tx, id).await?).unwrap_or(0));
    let (mut new, mut results) = (Vec::new(), Vec::new());
    for bag_id in &asked.bag_ids {
        let bag = locked.bags.iter().find(|bag| bag.id == *bag_id);
        let verdict = bag.map(|bag| (to_member(bag), locked.judge_bag(bag)));
        results.push(answer(ctx, verdict, room, &mut new));
    }
    for shipment_id in &asked.shipment_ids {
        let shipment = locked.shipments.iter().find(|one| one.id == *shipment_id);
        let verdict = shipment.map(|one| (locked.to_loose_member(one), locked.judge_shipment(one)));
        results.push(answer(ctx, verdict, room, &mut new));
    }
    if new.is_empty() {
        return Ok((locked.waybill, results));
    }
    content_store::insert(tx, id, &new, asked.key, ctx.user.id, ctx.now()).await?;
    store::touch(tx, id, ctx.now()).await?;
    let codes: Vec<&str> = new.iter().map(|one| one.code.as_str()).collect();
    tell(tx, ctx, Action::Scan, id, &codes).await?;
    let bag_ids: Vec<Uuid> = new.iter().filter_map(|one| one.bag_id).collect();
    live::records_changed(tx, &Audience::Staff, Resource::Bag.name(), &bag_ids);
    let waybill = WAYBILLS.find(tx, &Where::all(), id).await?;
    Ok((waybill, results))
}

/// Takes bags and shipments off a waybill.
pub async fn unload(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    ids: &[Uuid],
) -> ApiResult<Waybill> {
    let filter = super::build_filter(scope, Where::all());
    store::lock(tx, &[id]).await?;
    let waybill: Waybill = WAYBILLS.find(tx, &filter, id).await?;
    waybill.verdict(WaybillStep::Remove).guard()?;
    let removed = take_off(tx, id, ids).await?;
    if removed.is_empty() {
        return Ok(waybill);
    }
    store::touch(tx, id, ctx.now()).await?;
    let codes: Vec<&str> = removed.iter().map(|one| one.code.as_str()).collect();
    tell(tx, ctx, Action::Remove, id, &codes).await?;
    WAYBILLS.find(tx, &filter, id).await
}

/// Deletes lines of a waybill, which is locked, and returns them. Open pages of the bags are told.
pub async fn take_off(tx: &mut TenantTx, id: Uuid, ids: &[Uuid]) -> ApiResult<Vec<ContentMember>> {
    let removed = content_store::remove(tx, id, ids).await?;
    let bag_ids: Vec<Uuid> = removed.iter().filter_map(|one| one.bag_id).collect();
    live::records_changed(tx, &Audience::Staff, Resource::Bag.name(), &bag_ids);
    Ok(removed)
}

/// Writes the audit entry of a change of contents, and tells open pages.
pub async fn tell(tx: &mut TenantTx, ctx: &Ctx, action: Action, id: Uuid, codes: &[&str]) -> ApiResult<()> {
    live::records_changed(tx, &Audience::Staff, Resource::Mawb.name(), &[id]);
    audit::record(tx, ctx, &format!("mawb.{action}"), Some(id), json!({ "codes": codes })).await
}

async fn lock<'a>(
    tx: &mut TenantTx,
    scope: &'a RowScope,
    id: Uuid,
    asked: &Load,
) -> ApiResult<LockedLoad<'a>> {
    let filter = super::build_filter(scope, Where::all());
    let found: Waybill = WAYBILLS.find(tx, &filter, id).await?;
    let shipments = tracking_events::lock_many(tx, scope, &asked.shipment_ids).await?;
    let shipment_ids: Vec<Uuid> = shipments.iter().map(|one| one.id).collect();
    let mut bags = transport::lock_bags(tx, &asked.bag_ids).await?;
    bags.retain(|bag| scope.has_branch(bag.subsidiary_id));
    store::lock(tx, &[found.id]).await?;
    let waybill: Waybill = WAYBILLS.find(tx, &filter, id).await?;
    waybill.verdict(WaybillStep::Scan).guard()?;
    let loose = loose::list(tx, &shipments).await?;
    let packed = content_store::list_packed(tx, &shipment_ids).await?;
    let in_masters = masters::store::list_in_masters(tx, &asked.bag_ids).await?;
    Ok(LockedLoad {
        key: asked.key,
        country_id: transport_places::find_airport_country(tx, &waybill.input.destination_airport).await?,
        waybill,
        bags,
        shipments,
        loose,
        packed: packed.into_iter().map(|one| (one.shipment_id, one)).collect(),
        places: content_store::list_places(tx, &asked.bag_ids, &shipment_ids).await?,
        masters: in_masters.into_iter().map(|taken| (taken.bag_id, taken)).collect(),
        scope,
    })
}

impl LockedLoad<'_> {
    /// None if the bag comes onto the waybill.
    fn judge_bag(&self, bag: &TransportedBag) -> Option<Judgement> {
        use BagStatus::{Closed, Manifested, Open, Registered, Registering};
        let place = self.places.iter().find(|place| place.bag_id == Some(bag.id));
        if let Some(judgement) = self.judge_place(place, MessageCode::BagOnWaybill) {
            return Some(judgement);
        }
        if let Some(master) = self.masters.get(&bag.id) {
            let (code, params) = master.to_refusal(self.scope, &bag.number);
            return Some(Judgement::Refused(Refusal { code, params }));
        }
        if !matches!(bag.status, Open | Closed | Registering | Registered | Manifested) {
            return Some(Judgement::Refused(Refusal::about(MessageCode::WaybillBagGone, &bag.number)));
        }
        if bag.destination_airport != self.waybill.input.destination_airport {
            let refusal = Refusal::about(MessageCode::WaybillBagOtherDestination, &bag.destination_airport);
            return Some(Judgement::Refused(refusal));
        }
        None
    }

    fn judge_shipment(&self, shipment: &LockedShipment) -> Option<Judgement> {
        let place = self.places.iter().find(|place| place.shipment_id == Some(shipment.id));
        if let Some(judgement) = self.judge_place(place, MessageCode::ShipmentOnWaybill) {
            return Some(judgement);
        }
        if let Some(packed) = self.packed.get(&shipment.id) {
            let refusal = match self.scope.has_branch(packed.subsidiary_id) {
                true => Refusal::about(MessageCode::WaybillParcelsPacked, &packed.number),
                false => Refusal::of(MessageCode::ParcelInOtherBranch),
            };
            return Some(Judgement::Refused(refusal));
        }
        let LooseShipmentParcels { whole, seqs, stay_behind, .. } = self.loose.get(&shipment.id)?;
        if seqs.is_empty() {
            return Some(Judgement::Refused(Refusal::of(MessageCode::ParcelDeparted)));
        }
        if let Some(code) = to_bag::find_refusal(shipment, whole, *stay_behind) {
            return Some(Judgement::Refused(Refusal::of(code)));
        }
        let goes_there = self.country_id.is_some() && whole.to_country_id == self.country_id;
        (!goes_there).then(|| Judgement::Refused(Refusal::of(MessageCode::WaybillOtherCountry)))
    }

    fn judge_place(&self, place: Option<&ContentPlace>, code: MessageCode) -> Option<Judgement> {
        let place = place?;
        if place.mawb_id == self.waybill.id {
            // The same scan that came twice at once.
            let is_this = self.key == Some(place.id);
            return Some(if is_this { Judgement::Again } else { Judgement::Here });
        }
        // The number of another branch's waybill is not said.
        Some(Judgement::Refused(match self.scope.has_branch(place.subsidiary_id) {
            true => Refusal::about(code, &place.number),
            false => Refusal::of(MessageCode::WaybillOtherBranch),
        }))
    }

    fn to_loose_member(&self, shipment: &LockedShipment) -> ContentMember {
        let loose = self.loose.get(&shipment.id);
        let parcel_numbers = loose.map(|loose| loose.seqs.clone()).unwrap_or_default();
        ContentMember {
            bag_id: None,
            shipment_id: Some(shipment.id),
            code: shipment.tracking_code.clone(),
            parcel_count: i32::try_from(parcel_numbers.len()).unwrap_or(i32::MAX),
            weight_g: loose.map_or(0, |loose| loose.weight_g),
            parcel_numbers,
            shipment_parcels: loose.map_or(1, |loose| loose.whole.parcel_count),
        }
    }
}

/// Why something does not come onto a waybill.
enum Judgement {
    Here,
    /// This scan has put it here.
    Again,
    Refused(Refusal),
}

fn to_member(bag: &TransportedBag) -> ContentMember {
    ContentMember {
        bag_id: Some(bag.id),
        shipment_id: None,
        code: bag.number.clone(),
        parcel_count: bag.parcel_count,
        weight_g: 0,
        parcel_numbers: Vec::new(),
        shipment_parcels: 0,
    }
}

/// The answer about one; what comes in is added to `new`. Without a verdict, no branch of the user has it.
fn answer(
    ctx: &Ctx,
    verdict: Option<(ContentMember, Option<Judgement>)>,
    room: usize,
    new: &mut Vec<ContentMember>,
) -> WaybillScanResult {
    let Some((member, judgement)) = verdict else { return refuse_unknown(ctx, String::new()) };
    let result = WaybillScanResult {
        outcome: WaybillScanOutcome::Added,
        bag_id: member.bag_id,
        shipment_id: member.shipment_id,
        code: member.code.clone(),
        parcel_count: Some(member.parcel_count),
        message_code: None,
        message: None,
    };
    match judgement {
        Some(Judgement::Here) => WaybillScanResult { outcome: WaybillScanOutcome::AlreadyHere, ..result },
        Some(Judgement::Again) => result,
        Some(Judgement::Refused(refusal)) => refuse(ctx, result, &refusal),
        None if new.len() >= room => {
            let params = Params::from([("max", MAX_CONTENTS.into())]);
            refuse(ctx, result, &Refusal { code: MessageCode::WaybillFull, params })
        }
        None => {
            new.push(member);
            result
        }
    }
}

fn refuse(ctx: &Ctx, result: WaybillScanResult, refusal: &Refusal) -> WaybillScanResult {
    WaybillScanResult {
        outcome: WaybillScanOutcome::Refused,
        message_code: Some(refusal.code.as_str().to_owned()),
        message: Some(refusal.code.text(ctx.language(), &refusal.params)),
        ..result
    }
}

/// The answer about a scan of a `code` that came before: what it has led to then. Another waybill may be another branch's.
pub fn answer_again(ctx: &Ctx, waybill_id: Uuid, code: &str, scanned: ScannedContent) -> WaybillScanResult {
    if scanned.mawb_id != waybill_id {
        return refuse_code(ctx, code.to_owned(), MessageCode::KeyUsed);
    }
    WaybillScanResult {
        outcome: WaybillScanOutcome::Added,
        bag_id: scanned.bag_id,
        shipment_id: scanned.shipment_id,
        code: scanned.code,
        parcel_count: Some(scanned.parcel_count),
        message_code: None,
        message: None,
    }
}

/// The answer about a code that no bag and no shipment has.
pub fn refuse_unknown(ctx: &Ctx, code: String) -> WaybillScanResult {
    refuse_code(ctx, code, MessageCode::WaybillCodeUnknown)
}

fn refuse_code(ctx: &Ctx, code: String, reason: MessageCode) -> WaybillScanResult {
    let result = WaybillScanResult {
        outcome: WaybillScanOutcome::Refused,
        bag_id: None,
        shipment_id: None,
        code,
        parcel_count: None,
        message_code: None,
        message: None,
    };
    refuse(ctx, result, &Refusal::of(reason))
}

/// Refuses, if nothing is asked for.
pub fn refuse_nothing(asked: &Load) -> ApiResult<()> {
    match asked.bag_ids.is_empty() && asked.shipment_ids.is_empty() {
        true => Err(ApiError::invalid_field("bag_ids", MessageCode::Required)),
        false => Ok(()),
    }
}
