//! The verdict of a scan on a parcel: it is found, in its bag or another, it is over, or it was there before.
//!
//! The shipment is locked before the break-bag, by all who lock both.

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::find;
use super::comparison::{ArrivalScan, ComparedParcel, ParcelFinding, count_parcels};
use super::model::{BreakBag, BreakBagOutcome, BreakBagScan, BreakBagScanAnswer, LineRow};
use super::state::BreakBagStatus;
use super::store::{self, BREAK_BAGS, Doer, OverParcel};
use super::{RESOURCE, build_filter};
use crate::bags::found_elsewhere;
use crate::bags::guards::BagRefusal;
use crate::bags::parcel_store::PackedParcel;
use crate::bags::transport;
use crate::loose_parcel::LooseParcel;
use crate::parcel_moves::{ARRIVED, MoveParcels};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::in_hand;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::process;
use server_core::record::Where;
use trade::parcel_code::read_parcel_code;

/// Code of the event of a shipment whose parcel was unpacked.
const UNLOADED: &str = "UNLOADED";

/// Scans a parcel in a break-bag of the user's branches.
pub async fn scan(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    asked: &BreakBagScan,
) -> ApiResult<BreakBagScanAnswer> {
    let filter = build_filter(scope, Where::all());
    let known = in_hand::lock_scanned(tx, scope, &asked.code).await?;
    let unsent = match &known {
        Some((shipment, _)) => found_elsewhere::lock(tx, shipment.id).await?,
        None => Vec::new(),
    };
    BREAK_BAGS.lock(tx, id).await?;
    let before: BreakBag = BREAK_BAGS.find(tx, &filter, id).await?;
    if let Some(answered) = store::find_scan(tx, asked.key).await? {
        if answered.break_bag_id != id {
            return Err(ApiError::refused(MessageCode::KeyUsed));
        }
        let line = store::find_line(tx, id, answered.line_id).await?;
        return answer(ctx, before, line, answered.outcome, None);
    }
    before.verdict(Action::Scan).guard()?;
    if let Some(bag_id) = asked.bag_id
        && !store::has_bag(tx, id, bag_id).await?
    {
        return Err(ApiError::invalid_field("bag_id", MessageCode::UnknownOption));
    }
    let doer = Doer { by: ctx.user.id, at: ctx.now() };
    let (code, number) = read_parcel_code(&asked.code);
    let lines = store::list_lines_of_code(tx, id, &code).await?;
    let (line_id, outcome) = match choose(&lines, number) {
        Some(line) => find_again(tx, &before, line, asked, doer).await?,
        None => add_over(tx, &before, &code, number, known.as_ref().map(|(it, _)| it), asked, doer).await?,
    };
    store::insert_scan(tx, asked, line_id, outcome, doer).await?;
    let line = store::find_line(tx, id, line_id).await?;
    let mut told = None;
    if let Some(line) = line.as_ref().filter(|_| outcome != BreakBagOutcome::AlreadyHere) {
        told = leave_bag(tx, ctx, scope, &before, line, &unsent).await?;
        if let Some((shipment, _)) = known {
            turn_up(tx, ctx, &before, shipment, line).await?;
        }
    }
    live::records_changed(tx, &Audience::Staff, RESOURCE.name(), &[id]);
    let after = find(tx, ctx, id).await?;
    answer(ctx, after, line, outcome, told)
}

/// A parcel in hand is in no bag any more. Returns what the user is told of a bag that has not left.
async fn leave_bag(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    break_bag: &BreakBag,
    line: &LineRow,
    unsent: &[PackedParcel],
) -> ApiResult<Option<BagRefusal>> {
    let Some((shipment_id, seq)) = line.shipment_id.zip(line.seq) else { return Ok(None) };
    // Its bag follows with all pieces alone, and one of them may never come.
    transport::unpack_parcel(tx, shipment_id, seq, line.bag_id, ctx.now()).await?;
    let is_other = |one: &&PackedParcel| one.seq == seq && Some(one.bag_id) != line.bag_id;
    match unsent.iter().find(is_other) {
        Some(packed) => found_elsewhere::free(tx, ctx, scope, packed, &break_bag.number).await,
        None => Ok(None),
    }
}

/// Records that a parcel is there. It arrives now if its client was told that it did not arrive.
async fn turn_up(
    tx: &mut TenantTx,
    ctx: &Ctx,
    break_bag: &BreakBag,
    shipment: LockedShipment,
    line: &LineRow,
) -> ApiResult<()> {
    let doer = Doer { by: ctx.user.id, at: ctx.now() };
    let shipment_id = shipment.id;
    let was_short = settle_elsewhere(tx, shipment_id, line.seq, Some(break_bag.id), doer).await?;
    record(tx, ctx, break_bag, shipment, line).await?;
    let was_short_here = line.is_expected && break_bag.status == BreakBagStatus::Closed;
    let parcel = line.seq.zip(line.parcel_count).filter(|_| was_short || was_short_here);
    let Some((seq, parcel_count)) = parcel else { return Ok(()) };
    let process = MoveParcels {
        code: ARRIVED.to_owned(),
        occurred_at: ctx.now(),
        received_at: ctx.now(),
        time_zone: break_bag.time_zone.clone(),
        location: break_bag.place.clone(),
        is_by_carrier: false,
        actor_id: ctx.user.id,
        bag_ids: Vec::new(),
        loose: vec![LooseParcel { shipment_id, seq, parcel_count }],
    };
    process::enqueue_quietly(tx, process).await?;
    Ok(())
}

