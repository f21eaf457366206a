//! A bag is closed: sealed, weighed, and numbered for the post; and opened again.

use chrono::{DateTime, Datelike, Utc};
use policy::Action;
use serde::Serialize;
use serde_json::json;
use std::collections::HashSet;
use tenancy::TenantTx;
use uuid::Uuid;

use super::dispatch::{DispatchCounter, NumberRefusal};
use super::guards::{WeightReader, find_weight_difference};
use super::model::{Bag, BagClosing};
use super::parcel_store;
use super::s9::{self, MAX_GRAMS, MAX_RECEPTACLE, Receptacle, S9Field};
use super::state::{BagStatus, BagStep};
use super::store::{self, BAGS, PostalRoute};
use super::transport;
use crate::units::operators;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::record::{Change, Where};

const SEALED: &str = "SEALED";

/// The columns of a closed bag.
#[derive(Debug, Serialize)]
struct ClosedColumns {
    status: BagStatus,
    seal: String,
    gross_g: i32,
    difference_reason: Option<String>,
    closed_at: DateTime<Utc>,
    closed_by: Uuid,
    #[serde(flatten)]
    number: ReceptacleColumns,
}

/// The number of a bag for the post; all null for another one, and before it is numbered.
#[derive(Debug, Default, Serialize)]
pub struct ReceptacleColumns {
    dispatch_year: Option<i16>,
    dispatch_no: Option<i16>,
    receptacle_no: Option<i16>,
    is_last: bool,
    s9_code: Option<String>,
}

/// The columns of a bag that is open again: seal and number are void.
#[derive(Debug, Serialize)]
pub struct ReopenedColumns {
    status: BagStatus,
    seal: Option<String>,
    gross_g: Option<i32>,
    difference_reason: Option<String>,
    closed_at: Option<DateTime<Utc>>,
    closed_by: Option<Uuid>,
    s9_code: Option<String>,
    unit_code: Option<String>,
    reason: String,
}

impl ReopenedColumns {
    pub const fn of(reason: String) -> Self {
        Self {
            status: BagStatus::Open,
            seal: None,
            gross_g: None,
            difference_reason: None,
            closed_at: None,
            closed_by: None,
            s9_code: None,
            unit_code: None,
            reason,
        }
    }
}

