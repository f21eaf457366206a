//! `/routes`: the list, one run, new ones and changes.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::drivers;
use super::model::{
    DeliveryRoute, DeliveryRouteDetails, DeliveryRoutePage, DeliveryRoutePageMeta, RouteInput, RouteUpdate,
};
use super::pickup_store::{self, RunDriver};
use super::plan;
use super::route_scope::{begin, build_filter, to_answer};
use super::store::{self, ROUTES};
use crate::pickups::ending;
use crate::steps::run::{RunStatus, RunStep};
use access::ctx::Ctx;
use access::users::staff_choice::StaffOption;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Items};
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("on_date", "r.on_date"),
    ("created_at", "r.created_at"),
    ("number", "r.number"),
    ("driver_name", "search_text(r.driver_name)"),
];
const SEARCHED: &str = "concat_ws(' ', r.number, r.driver_name, r.vehicle)";

pub struct RouteApi;

#[OpenApi(prefix_path = "/routes", tag = "Tag::Deliveries")]
impl RouteApi {
    /// List runs
    ///
    /// Drivers see only their own. Sort by `on_date`, `created_at`, `number` or `driver_name`. Default: the latest day first.
    #[oai(path = "/", method = "get", operation_id = "route_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn route_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the driver or the vehicle.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<RunStatus>>,
        driver_id: Query<Option<Uuid>>,
        /// First day.
        from: Query<Option<NaiveDate>>,
        /// Last day.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<DeliveryRoutePage>> {
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = build_filter(&ctx, Action::List, Where::words(&asked.words, SEARCHED))?
            .and("r.driver_id = ", driver_id.0)
            .and("r.on_date >= ", from.0)
            .and("r.on_date <= ", to.0);
        let tab = filter.clone().and("r.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = ROUTES.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: DeliveryRoute| row.seen_by(&ctx.grants)).collect();
        Ok(Json(DeliveryRoutePage { data, meta: DeliveryRoutePageMeta { page, totals } }))
    }

    /// List the drivers
    ///
    /// Active staff with the right to record stops, by name, at most 200.
    #[oai(path = "/drivers", method = "get", operation_id = "route_drivers")]
    async fn route_drivers(&self, ctx: Ctx) -> ApiResult<Json<Items<StaffOption>>> {
        ctx.require(Resource::Route, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let data = drivers::list_drivers(&mut tx, &ctx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a run
    #[oai(path = "/:id", method = "get", operation_id = "route_show")]
    async fn route_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let filter = build_filter(&ctx, Action::Show, Where::all())?;
        let mut tx = ctx.begin().await?;
        let route = ROUTES.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        to_answer(&ctx, route).await
    }

    /// Create a run
    #[oai(path = "/", method = "post", operation_id = "route_create")]
    async fn route_create(
        &self,
        ctx: Ctx,
        body: Body<RouteInput>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let scope = ctx.scope(Resource::Route, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = plan::check_new(&mut tx, &ctx, &scope, body.0).await?;
        let id = ROUTES.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "route.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Route.name(), &[id]);
        let route = ROUTES.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        to_answer(&ctx, route).await
    }

    /// Update a run
    ///
    /// Once it is loaded, its driver stays.
    #[oai(path = "/:id", method = "patch", operation_id = "route_update")]
    async fn route_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<RouteUpdate>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let scope = ctx.scope(Resource::Route, Action::Update)?;
        let mut change = begin(&ctx, *id, RunStep::Update, None).await?;
        let before = RouteInput::of(&change.before);
        let sent: RouteInput = body.change(&before, change.before.version)?;
        let changed = plan::check_change(&mut change.tx, &ctx, &scope, &change.before, sent).await?;
        change.write(&changed).await?;
        if let Some(former) = before.driver_id.filter(|id| changed.fields.input.driver_id != Some(*id)) {
            store::keep_former_driver(&mut change.tx, *id, former).await?;
        }
        let driver =
            RunDriver { id: changed.fields.input.driver_id, name: changed.fields.driver_name.as_deref() };
        let pickups = pickup_store::set_driver(&mut change.tx, *id, driver, ctx.now()).await?;
        ending::announce(&mut change.tx, &[], &pickups);
        let facts = audit::difference(&before, &changed.fields.input);
        change.record(Action::Update, facts, &Audience::Staff).await?;
        to_answer(&ctx, change.finish().await?).await
    }
}