/// A parcel that was short somewhere else has turned up. `here` is the break-bag in which it was scanned. Returns whether its client
/// was told that it did not arrive.
pub async fn settle_elsewhere(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    seq: Option<i16>,
    here: Option<Uuid>,
    doer: Doer,
) -> ApiResult<bool> {
    let Some(seq) = seq else { return Ok(false) };
    let settled = store::settle(tx, shipment_id, seq, here, doer).await?;
    if !settled.is_empty() {
        let ids: Vec<Uuid> = settled.iter().map(|one| one.id).collect();
        live::records_changed(tx, &Audience::Staff, RESOURCE.name(), &ids);
    }
    Ok(settled.iter().any(|one| one.is_told))
}

/// The line of a scanned number; without a number, the next one that is not there yet, or the last one.
fn choose(lines: &[LineRow], number: Option<i16>) -> Option<&LineRow> {
    match number {
        Some(number) => lines.iter().find(|line| line.seq == Some(number) || line.shipment_id.is_none()),
        None => lines.iter().find(|line| line.scanned_at.is_none()).or_else(|| lines.last()),
    }
}

/// A parcel of the list: it is there now, or was before.
async fn find_again(
    tx: &mut TenantTx,
    break_bag: &BreakBag,
    line: &LineRow,
    asked: &BreakBagScan,
    doer: Doer,
) -> ApiResult<(Uuid, BreakBagOutcome)> {
    let is_complete = break_bag.status.is_complete();
    let before = line.to_compared();
    let earlier = line.scanned_at.map(|at| ArrivalScan { id: Uuid::nil(), at, bag_id: line.found_bag_id });
    let scans: Vec<ArrivalScan> = earlier.into_iter().chain([asked.to_arrival(doer.at)]).collect();
    let after = before.after_scans(&scans);
    let row = LineRow { found_bag_id: after.found_bag_id, resolution: after.resolution, ..line.clone() };
    store::set_scan(tx, &row, doer).await?;
    let counts = |parcel: &ComparedParcel| count_parcels([parcel], is_complete);
    store::add_counts(tx, break_bag.id, counts(&before), counts(&after), doer.at).await?;
    let outcome = match after.finding(is_complete) {
        _ if before.is_scanned && before.found_bag_id == after.found_bag_id => BreakBagOutcome::AlreadyHere,
        ParcelFinding::OtherBag => BreakBagOutcome::OtherBag,
        ParcelFinding::Over => BreakBagOutcome::AlreadyHere,
        ParcelFinding::Found | ParcelFinding::Awaited | ParcelFinding::Short => BreakBagOutcome::Found,
    };
    Ok((line.id, outcome))
}

/// A parcel that nobody expected here.
async fn add_over(
    tx: &mut TenantTx,
    break_bag: &BreakBag,
    code: &str,
    number: Option<i16>,
    shipment: Option<&LockedShipment>,
    asked: &BreakBagScan,
    doer: Doer,
) -> ApiResult<(Uuid, BreakBagOutcome)> {
    let seq = number.unwrap_or(1);
    let parcel = match shipment {
        Some(shipment) => {
            let facts = in_hand::load_facts(tx, shipment.id, seq).await?;
            if !(1..=facts.parcel_count).contains(&seq) {
                return Err(in_hand::refuse_number(facts.parcel_count));
            }
            Some(LooseParcel { shipment_id: shipment.id, seq, parcel_count: facts.parcel_count })
        }
        None => {
            refuse_label(tx, break_bag, code).await?;
            None
        }
    };
    let over = OverParcel { id: Uuid::now_v7(), code, parcel, bag_id: asked.bag_id };
    store::insert_over(tx, break_bag.id, &over, doer).await?;
    let nothing = count_parcels([], false);
    let one = ComparedParcel { is_scanned: true, ..ComparedParcel::default() };
    store::add_counts(tx, break_bag.id, nothing, count_parcels([&one], false), doer.at).await?;
    Ok((over.id, BreakBagOutcome::Over))
}

/// Bags and papers have bars like parcels do, and lie beside them.
async fn refuse_label(tx: &mut TenantTx, break_bag: &BreakBag, code: &str) -> ApiResult<()> {
    let plain = |number: &str| number.replace('-', "");
    if plain(code) == plain(&break_bag.number) || store::is_bag(tx, break_bag.id, code).await? {
        return Err(ApiError::refused(MessageCode::BreakBagNotParcel));
    }
    Ok(())
}

/// The shipment was unpacked here. One that does not take the event keeps its state.
async fn record(
    tx: &mut TenantTx,
    ctx: &Ctx,
    break_bag: &BreakBag,
    shipment: LockedShipment,
    line: &LineRow,
) -> ApiResult<()> {
    let parcel = line.seq.zip(line.parcel_count);
    let note = parcel.filter(|(_, count)| *count > 1).map(|(seq, count)| format!("{seq}/{count}"));
    let location = break_bag.place.clone();
    let time_zone = break_bag.time_zone.clone();
    let event = NewEvent { note, location, time_zone, ..NewEvent::now(UNLOADED, Source::Scan, ctx) };
    tracking_events::record_for_many(tx, &[shipment], &event).await?;
    Ok(())
}

fn answer(
    ctx: &Ctx,
    break_bag: BreakBag,
    line: Option<LineRow>,
    outcome: BreakBagOutcome,
    told: Option<BagRefusal>,
) -> ApiResult<BreakBagScanAnswer> {
    let line = line.ok_or_else(ApiError::not_found)?.to_line(break_bag.status.is_complete());
    Ok(BreakBagScanAnswer {
        outcome,
        line,
        break_bag: break_bag.seen_by(&ctx.grants),
        message_code: told.as_ref().map(|told| told.code.as_str().to_owned()),
        message: told.map(|told| told.code.text(ctx.language(), &told.params)),
    })
}
