//! `/shipment-pickups`: the list, one pickup, and what is asked for.

use chrono::NaiveDate;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::input::{PickupInput, PickupUpdate};
use super::model::{Pickup, PickupCandidate, PickupDays, PickupDetails, PickupPage, PickupPageMeta};
use super::notices::{PickupNews, notify_client};
use super::pickup_scope::{begin, build_filter, doer, to_answer};
use super::request::{self, ChangedPickup, CheckedPickup};
use super::store::{self, PICKUPS};
use super::{cargo, plan};
use crate::steps::pickup::PickupStatus;
use access::ctx::Ctx;
use server_core::address::Address;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Items};
use server_core::live::Audience;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("starts_at", "p.starts_at"),
    ("created_at", "p.created_at"),
    ("number", "p.number"),
    ("client_name", "search_text(p.client_name)"),
    ("parcels", "p.parcels"),
];
const SEARCHED: &str =
    "concat_ws(' ', p.number, p.client_name, p.contact, p.city, p.carrier_name, p.confirmation_no)";

pub struct PickupApi;

#[OpenApi(prefix_path = "/shipment-pickups", tag = "Tag::Pickups")]
impl PickupApi {
    /// List pickups
    ///
    /// Users of a client see only its own. Sort by `starts_at`, `created_at`, `number`, `client_name` or `parcels`. Default:
    /// the latest day first.
    #[oai(path = "/", method = "get", operation_id = "pickup_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn pickup_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the client, the contact, the city, the carrier or its confirmation number.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<PickupStatus>>,
        client_id: Query<Option<Uuid>>,
        /// Pickups of this shipment.
        shipment_id: Query<Option<Uuid>>,
        /// True: only pickups that are not done: requested, scheduled or on route.
        open: Query<Option<bool>>,
        /// True: only pickups with something for staff to decide, or whose files are missing for an hour.
        has_tasks: Query<Option<bool>>,
        /// First day, at the place of the pickup.
        from: Query<Option<NaiveDate>>,
        /// Last day.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<Json<PickupPage>> {
        let scope = ctx.scope(Resource::Pickup, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = build_filter(&scope, Where::words(&asked.words, SEARCHED))
            .and("p.client_id = ", client_id.0)
            .and_inside(
                "exists (select from pickup_shipments c where c.pickup_id = p.id and c.shipment_id = ",
                shipment_id.0,
            )
            .only(store::IS_OPEN, open.0 == Some(true))
            .and("p.on_date >= ", from.0)
            .and("p.on_date <= ", to.0);
        let is_asked = has_tasks.0 == Some(true) && !ctx.is_outside();
        let filter = if is_asked { store::narrow_to_tasks(filter, ctx.now()) } else { filter };
        let tab = filter.clone().and("p.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = PICKUPS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let doer = doer(&ctx);
        let data = rows.into_iter().map(|row: Pickup| row.seen_by(&ctx.grants, doer)).collect();
        Ok(Json(PickupPage { data, meta: PickupPageMeta { page, totals } }))
    }

    /// Show a pickup
    #[oai(path = "/:id", method = "get", operation_id = "pickup_show")]
    async fn pickup_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PickupDetails>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let pickup = PICKUPS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        to_answer(&ctx, pickup).await
    }

    /// Ask for a pickup
    ///
    /// Returns 422 at the field for a day or a time at which nobody comes, for a postcode outside of all areas, for a shipment that
    /// is in another pickup, and for fewer `parcels` than its shipments have.
    #[oai(path = "/", method = "post", operation_id = "pickup_create")]
    async fn pickup_create(&self, ctx: Ctx, body: Body<PickupInput>) -> ApiResult<Json<Item<PickupDetails>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let id = request::create(&mut tx, &ctx, &scope, &body).await?;
        let pickup = PICKUPS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        to_answer(&ctx, pickup).await
    }

    /// Update a pickup
    ///
    /// Clients can change one that is not scheduled yet. The client stays.
    #[oai(path = "/:id", method = "patch", operation_id = "pickup_update")]
    async fn pickup_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PickupUpdate>,
    ) -> ApiResult<Json<Item<PickupDetails>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Update)?;
        let mut change = begin(&ctx, *id, Action::Update, None).await?;
        let client_id = change.before.client_id;
        let ids = cargo::list_expected(&mut change.tx, *id).await?;
        let before = PickupInput::of(&change.before, ids);
        let input: PickupInput = body.change(&before, change.before.version)?;
        let input = PickupInput { client_id: Some(client_id), ..input }.forget_old_place(&before);
        let tx = &mut change.tx;
        let checked = request::check(tx, &scope, client_id, &input, Some(*id), ctx.now()).await?;
        let repeat_at = checked.repeat_at(input.repeats.as_ref());
        let CheckedPickup { mut fields, plan, .. } = checked;
        let place_on = if input.address != before.address {
            request::find_place(tx, client_id, &mut fields).await?
        } else {
            change.before.place_on.filter(|_| input.has_place_of(&before))
        };
        let input = PickupInput { latitude: fields.latitude, longitude: fields.longitude, ..input };
        let columns = ChangedPickup { fields, plan, place_on, repeats: input.repeats.clone(), repeat_at };
        change.write(&columns).await?;
        cargo::replace(&mut change.tx, *id, &before.shipment_ids, &input.shipment_ids, ctx.now()).await?;
        let facts = audit::difference(&before, &input);
        change.record(Action::Update, facts, &Audience::Parties(vec![client_id])).await?;
        if change.before.status == PickupStatus::Scheduled && before.has_other_window(&input) {
            notify_client(&mut change.tx, *id, PickupNews::Moved, ctx.now()).await?;
        }
        to_answer(&ctx, change.finish().await?).await
    }

    /// List the days of pickups at an address
    ///
    /// The next 15 days on which somebody comes, with the hours of the place.
    #[oai(path = "/windows", method = "get", operation_id = "pickup_windows")]
    async fn pickup_windows(
        &self,
        ctx: Ctx,
        country_id: Query<i16>,
        #[oai(validator(max_length = 20))] postcode: Query<Option<String>>,
    ) -> ApiResult<Json<Item<PickupDays>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Create)?;
        let address = Address { country_id: country_id.0, postcode: postcode.0, ..Address::default() };
        let mut tx = ctx.begin().await?;
        let place = plan::find_place(&mut tx, &scope, &address).await?;
        tx.commit().await?;
        Ok(Json(Item { data: plan::list_days(place.as_ref(), ctx.now()) }))
    }

    /// List the shipments that wait for a pickup
    ///
    /// Confirmed shipments of a client that no pickup has, the newest first, at most 200. Staff name the client; without one
    /// there are none.
    #[oai(path = "/candidates", method = "get", operation_id = "pickup_candidates")]
    async fn pickup_candidates(
        &self,
        ctx: Ctx,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Items<PickupCandidate>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let data = match scope.client_of(client_id.0, None) {
            Some(client_id) => cargo::list_candidates(&mut tx, &scope, client_id).await?,
            None => Vec::new(),
        };
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}
