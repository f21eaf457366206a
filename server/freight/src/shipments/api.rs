use chrono::NaiveDate;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::completion;
use super::draft::{Before, create, prepare};
use super::fields::{self, ShipmentInput};
use super::known_totals::KnownTotals;
use super::list::{self, Conditions, ShipmentFilter, SortKey};
use super::live_events;
use super::model::{self, Shipment};
use super::store;
use super::summary::ShipmentSummary;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Page, PageAnswer, Paging, parse_sort};
use server_core::tags::Tag;

pub struct ShipmentApi;

/// The fields of a shipment to change, and the version they were read at.
#[derive(Object, serde::Serialize, serde::Deserialize)]
pub struct ShipmentUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ShipmentInput,
    /// Version that was read; 409 `stale_version` if the shipment has changed since.
    pub version: i32,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentApi {
    /// List shipments
    ///
    /// Users of a client see only that client's shipments, users of a partner only that partner's. Sort by
    /// `created_at`, `updated_at`, `tracking_code`, `to_name`, `chargeable_weight_g` or `declared_value`. Default:
    /// newest first.
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
        /// Words that must all match the tracking code, the reference, the names or the city. A word with a digit matches
        /// anywhere, any other matches the beginning of a word. At most 8 words. Returns 422 `search_too_broad` if the
        /// search takes too long.
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
        /// Only shipments in transit without an event for this many days.
        #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
        idle_days: Query<Option<i32>>,
        /// True: only shipments that have gone on without a confirmation, so that their clients are not charged yet.
        unconfirmed: Query<Option<bool>>,
        /// True: only shipments whose label was printed or that have their label by an event; false: only the others.
        labelled: Query<Option<bool>>,
        /// True: only shipments that are held, by somebody or by the status of their weight or of customs; false: only the
        /// others.
        on_hold: Query<Option<bool>>,
        /// True: only shipments whose events contradict each other, until staff settle it.
        contradicted: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<ShipmentSummary>> {
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
            unconfirmed: unconfirmed.0,
            labelled: labelled.0,
            on_hold: on_hold.0,
            contradicted: contradicted.0,
        };
        let conditions = Conditions::new(filter, scope, &ctx.user.time_zone)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let sort = parse_sort(sort.as_deref(), SortKey::from_name)?;
        let mut tx = ctx.begin().await?;
        let totals = ctx.state().slot::<KnownTotals>();
        let (rows, meta) = list::page(&mut tx, totals, &conditions, paging, &sort).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| row.view(&ctx.grants)).collect();
        Ok(PageAnswer(Page { data, meta }))
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
    /// Omitted fields are unchanged; `parcels` and `items` are replaced as a whole. After the confirmation and until the
    /// departure only what documents show can change: descriptions, tariff codes, net weights and origins of the items,
    /// contacts, streets, tax numbers, terms and notes; terms, tariff codes and origins not when the sender pays import taxes
    /// by them. A city without a Latin letter can be written in Latin letters. Returns 409 `shipment_price_depends_on_it` at
    /// each other field, whose change needs `shipment_reprice`, and 409 `shipment_not_editable` for a departed or a cancelled
    /// shipment.
    #[oai(path = "/:id", method = "patch", operation_id = "shipment_update")]
    async fn shipment_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ShipmentUpdate>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock_and_find(&mut tx, &scope, *id, &ctx.grants).await?;
        let is_completed = before.state().can_complete();
        if !is_completed {
            model::verdict(before.state(), Action::Update).guard()?;
        }
        let current = before.input();
        let input = body.change(&current, before.version)?;
        let (input, derived) = if is_completed {
            completion::prepare(&mut tx, &ctx, &before, input).await?
        } else {
            prepare(&mut tx, &ctx, &scope, input, Before::Changed(&current, before.status)).await?
        };
        live_events::announce(&mut tx, &[*id]).await?;
        store::update(&mut tx, *id, &input, &derived).await?;
        live_events::announce(&mut tx, &[*id]).await?;
        let data = store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        // Compares stored values, so that a value typed in another format is not a change.
        if !audit::record_change(&mut tx, &ctx, "shipment.update", *id, &current, &data.input()).await? {
            tx.rollback().await;
            return Ok(Json(Item { data: before }));
        }
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
