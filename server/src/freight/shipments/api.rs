use chrono::NaiveDate;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::fields::{self, ShipmentFields, ShipmentInput};
use super::list::{self, Conditions, ShipmentFilter, SortKey};
use super::model::{self, Shipment, ShipmentSummary};
use super::references;
use super::said;
use super::store::{self, Derived};

use crate::access::ctx::Ctx;
use crate::access::scope::RowScope;
use crate::audit;
use crate::freight::services::limits::Reader;
use crate::freight::status::ShipmentStatus;
use crate::freight::tracking_events::{self, NewEvent, Source};
use crate::http::body::{Body, Patch};
use crate::http::error::{ApiError, ApiResult, FieldErrors};
use crate::http::fields::optional;
use crate::http::list::{Item, Page, Paging, parse_sort};
use crate::http::messages::MessageCode;
use crate::ledger;
use crate::parties::{partners, subsidiaries};
use crate::tags::Tag;
use crate::trade::units::{SizeUnit, WeightUnit};

pub struct ShipmentApi;

/// The fields of a shipment to change, and the version they were read at.
#[derive(Object, serde::Serialize, serde::Deserialize)]
pub struct ShipmentUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    input: ShipmentInput,
    /// Version that was read; 409 `stale_version` if the shipment has changed since.
    version: i32,
}

/// The version of the shipment to confirm.
#[derive(Object)]
pub struct ShipmentConfirm {
    /// Version that was read; 409 `stale_version` if the shipment has changed since.
    version: i32,
}

