//! `/shipment-pickups`: what is done with a pickup.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::collect::CollectedScan;
use super::ending::{FailedColumns, PICKUP_SCHEDULED, PickupAttempt, end_stop, event_of, tell_failure};
use super::input::{
    PickupCancellation, PickupFailure, PickupRepetition, PickupScan, PickupSchedule, check_repeat,
};
use super::model::{Pickup, PickupCollection, PickupDetails, PickupOutcome, PickupRepeat};
use super::notices::{PickupNews, notify_client};
use super::pickup_scope::{begin, begin_cancellation, begin_step, doer, find_fee, load_details, to_answer};
use super::repeat::find_next_evening;
use super::schedule::{self, ScheduledColumns};
use super::{cargo, collect, store, webhook_events};
use crate::runs::{pickup_store, route_scope};
use crate::steps::pickup::{PickupStatus, PickupStep};
use access::ctx::Ctx;
use access::users::staff_choice::{self, StaffOption};
use chrono_tz::Tz;
use ledger::{Charge, Heading};
use server_core::http::body::Body;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::list::{Item, Items};
use server_core::live::Audience;
use server_core::tags::Tag;
use trade::steps::Actor;

/// The columns of a cancellation.
#[derive(Debug, Serialize)]
struct CancelledColumns {
    status: PickupStatus,
    note: String,
    cancelled_at: DateTime<Utc>,
    fee: Option<Decimal>,
    fee_currency: Option<String>,
}

/// The columns of a repetition.
#[derive(Debug, Serialize)]
struct RepeatColumns {
    repeats: Option<PickupRepeat>,
    repeat_at: Option<DateTime<Utc>>,
}

pub struct PickupActionApi;

#[OpenApi(prefix_path = "/shipment-pickups", tag = "Tag::Pickups")]
impl PickupActionApi {
    /// List the staff that can pick up
    ///
    /// Active staff by name, at most 200.
    #[oai(path = "/drivers", method = "get", operation_id = "pickup_drivers")]
    async fn pickup_drivers(&self, ctx: Ctx) -> ApiResult<Json<Items<StaffOption>>> {
        ctx.require(Resource::Pickup, Action::Schedule)?;
        let mut tx = ctx.begin().await?;
        let data = staff_choice::list_staff(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Schedule a pickup
    ///
    /// Gives it to a driver or a provider, and records the event PICKUP_SCHEDULED of its shipments. One whose time is over needs
    /// another day.
    #[oai(path = "/:id/schedule", method = "post", operation_id = "pickup_schedule")]
    async fn pickup_schedule(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickupSchedule>,
    ) -> ApiResult<Json<Item<PickupDetails>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Schedule)?;
        let mut change = begin(&ctx, *id, Action::Schedule, Some(body.version)).await?;
        let columns: ScheduledColumns =
            schedule::check(&mut change.tx, &ctx, &scope, &change.before, &body).await?;
        change.write(&columns).await?;
        let event = event_of(&ctx, &change.before, PICKUP_SCHEDULED);
        cargo::record_event(&mut change.tx, *id, &event).await?;
        let mut facts = json!({
            "carrier_name": [change.before.carrier_name, columns.carrier_name],
            "confirmation_no": [change.before.confirmation_no, columns.confirmation_no],
        });
        if let Some(day) = columns.day() {
            facts["on_date"] = json!([change.before.on_date, day]);
        }
        let audience = audience(&change.before);
        change.record(Action::Schedule, facts, &audience).await?;
        notify_client(&mut change.tx, *id, PickupNews::Scheduled, ctx.now()).await?;
        to_answer(&ctx, change.finish().await?).await
    }

    /// Record what was collected
    ///
    /// Scanned shipments of the client are collected, with their event COLLECTED; those of the pickup that were not scanned
    /// are missing, and can be in another pickup. Codes that are not collected are in `refused`. Returns 422 when nothing is
    /// collected, with the reason at each code, and 409 `pickup_more_parcels`, with `count` and `announced` in `params`, when
    /// parcels without a label make it more than were announced, unless `accept_more` is true.
    #[oai(path = "/:id/collect", method = "post", operation_id = "pickup_collect")]
    async fn pickup_collect(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickupScan>,
    ) -> ApiResult<Json<Item<PickupCollection>>> {
        let mut change = begin(&ctx, *id, Action::Collect, Some(body.version)).await?;
        let scan = CollectedScan {
            codes: &body.codes,
            unlabelled: body.unlabelled,
            at: ctx.now(),
            counts_refused: false,
            accepts_more: body.accept_more,
        };
        let collected = collect::collect(&mut change.tx, &ctx, &change.before, &scan).await?;
        change.write(&collected.columns).await?;
        let status = collected.columns.status;
        end_stop(&mut change.tx, &change.before, status, None, ctx.now()).await?;
        let facts = json!({
            "parcels_collected": collected.columns.parcels_collected, "codes": collected.codes,
            "missing": collected.missing,
        });
        let audience = audience(&change.before);
        change.record(Action::Collect, facts, &audience).await?;
        let pickup = change.finish().await?;
        let mut tx = ctx.begin().await?;
        let pickup = load_details(&mut tx, &ctx, pickup).await?;
        tx.commit().await?;
        Ok(Json(Item { data: PickupCollection { pickup, refused: collected.refused } }))
    }

