//! `/mawbs`: the list, one waybill, new ones and changes.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::build_filter;
use super::input::{self, WaybillColumns};
use super::list::{self, SORTS, WaybillFilter};
use super::model::{
    NewWaybillInput, Waybill, WaybillInput, WaybillPage, WaybillPageMeta, WaybillStage, WaybillUpdate,
};
use super::numbering::{self, GivenNumber};
use super::state::{WaybillStatus, WaybillStep};
use super::store::{self, OF_MESSAGE, WAYBILLS};
use crate::{cargo_events, ranges};
use access::ctx::Ctx;
use access::references;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Where};
use server_core::tags::Tag;

/// The columns of a new waybill.
#[derive(Debug, Serialize)]
struct NewWaybill {
    #[serde(flatten)]
    fields: WaybillColumns,
    number: String,
    range_id: Option<Uuid>,
    provider_id: Uuid,
    provider_name: String,
    airline_code: Option<String>,
    subsidiary_id: Option<Uuid>,
    created_by: Uuid,
}

pub struct WaybillApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl WaybillApi {
    /// List air waybills
    ///
    /// Sort by `created_at`, `number`, `departs_on` or `issued_at`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "mawb_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn mawb_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the flights, the airline, the destination or the customs reference.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<WaybillStatus>>,
        /// Waybills of several states.
        stage: Query<Option<WaybillStage>>,
        /// The airline.
        provider_id: Query<Option<Uuid>>,
        /// IATA code.
        #[oai(validator(max_length = 3))]
        destination_airport: Query<Option<String>>,
        /// First day of the first flight.
        from: Query<Option<NaiveDate>>,
        /// Last day of the first flight.
        to: Query<Option<NaiveDate>>,
        /// The waybills that this bag is or was on.
        bag_id: Query<Option<Uuid>>,
        /// The waybills that this shipment is on, in a bag or loose.
        shipment_id: Query<Option<Uuid>>,
        /// The waybills of which this message reported something first.
        message_id: Query<Option<Uuid>>,
        /// False: those that still count.
        is_void: Query<Option<bool>>,
    ) -> ApiResult<Json<WaybillPage>> {
        let scope = ctx.scope(Resource::Mawb, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = WaybillFilter {
            provider_id: provider_id.0,
            destination_airport: destination_airport.0,
            from: from.0,
            to: to.0,
            bag_id: bag_id.0,
            shipment_id: shipment_id.0,
            is_void: is_void.0,
        };
        let filter = filter.matches(&asked.words, &scope).and_inside(OF_MESSAGE, message_id.0);
        let tab = list::narrow(filter.clone(), status.0, stage.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = WAYBILLS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Waybill| row.seen_by(&ctx.grants)).collect();
        Ok(Json(WaybillPage { data, meta: WaybillPageMeta { page, totals } }))
    }

    /// Show an air waybill
    #[oai(path = "/:id", method = "get", operation_id = "mawb_show")]
    async fn mawb_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Waybill>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let waybill: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, waybill))
    }

    /// Create an air waybill
    ///
    /// With the next number of the oldest open range of the airline, or a typed one. A number is used once for ever. Returns 409
    /// `no_range` or `range_exhausted` at `provider_id`, and 422 at `number` for a typed one: `awb_invalid`, `awb_check_digit`,
    /// `awb_other_airline`, `number_used` or `number_of_own_range`.
    #[oai(path = "/", method = "post", operation_id = "mawb_create")]
    async fn mawb_create(&self, ctx: Ctx, body: Body<NewWaybillInput>) -> ApiResult<Json<Item<Waybill>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Create)?;
        let NewWaybillInput { input, provider_id, number, subsidiary_id } = body.0;
        let mut tx = ctx.begin().await?;
        let airline = ranges::find_airline(&mut tx, &ctx, provider_id).await?;
        let mut errors = FieldErrors::default();
        let subsidiary_id = check_branch(&mut tx, &ctx, &scope, subsidiary_id, &mut errors).await?;
        let fields = input::check(&mut tx, input, ctx.settings().today(ctx.now()), errors).await?;
        let typed = optional(number.as_ref());
        let given = numbering::take_number(&mut tx, &ctx, &airline, typed.as_deref()).await?;
        let GivenNumber { number, range_id, few_left } = given;
        let new = NewWaybill {
            fields,
            number,
            range_id,
            provider_id,
            provider_name: airline.name,
            airline_code: airline.iata_code,
            subsidiary_id,
            created_by: ctx.user.id,
        };
        let id = WAYBILLS.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "mawb.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Mawb.name(), &[id]);
        cargo_events::read_waiting(&mut tx, &new.number, ctx.now()).await?;
        let waybill: Waybill = WAYBILLS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, Waybill { few_numbers_left: few_left, ..waybill }))
    }

    /// Update an air waybill
    ///
    /// While it is a draft or booked. Once something is on it, its destination stays. An issued one is amended.
    #[oai(path = "/:id", method = "patch", operation_id = "mawb_update")]
    async fn mawb_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<WaybillUpdate>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Update)?;
        let filter = build_filter(&scope, Where::all());
        let mut change: Change<Waybill> =
            Change::begin(ctx.begin().await?, &ctx, &WAYBILLS, filter, *id).await?;
        change.allow(change.before.verdict(WaybillStep::Update), None)?;
        let before = change.before.input.clone();
        let sent: WaybillInput = body.change(&before, change.before.version)?;
        let errors = find_conflicts(&change.before, &sent);
        let fields = input::check(&mut change.tx, sent, ctx.settings().today(ctx.now()), errors).await?;
        change.write(&fields).await?;
        let facts = audit::difference(&before, &fields.input);
        change.record(Action::Update, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// Fields that a form must not change as the waybill is now.
fn find_conflicts(before: &Waybill, sent: &WaybillInput) -> FieldErrors {
    let mut errors = FieldErrors::default();
    let destination = sent.destination_airport.trim().to_uppercase();
    if before.facts().has_contents && destination != before.input.destination_airport {
        errors.push("destination_airport", MessageCode::WaybillNotEmpty);
    }
    if before.status == WaybillStatus::Booked && sent.legs.is_empty() {
        errors.push("legs", MessageCode::WaybillWithoutFlights);
    }
    errors
}

/// The branch of a new waybill: the chosen one, or the only one of the user.
async fn check_branch(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    asked: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<Option<Uuid>> {
    let (_, branches, _) = scope.parts();
    let chosen = match (asked, branches) {
        (None, Some([only])) => return Ok(Some(*only)),
        (asked, _) => asked,
    };
    let is_own = scope.has_branch(chosen);
    let is_open = references::subsidiary_is_open(tx, ctx, chosen, None).await?;
    if !is_own && chosen.is_none() {
        errors.push("subsidiary_id", MessageCode::Required);
    } else if !is_own || !is_open {
        errors.push("subsidiary_id", MessageCode::UnknownOption);
    }
    Ok(chosen)
}

/// The waybill with its totals and the permissions of the user.
pub fn to_answer(ctx: &Ctx, waybill: Waybill) -> Json<Item<Waybill>> {
    Json(Item { data: waybill.seen_by(&ctx.grants) })
}