/// Closes a bag of the user's branches, and records the event of its shipments.
pub async fn close(ctx: &Ctx, scope: &RowScope, id: Uuid, form: &BagClosing) -> ApiResult<Bag> {
    let filter = super::build_filter(scope, Where::all());
    let mut tx = ctx.begin().await?;
    let found: Bag = BAGS.find(&mut tx, &filter, id).await?;
    let shipments = lock_shipments(&mut tx, found.id).await?;
    let mut change: Change<Bag> = Change::begin(tx, ctx, &BAGS, filter, id).await?;
    change.allow(change.before.verdict(BagStep::Close), Some(form.version))?;
    let shipment_ids = parcel_store::list_shipments(&mut change.tx, &[id]).await?;
    let locked: HashSet<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
    if !shipment_ids.iter().all(|id| locked.contains(id)) {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    transport::refuse_stopped(&mut change.tx, &shipment_ids).await?;
    let columns = check(ctx, &mut change, form).await?;
    store::use_seal(&mut change.tx, &columns.seal.to_uppercase(), id, ctx.user.id, ctx.now()).await?;
    change.write(&columns).await?;
    let facts = json!({
        "seal": columns.seal, "gross_g": columns.gross_g, "parcels": change.before.parcel_count,
        "difference_reason": columns.difference_reason, "s9_code": columns.number.s9_code,
    });
    change.record(Action::Close, facts, &Audience::Staff).await?;
    let told = WebhookEvent::of(WebhookEventType::BagClosed, id)
        .with("number", &change.before.number)
        .with("parcel_count", change.before.parcel_count)
        .with("gross_g", columns.gross_g)
        .with("label_path", format!("/api/bags/{id}/label"));
    webhooks::announce(&mut change.tx, ctx.now(), told).await?;
    let event = NewEvent::now(SEALED, Source::Scan, ctx);
    tracking_events::record_for_many(&mut change.tx, &shipments, &event).await?;
    change.finish().await
}

/// The shipments of the parcels in a bag. They are locked before the bag, as by a scan.
async fn lock_shipments(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<LockedShipment>> {
    let ids = parcel_store::list_shipments(tx, &[id]).await?;
    tracking_events::lock_many(tx, &RowScope::All, &ids).await
}

async fn check(ctx: &Ctx, change: &mut Change<Bag>, form: &BagClosing) -> ApiResult<ClosedColumns> {
    let seal = require("seal", &form.seal)?;
    let difference_reason = optional(form.difference_reason.as_ref());
    let difference = find_weight_difference(&change.before, form.gross_g);
    if let Some(expected_g) = difference.filter(|_| difference_reason.is_none()) {
        let params = Params::from([("expected", WeightReader::of(ctx).write(expected_g).into())]);
        return Err(invalid_with("gross_g", MessageCode::BagWeightDiffers, params));
    }
    if form.gross_g > change.before.max_weight_g {
        let max = WeightReader::of(ctx).write(change.before.max_weight_g);
        let params = Params::from([("max", max.into())]);
        return Err(invalid_with("gross_g", MessageCode::BagTooHeavy, params));
    }
    let number = number(ctx, change, form).await?;
    Ok(ClosedColumns {
        status: BagStatus::Closed,
        seal,
        gross_g: form.gross_g,
        difference_reason: difference_reason.filter(|_| difference.is_some()),
        closed_at: ctx.now(),
        closed_by: ctx.user.id,
        number,
    })
}

/// Numbers a bag for the post. One that was closed before keeps its numbers, with its new weight.
async fn number(ctx: &Ctx, change: &mut Change<Bag>, form: &BagClosing) -> ApiResult<ReceptacleColumns> {
    let bag = &change.before;
    let Some(((origin, destination), (category, subclass))) = bag
        .origin_office
        .as_deref()
        .zip(bag.destination_office.as_deref())
        .zip(bag.category.zip(bag.subclass.as_deref()))
    else {
        return Ok(ReceptacleColumns::default());
    };
    let this_year = ctx.settings().today(ctx.now()).year();
    let this_year = i16::try_from(this_year).unwrap_or_default();
    let year = bag.dispatch_year.unwrap_or(this_year);
    let route = PostalRoute { origin, destination, category: category.as_str(), subclass, year };
    let (taken, is_last) = match bag.dispatch_no.zip(bag.receptacle_no) {
        Some((dispatch_no, receptacle_no)) => (DispatchCounter { dispatch_no, receptacle_no }, bag.is_last),
        None => (take_number(&mut change.tx, &route, form).await?, form.is_last),
    };
    let receptacle = Receptacle {
        origin,
        destination,
        category: category.as_str(),
        subclass,
        year,
        dispatch_no: taken.dispatch_no.into(),
        receptacle_no: taken.receptacle_no.into(),
        is_last,
        is_insured: bag.is_insured,
        gross_g: form.gross_g,
    };
    let code = s9::compose(&receptacle).map_err(|part| refuse_number(part, WeightReader::of(ctx)))?;
    Ok(ReceptacleColumns {
        dispatch_year: Some(year),
        dispatch_no: Some(taken.dispatch_no),
        receptacle_no: Some(taken.receptacle_no),
        is_last,
        s9_code: Some(code),
    })
}

/// 422 at the field of the form that the number cannot have.
fn refuse_number(part: S9Field, reader: WeightReader) -> ApiError {
    let (field, max) = match part {
        S9Field::Weight => ("gross_g", serde_json::Value::from(reader.write(MAX_GRAMS))),
        _ => ("dispatch_no", MAX_RECEPTACLE.into()),
    };
    invalid_with(field, part.message(), Params::from([("min", 1.into()), ("max", max)]))
}

/// 422 with one problem and its values.
fn invalid_with(field: &str, code: MessageCode, params: Params) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with(field, code, params);
    ApiError::invalid(errors)
}

/// The next number of a route. Nobody else takes it: the row of the route is locked.
async fn take_number(
    tx: &mut TenantTx,
    route: &PostalRoute<'_>,
    form: &BagClosing,
) -> ApiResult<DispatchCounter> {
    let operator = operators::find_of_office(tx, route.destination).await?;
    let max = operator.map_or(MAX_RECEPTACLE, |operator| operator.max_units);
    let newest = store::lock_dispatch(tx, route).await?;
    let taken = newest.take_next(form.dispatch_no, max).map_err(|refusal| match refusal {
        NumberRefusal::UsedUp => ApiError::invalid_field("dispatch_no", MessageCode::DispatchesUsedUp),
        NumberRefusal::Receptacle => {
            let params = Params::from([("max", max.into())]);
            invalid_with("dispatch_no", MessageCode::ReceptacleNumber, params)
        }
        NumberRefusal::Dispatch => {
            let params = Params::from([("min", newest.dispatch_no.into())]);
            invalid_with("dispatch_no", MessageCode::DispatchNumber, params)
        }
    })?;
    store::set_dispatch(tx, route, taken.after(form.is_last)).await?;
    Ok(taken)
}
