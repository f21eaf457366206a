//! A waybill is issued, and amended: its document is frozen, with what was counted.

use chrono::{DateTime, NaiveDate, Utc};
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::charges::calculate_totals;
use super::document::{self, ContentIds};
use super::input::{self, WaybillColumns};
use super::model::{Waybill, WaybillAmendment};
use super::state::{WaybillStatus, WaybillStep};
use super::store::WAYBILLS;
use super::{content_store, loading, taken_off, webhook_events};
use crate::bags::parcel_store;
use crate::bags::state::BagStatus;
use crate::bags::transport::{self, TransportedBag};
use crate::cargo_events::apply;
use crate::cargo_events::event_store::ReportSource;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::to_bag;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::require;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};

/// Names of one message.
const MOST_NAMED: usize = 20;

/// The columns of an issued waybill.
#[derive(Debug, Serialize)]
struct IssuedColumns {
    status: WaybillStatus,
    revision: i16,
    issued_at: DateTime<Utc>,
    moved_at: DateTime<Utc>,
    executed_on: NaiveDate,
}

/// The columns of an amended waybill.
#[derive(Debug, Serialize)]
struct AmendedColumns {
    #[serde(flatten)]
    fields: WaybillColumns,
    revision: i16,
    reason: String,
}

/// Issues a booked waybill of the user's branches.
pub async fn issue(ctx: &Ctx, scope: &RowScope, id: Uuid, version: i32) -> ApiResult<Waybill> {
    let today = ctx.settings().today(ctx.now());
    let filter = super::build_filter(scope, Where::all());
    let mut tx = ctx.begin().await?;
    let found: Waybill = WAYBILLS.find(&mut tx, &filter, id).await?;
    let ids = document::list_ids(&mut tx, found.id).await?;
    // Bags before waybills. The version stands for the contents, so nothing came in between.
    let bags = transport::lock_bags(&mut tx, &ids.bag_ids).await?;
    let mut change: Change<Waybill> = Change::begin(tx, ctx, &WAYBILLS, filter, id).await?;
    change.allow(change.before.verdict(WaybillStep::Issue), Some(version))?;
    check_parties(&change.before)?;
    check_contents(&mut change.tx, &change.before, &bags, &ids).await?;
    let columns = IssuedColumns {
        status: WaybillStatus::Issued,
        revision: 1,
        issued_at: ctx.now(),
        moved_at: ctx.now(),
        executed_on: change.before.input.executed_on.unwrap_or(today),
    };
    change.write(&columns).await?;
    let issued: Waybill = WAYBILLS.find(&mut change.tx, &Where::all(), id).await?;
    document::freeze(&mut change.tx, ctx, &issued, None).await?;
    let totals = calculate_totals(&issued.input, &issued.counted);
    let facts = json!({
        "pieces": totals.pieces, "gross_g": totals.gross_g, "chargeable_g": totals.chargeable_g, "bags": issued.counted.bags,
    });
    change.record(Action::Issue, facts, &Audience::Staff).await?;
    webhook_events::announce_issued(&mut change.tx, ctx.now(), &issued).await?;
    webhook_events::announce_status(&mut change.tx, ctx.now(), &change.before, issued.status).await?;
    live::records_changed(&mut change.tx, &Audience::Staff, Resource::Bag.name(), &ids.bag_ids);
    // Airlines report of some before they are issued here.
    apply::follow(&mut change.tx, &issued, &bags, own_source(ctx)).await?;
    change.finish().await
}

/// Somebody's own doing, not a report.
fn own_source(ctx: &Ctx) -> ReportSource<'_> {
    ReportSource { note: None, message_id: None, by: ctx.user.id, by_name: &ctx.user.name, at: ctx.now() }
}

/// Refuses a waybill without the parties of its paper.
fn check_parties(waybill: &Waybill) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    if waybill.input.shipper.is_none() {
        errors.push("shipper.name", MessageCode::Required);
    }
    if waybill.input.consignee.is_none() {
        errors.push("consignee.name", MessageCode::Required);
    }
    let totals = calculate_totals(&waybill.input, &waybill.counted);
    if totals.gross_g == 0 {
        errors.push("gross_g", MessageCode::WaybillWithoutWeight);
    }
    if totals.pieces == 0 {
        errors.push("pieces", MessageCode::Required);
    }
    errors.into_result()
}

