//! `/mawb-ranges`.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{WaybillRange, WaybillRangeInput, WaybillRangeReason, WaybillRangeStatus, step_verdict};
use super::store::{self, RANGES};
use access::ctx::Ctx;
use parties::airlines::{self, Airline};
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::identifiers::Awb;

const SORTS: Sorts = &[
    ("prefix", "r.prefix"),
    ("provider_name", "r.provider_name"),
    ("received_on", "r.received_on"),
    ("created_at", "r.created_at"),
];

/// The columns of a new range.
#[derive(Debug, Serialize)]
struct NewRange {
    #[serde(flatten)]
    input: WaybillRangeInput,
    provider_name: String,
    prefix: String,
    next_serial: i32,
    created_by: Uuid,
}

/// The columns of a closed range.
#[derive(Debug, Serialize)]
struct ClosedRange {
    status: WaybillRangeStatus,
    reason: String,
    closed_at: DateTime<Utc>,
}

pub struct WaybillRangeApi;

#[OpenApi(prefix_path = "/mawb-ranges", tag = "Tag::Consolidation")]
impl WaybillRangeApi {
    /// List ranges of air waybill numbers
    ///
    /// Sort by `prefix`, `provider_name`, `received_on` or `created_at`. Default: by airline, newest first.
    #[oai(path = "/", method = "get", operation_id = "mawb_range_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn mawb_range_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the digits or the name of the airline.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        provider_id: Query<Option<Uuid>>,
        status: Query<Option<WaybillRangeStatus>>,
        /// Open ranges of airlines of whose numbers few are left.
        is_low: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<WaybillRange>>> {
        ctx.require(Resource::MawbRange, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, "r.prefix || ' ' || r.provider_name")
            .and("r.provider_id = ", provider_id.0)
            .and("r.status = ", status.0)
            .only("r.status = 10 and l.airline_left <= r.alert_below", is_low.0 == Some(true));
        let mut tx = ctx.begin().await?;
        let (rows, meta) = RANGES.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: WaybillRange| row.seen_by(&ctx.grants)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Add a range of air waybill numbers
    ///
    /// Both serials without their check digits. Returns 422 `range_invalid`, `range_overlaps`, or `number_used` when a waybill has
    /// one of the numbers.
    #[oai(path = "/", method = "post", operation_id = "mawb_range_create")]
    async fn mawb_range_create(
        &self,
        ctx: Ctx,
        body: Body<WaybillRangeInput>,
    ) -> ApiResult<Json<Item<WaybillRange>>> {
        ctx.require(Resource::MawbRange, Action::Create)?;
        let today = ctx.settings().today(ctx.now());
        let mut tx = ctx.begin().await?;
        let airline = find_airline(&mut tx, &ctx, body.provider_id).await?;
        let prefix = airline.awb_prefix.unwrap_or_default();
        airlines::lock_prefix(&mut tx, &prefix).await?;
        check(&mut tx, &prefix, &body).await?;
        let input = WaybillRangeInput {
            received_on: body.received_on.or(Some(today)),
            note: optional(body.note.as_ref()),
            ..body.0
        };
        let new = NewRange {
            next_serial: input.first_serial,
            input,
            provider_name: airline.name,
            prefix,
            created_by: ctx.user.id,
        };
        let id = RANGES.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "mawb_range.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::MawbRange.name(), &[id]);
        let range: WaybillRange = RANGES.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: range.seen_by(&ctx.grants) }))
    }

    /// Close a range of air waybill numbers
    ///
    /// No more numbers come from it. How many were left is kept.
    #[oai(path = "/:id/close", method = "post", operation_id = "mawb_range_close")]
    async fn mawb_range_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillRangeReason>,
    ) -> ApiResult<Json<Item<WaybillRange>>> {
        ctx.require(Resource::MawbRange, Action::Close)?;
        let mut tx = ctx.begin().await?;
        let found: WaybillRange = RANGES.find(&mut tx, &Where::all(), *id).await?;
        // The airline before the range, like whoever takes a number.
        airlines::lock_prefix(&mut tx, &found.prefix).await?;
        let mut change: Change<WaybillRange> = Change::begin(tx, &ctx, &RANGES, Where::all(), *id).await?;
        change.allow(step_verdict(Action::Close, change.before.status), Some(body.version))?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason, "left": change.before.left });
        let columns = ClosedRange { status: WaybillRangeStatus::Closed, reason, closed_at: ctx.now() };
        change.write(&columns).await?;
        change.record(Action::Close, facts, &Audience::Staff).await?;
        Ok(Json(Item { data: change.finish().await?.seen_by(&ctx.grants) }))
    }
}

/// An airline whose waybills the company can write. Returns 422 at `provider_id` for another provider.
pub async fn find_airline(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Airline> {
    let refuse = |code| ApiError::invalid_field("provider_id", code);
    let airline = airlines::find_airline(tx, ctx, id).await?.filter(|airline| airline.is_open);
    let airline = airline.ok_or_else(|| refuse(MessageCode::UnknownOption))?;
    if airline.awb_prefix.is_none() {
        return Err(refuse(MessageCode::AirlineWithoutPrefix));
    }
    Ok(airline)
}

/// The serials of a new range, one check after the other.
async fn check(tx: &mut TenantTx, prefix: &str, range: &WaybillRangeInput) -> ApiResult<()> {
    let (first, last) = (range.first_serial, range.last_serial);
    let mut errors = FieldErrors::default();
    let is_serial = |serial: i32| u32::try_from(serial).is_ok_and(|serial| serial < Awb::SERIALS);
    if first > last || !is_serial(first) || !is_serial(last) {
        errors.push("last_serial", MessageCode::RangeInvalid);
    } else if store::overlaps(tx, prefix, first, last).await? {
        errors.push("first_serial", MessageCode::RangeOverlaps);
    } else if store::is_used(tx, prefix, first, last).await? {
        errors.push("first_serial", MessageCode::NumberUsed);
    }
    errors.into_result()
}