/// Reason for a cancellation.
#[derive(Object)]
pub struct ShipmentCancel {
    /// Required; shown in the log.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentApi {
    /// List shipments
    ///
    /// A client's user sees only its own client's shipments, a partner's user only its own partner's. Sort by
    /// `created_at`, `updated_at`, `tracking_code`, `to_name`, `chargeable_weight_g` or `declared_value`.
    /// Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "shipment_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn shipment_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order. Ignored with `search`: its results
        /// are sorted newest first.
        sort: Query<Option<String>>,
        /// Words that must all match the tracking code, the reference, the names or the city. A word with a
        /// digit matches anywhere, any other matches the beginning of a word. At most 8 words. 422
        /// `search_too_broad` if the search takes too long.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Status codes separated by commas.
        status: Query<Option<String>>,
        client_id: Query<Option<Uuid>>,
        service_id: Query<Option<Uuid>>,
        partner_id: Query<Option<Uuid>>,
        subsidiary_id: Query<Option<Uuid>>,
        to_country_id: Query<Option<i16>>,
        /// Origin of the shipment: `manual`, or the name given to an import.
        source: Query<Option<String>>,
        /// Created by this import.
        import_id: Query<Option<Uuid>>,
        /// First creation date, in the current user's time zone.
        created_from: Query<Option<NaiveDate>>,
        /// Last creation date, in the current user's time zone.
        created_to: Query<Option<NaiveDate>>,
        /// First expected delivery date.
        due_from: Query<Option<NaiveDate>>,
        /// Last expected delivery date.
        due_to: Query<Option<NaiveDate>>,
        /// Under way, and without an event for this many days.
        #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
        idle_days: Query<Option<i32>>,
    ) -> ApiResult<Json<Page<ShipmentSummary>>> {
        let scope = ctx.scope(Resource::Shipment, Action::List)?;
        let filter = ShipmentFilter {
            search: search.0,
            status: status.0,
            client_id: client_id.0,
            service_id: service_id.0,
            partner_id: partner_id.0,
            subsidiary_id: subsidiary_id.0,
            to_country_id: to_country_id.0,
            source: source.0,
            import_id: import_id.0,
            created_from: created_from.0,
            created_to: created_to.0,
            due_from: due_from.0,
            due_to: due_to.0,
            idle_days: idle_days.0,
        };
        let conditions = Conditions::new(filter, scope, &ctx.user.time_zone)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let sort = parse_sort(sort.as_deref(), SortKey::named)?;
        let mut tx = ctx.begin().await?;
        let (rows, meta) = list::page(&mut tx, &conditions, paging, &sort).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| row.view(&ctx.grants)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Create a shipment
    ///
    /// The shipment can be incomplete: `missing` lists the fields it lacks for shipping, and its status is
    /// then needs_attention (15) instead of draft (10). The given fields must be valid.
    #[oai(path = "/", method = "post", operation_id = "shipment_create")]
    async fn shipment_create(&self, ctx: Ctx, body: Body<ShipmentInput>) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let id = create(&mut tx, &ctx, &scope, body.0, None).await?;
        audit::record(&mut tx, &ctx, "shipment.create", Some(id), json!({})).await?;
        let data = store::find(&mut tx, &scope, id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Show a shipment
    #[oai(path = "/:id", method = "get", operation_id = "shipment_show")]
    async fn shipment_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Update a shipment
    ///
    /// Omitted fields are unchanged; `parcels` and `items` are replaced as a whole. 409 if the shipment is
    /// already confirmed.
    #[oai(path = "/:id", method = "patch", operation_id = "shipment_update")]
    async fn shipment_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ShipmentUpdate>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Update)?;
        let mut tx = ctx.begin().await?;
        store::lock(&mut tx, &scope, *id).await?;
        let before = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        model::verdict(before.status, &before.missing, Action::Update).guard()?;
        let current = before.input();
        let input = body.change((&current, before.version))?;
        let (input, derived) =
            prepare(&mut tx, &ctx, &scope, input, Before::Changed(&current.fields, before.status)).await?;
        said::changed(&mut tx, &[*id]).await?;
        store::update(&mut tx, *id, &input, &derived).await?;
        said::changed(&mut tx, &[*id]).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        // Compares stored values, so that a value typed in another format is not a change.
        if !audit::changed(&mut tx, &ctx, "shipment.update", *id, (&current, &data.input())).await? {
            tx.rollback().await;
            return Ok(Json(Item { data: before }));
        }
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Confirm a shipment
    ///
    /// Its status becomes confirmed (30), and the event CONFIRMED is recorded. 409 `shipment_incomplete` with
    /// the `missing` fields in `params` if it lacks something for shipping, 409 `shipment_awaits_payment` if a
    /// payment is pending, 409 `shipment_not_confirmable` if it is already confirmed or cancelled.
    #[oai(path = "/:id/confirm", method = "post", operation_id = "shipment_confirm")]
    async fn shipment_confirm(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentConfirm>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Confirm)?;
        let mut tx = ctx.begin().await?;
        store::lock(&mut tx, &scope, *id).await?;
        let before = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        model::verdict(before.status, &before.missing, Action::Confirm).guard()?;
        if before.version != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let event = decisive("CONFIRMED", &before, &ctx);
        tracking_events::record(&mut tx, &scope, &[before.tracking_code], &event).await?;
        audit::record(&mut tx, &ctx, "shipment.confirm", Some(*id), json!({})).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Cancel a shipment
    ///
    /// Possible until it is received (40). After that it can only be returned. A reason is required. What the shipment has cost
    /// goes back to the client's wallet.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "shipment_cancel")]
    async fn shipment_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShipmentCancel>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Cancel)?;
        let mut tx = ctx.begin().await?;
        store::lock(&mut tx, &scope, *id).await?;
        let before = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        model::verdict(before.status, &before.missing, Action::Cancel).guard()?;
        let reason = optional(body.reason.as_ref());
        let reason = reason.ok_or_else(|| ApiError::invalid_field("reason", MessageCode::Required))?;
        store::cancel(&mut tx, *id, &reason, ctx.user.id, ctx.now()).await?;
        ledger::reverse_shipment(&mut tx, &ctx, *id).await?;
        audit::record(&mut tx, &ctx, "shipment.cancel", Some(*id), json!({ "reason": reason })).await?;
        let event = NewEvent { reason: Some(reason), ..decisive("CANCELLED", &before, &ctx) };
        tracking_events::record(&mut tx, &scope, &[before.tracking_code], &event).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Duplicate a shipment
    ///
    /// Creates a shipment with the same fields, parcels and items, with a new tracking code and without the
    /// sender's reference.
    #[oai(path = "/:id/duplicate", method = "post", operation_id = "shipment_duplicate")]
    async fn shipment_duplicate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Duplicate)?;
        let mut tx = ctx.begin().await?;
        let original = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        let mut input =
            ShipmentInput { fields: original.fields, parcels: original.parcels, items: original.items };
        input.fields.external_ref = None;
        input.fields.source = fields::default_source();
        let like = input.fields.clone();
        let new_id = create(&mut tx, &ctx, &scope, input, Some(&like)).await?;
        audit::record(&mut tx, &ctx, "shipment.duplicate", Some(new_id), json!({ "of": *id })).await?;
        let data = store::find(&mut tx, &scope, new_id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// An action of the current user that decides the status. Clocks of scanners can be fast: its time is never
/// before the newest event, because a late event leaves the status unchanged.
fn decisive(code: &str, before: &Shipment, ctx: &Ctx) -> NewEvent {
    let now = NewEvent::now(code, Source::User, ctx);
    NewEvent {
        occurred_at: before.last_event_at.map_or(now.occurred_at, |newest| newest.max(now.occurred_at)),
        ..now
    }
}

/// `like` is the shipment that was duplicated.
async fn create(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    input: ShipmentInput,
    like: Option<&ShipmentFields>,
) -> ApiResult<Uuid> {
    let (input, derived) = prepare(tx, ctx, scope, input, Before::New { like }).await?;
    let id = Uuid::now_v7();
    let codes = store::take_codes(tx, 1).await?;
    store::insert(tx, id, &codes[0], &input, &derived).await?;
    tracking_events::record(tx, scope, &codes, &NewEvent::now("CREATED", Source::System, ctx)).await?;
    Ok(id)
}

/// The shipment before the change.
#[derive(Clone, Copy)]
enum Before<'a> {
    New { like: Option<&'a ShipmentFields> },
    Changed(&'a ShipmentFields, ShipmentStatus),
}

/// Normalizes the input, checks all rules at once, and calculates the derived values.
async fn prepare(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    mut input: ShipmentInput,
    before: Before<'_>,
) -> ApiResult<(ShipmentInput, Derived)> {
    let (fields, status, stood) = match before {
        Before::New { like } => (None, ShipmentStatus::Draft, like),
        Before::Changed(fields, status) => (Some(fields), status, Some(fields)),
    };
    if ctx.is_outside() {
        input.fields.source = stood.map_or_else(fields::default_source, |it| it.source.clone());
    }
    model::normalize(&mut input);
    let mut errors = model::validate(&input);
    set_owners(tx, scope, &mut input.fields, stood, &mut errors).await?;
    let rules = references::check(tx, &input, fields, &mut errors).await?;
    rules.limits.check(&input, reader(ctx), &mut errors);
    errors.into_result()?;
    let (declared, volumetric, chargeable) =
        model::weigh(&input, rules.volumetric_divisor, rules.rounding_step_g);
    input.fields.declared_weight_g = declared;
    let missing = model::missing_for_shipping(&input);
    let is_open = matches!(status, ShipmentStatus::Draft | ShipmentStatus::NeedsAttention);
    let derived = Derived {
        status: if is_open { model::open_status(&missing) } else { status },
        missing,
        volumetric_weight_g: volumetric,
        chargeable_weight_g: chargeable,
        by: ctx.user.id,
        at: ctx.now(),
    };
    Ok((input, derived))
}

/// The user's language and units, for messages about limits.
fn reader(ctx: &Ctx) -> Reader {
    Reader {
        language: ctx.language(),
        weight_unit: WeightUnit::from_code(ctx.user.weight_unit).unwrap_or(WeightUnit::Kilograms),
        size_unit: SizeUnit::from_code(ctx.user.size_unit).unwrap_or(SizeUnit::Centimetres),
    }
}

/// Sets the owners that the scope allows; `stood` has the stored ones.
async fn set_owners(
    tx: &mut TenantTx,
    scope: &RowScope,
    fields: &mut ShipmentFields,
    stood: Option<&ShipmentFields>,
    errors: &mut FieldErrors,
) -> ApiResult<()> {
    fields.client_id = scope.client_of(fields.client_id, stood.and_then(|it| it.client_id));
    let stood_at = stood.and_then(|it| it.subsidiary_id);
    match subsidiaries::chosen(tx, scope, fields.subsidiary_id, stood_at).await? {
        Ok(chosen) => fields.subsidiary_id = chosen,
        Err(code) => errors.push("subsidiary_id", code),
    }
    match partners::chosen(tx, scope, fields.partner_id, stood.and_then(|it| it.partner_id)).await? {
        Ok(chosen) => fields.partner_id = chosen,
        Err(code) => errors.push("partner_id", code),
    }
    Ok(())
}