/// Bags are sealed and go to the destination; nothing of them must stay; no loose shipment was packed since.
async fn check_contents(
    tx: &mut TenantTx,
    waybill: &Waybill,
    bags: &[TransportedBag],
    ids: &ContentIds,
) -> ApiResult<()> {
    let is_open = |bag: &TransportedBag| matches!(bag.status, BagStatus::Open | BagStatus::Cancelled);
    refuse_bags(bags, is_open, MessageCode::WaybillBagsOpen)?;
    let goes_elsewhere = |bag: &TransportedBag| bag.destination_airport != waybill.input.destination_airport;
    refuse_bags(bags, goes_elsewhere, MessageCode::WaybillBagsElsewhere)?;
    let packed = content_store::list_packed(tx, &ids.shipment_ids).await?;
    refuse_named(packed.into_iter().map(|one| one.tracking_code), MessageCode::WaybillShipmentsPacked)?;
    let mut shipment_ids = parcel_store::list_shipments(tx, &ids.bag_ids).await?;
    shipment_ids.extend(&ids.shipment_ids);
    let stopped = to_bag::list_stopped(tx, &shipment_ids).await?;
    refuse_named(stopped.into_iter(), MessageCode::BagParcelsStopped)
}

fn refuse_bags(
    bags: &[TransportedBag],
    is_wrong: impl Fn(&TransportedBag) -> bool,
    code: MessageCode,
) -> ApiResult<()> {
    refuse_named(bags.iter().filter(|bag| is_wrong(bag)).map(|bag| bag.number.clone()), code)
}

/// Returns 409 with the names, if there are any.
fn refuse_named(names: impl Iterator<Item = String>, code: MessageCode) -> ApiResult<()> {
    let named: Vec<String> = names.take(MOST_NAMED).collect();
    match named.is_empty() {
        true => Ok(()),
        false => Err(ApiError::refused(code).with_params(Params::from([("codes", named.join(", ").into())]))),
    }
}

/// The amendment of a waybill of the user's branches. Its bags are locked before it.
pub async fn begin_amendment(ctx: &Ctx, id: Uuid) -> ApiResult<Change<Waybill>> {
    let scope = ctx.scope(Resource::Mawb, Action::Amend)?;
    let filter = super::build_filter(&scope, Where::all());
    let mut tx = ctx.begin().await?;
    let found: Waybill = WAYBILLS.find(&mut tx, &filter, id).await?;
    let ids = document::list_ids(&mut tx, found.id).await?;
    transport::lock_bags(&mut tx, &ids.bag_ids).await?;
    Change::begin(tx, ctx, &WAYBILLS, filter, id).await
}

/// Amends an issued waybill: a further revision, without the bags and shipments that the airline did not take.
pub async fn amend(ctx: &Ctx, mut change: Change<Waybill>, sent: WaybillAmendment) -> ApiResult<Waybill> {
    let step = change.before.amendment();
    if step == WaybillStep::AmendLate {
        ctx.require(Resource::Mawb, Action::AmendLate)?;
    }
    change.allow(change.before.verdict(step), Some(sent.version))?;
    let reason = require("reason", &sent.reason)?;
    let before = change.before.input.clone();
    let mut errors = FieldErrors::default();
    let stays = [
        ("origin_airport", sent.input.origin_airport.trim().to_uppercase() == before.origin_airport),
        (
            "destination_airport",
            sent.input.destination_airport.trim().to_uppercase() == before.destination_airport,
        ),
    ];
    for (field, _) in stays.into_iter().filter(|(_, stays)| !stays) {
        errors.push(field, MessageCode::WaybillIssuedRoute);
    }
    let fields = input::check(&mut change.tx, sent.input, ctx.settings().today(ctx.now()), errors).await?;
    let facts = audit::difference(&before, &fields.input);
    let removed = loading::take_off(&mut change.tx, change.id, &sent.removed_content_ids).await?;
    if removed.len() < sent.removed_content_ids.len() {
        return Err(ApiError::invalid_field("removed_content_ids", MessageCode::UnknownOption));
    }
    let revision = change.before.revision + 1;
    change.write(&AmendedColumns { fields, revision, reason: reason.clone() }).await?;
    let amended: Waybill = WAYBILLS.find(&mut change.tx, &Where::all(), change.id).await?;
    amended.verdict_of_contents()?;
    check_parties(&amended)?;
    document::freeze(&mut change.tx, ctx, &amended, Some(&reason)).await?;
    let codes: Vec<&str> = removed.iter().map(|one| one.code.as_str()).collect();
    let facts = json!({ "reason": reason, "revision": revision, "fields": facts, "removed": codes });
    change.record(Action::Amend, facts, &Audience::Staff).await?;
    webhook_events::announce_issued(&mut change.tx, ctx.now(), &amended).await?;
    taken_off::bring_back(&mut change.tx, ctx, &amended, &removed).await?;
    // With other pieces, all of them may have moved.
    let ids = document::list_ids(&mut change.tx, change.id).await?;
    let bags = transport::find_bags(&mut change.tx, &ids.bag_ids).await?;
    apply::follow(&mut change.tx, &amended, &bags, own_source(ctx)).await?;
    change.finish().await
}

impl Waybill {
    /// Returns 409 when nothing is left on it.
    fn verdict_of_contents(&self) -> ApiResult<()> {
        match self.facts().has_contents {
            true => Ok(()),
            false => Err(ApiError::refused(MessageCode::WaybillEmpty)),
        }
    }
}