    /// Record that nothing was collected
    ///
    /// Records the event PICKUP_FAILED of its shipments. The pickup can be scheduled again.
    #[oai(path = "/:id/fail", method = "post", operation_id = "pickup_fail")]
    async fn pickup_fail(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickupFailure>,
    ) -> ApiResult<Json<Item<PickupDetails>>> {
        let mut change = begin(&ctx, *id, Action::Fail, Some(body.version)).await?;
        let note = optional(body.note.as_ref());
        let columns = FailedColumns { status: PickupStatus::Failed, fail_reason: body.reason, note };
        change.write(&columns).await?;
        let attempt = PickupAttempt { reason: body.reason, note: columns.note.clone(), at: ctx.now() };
        tell_failure(&mut change.tx, &ctx, &change.before, &attempt).await?;
        let facts = json!({ "fail_reason": body.reason, "note": columns.note });
        let audience = audience(&change.before);
        change.record(Action::Fail, facts, &audience).await?;
        to_answer(&ctx, change.finish().await?).await
    }

    /// Cancel a pickup
    ///
    /// Its shipments can be in another one. Clients cancel until the cut-off of its day: 409 `after_cutoff`. A scheduled one
    /// costs the fee of the warehouse, unless staff waive it.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "pickup_cancel")]
    async fn pickup_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickupCancellation>,
    ) -> ApiResult<Json<Item<PickupDetails>>> {
        let mut change = begin_cancellation(&ctx, *id, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let settings = ctx.state().settings.get_within(&mut change.tx).await?;
        let currency = settings.currency.clone();
        let is_waived = body.waive_fee && doer(&ctx).actor == Actor::Staff;
        let fee = find_fee(&mut change.tx, &change.before, &currency).await?.filter(|_| !is_waived);
        if let Some(fee) = fee {
            charge(&mut change.tx, &ctx, &change.before, fee, &currency, &reason).await?;
        }
        let columns = CancelledColumns {
            status: PickupStatus::Cancelled,
            note: reason,
            cancelled_at: ctx.now(),
            fee,
            fee_currency: fee.map(|_| currency),
        };
        change.write(&columns).await?;
        cargo::end_cancelled(&mut change.tx, *id, ctx.now()).await?;
        store::end_expected(&mut change.tx, *id, PickupOutcome::Freed, ctx.now()).await?;
        if change.before.stop_id.is_some() {
            pickup_store::remove_pickups(&mut change.tx, &[*id], Some(&columns.note), ctx.now()).await?;
        }
        if let Some(route_id) = change.before.route_id {
            route_scope::write_stops(&mut change.tx, route_id, ctx.now()).await?;
        }
        let facts = json!({ "reason": columns.note, "fee": columns.fee, "currency": columns.fee_currency });
        let audience = audience(&change.before);
        change.record(Action::Cancel, facts, &audience).await?;
        webhook_events::announce_cancelled(&mut change.tx, ctx.now(), &change.before).await?;
        if doer(&ctx).actor == Actor::Staff {
            notify_client(&mut change.tx, *id, PickupNews::Cancelled, ctx.now()).await?;
        }
        to_answer(&ctx, change.finish().await?).await
    }

    /// Set the repetition of a pickup
    ///
    /// The next one is asked for the evening before its day, if shipments of the client wait.
    #[oai(path = "/:id/repeat", method = "post", operation_id = "pickup_repeat")]
    async fn pickup_repeat(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickupRepetition>,
    ) -> ApiResult<Json<Item<PickupDetails>>> {
        let mut change =
            begin_step(&ctx, *id, Action::Update, PickupStep::Repeat, Some(body.version)).await?;
        let zone: Tz = change.before.time_zone.parse().unwrap_or(Tz::UTC);
        let today = ctx.now().with_timezone(&zone).date_naive();
        let mut errors = FieldErrors::default();
        check_repeat(body.repeats.as_ref(), today, &mut errors);
        errors.into_result()?;
        // The day of the pickup itself is not asked for twice.
        let after: NaiveDate = today.max(change.before.on_date);
        let repeat_at = find_next_evening(body.repeats.as_ref(), after, zone);
        let columns = RepeatColumns { repeats: body.repeats.clone(), repeat_at };
        change.write(&columns).await?;
        let facts = json!({ "repeats": [change.before.repeats, columns.repeats] });
        let audience = audience(&change.before);
        change.record(Action::Update, facts, &audience).await?;
        to_answer(&ctx, change.finish().await?).await
    }
}

fn audience(pickup: &Pickup) -> Audience {
    Audience::Parties(vec![pickup.client_id])
}

/// Charges the fee to the wallet. What is missing there becomes a debt.
async fn charge(
    tx: &mut TenantTx,
    ctx: &Ctx,
    pickup: &Pickup,
    fee: Decimal,
    currency: &str,
    reason: &str,
) -> ApiResult<()> {
    let (id, client) = (pickup.id.to_string(), pickup.client_id.to_string());
    let charge = Charge::service(pickup.subsidiary_id, fee);
    let set = ledger::pickup_cancelled(&id, &client, currency, &charge)?;
    let heading = Heading::new(format!("pickup_cancelled:{id}"), pickup.number.clone());
    let heading = Heading { note: Some(reason.to_owned()), ..heading };
    ledger::post_debt(tx, ctx, &set, &heading).await?;
    Ok(())
}
