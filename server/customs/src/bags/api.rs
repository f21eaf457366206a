//! `/bags`: the list, one bag, new ones and changes.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::build_filter;
use super::input;
use super::model::{Bag, BagInput, BagPage, BagPageMeta, BagStage, BagUpdate};
use super::state::{BagStatus, BagStep};
use super::store::{self, BAGS};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "b.created_at"),
    ("number", "b.number"),
    ("parcel_count", "b.parcel_count"),
    ("closed_at", "b.closed_at"),
];

pub struct BagApi;

#[OpenApi(prefix_path = "/bags", tag = "Tag::Consolidation")]
impl BagApi {
    /// List bags
    ///
    /// Sort by `created_at`, `number`, `parcel_count` or `closed_at`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "bag_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn bag_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the seal, the number for the post, the destination or the carrier.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<BagStatus>>,
        /// Bags of several states.
        stage: Query<Option<BagStage>>,
        service_id: Query<Option<Uuid>>,
        /// IATA code.
        #[oai(validator(max_length = 3))]
        destination_airport: Query<Option<String>>,
        /// The bags in which parcels of this shipment are.
        shipment_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<BagPage>> {
        let scope = ctx.scope(Resource::Bag, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let airport = destination_airport.0.map(|code| code.to_uppercase());
        let filter = build_filter(&scope, Where::stored_words(&asked.words, "b.search_key"))
            .and("b.service_id = ", service_id.0)
            .and("b.destination_airport = ", airport)
            .and_inside(store::OF_SHIPMENT, shipment_id.0);
        let of_stage =
            stage.0.map(|stage| stage.statuses().into_iter().map(BagStatus::code).collect::<Vec<i16>>());
        let tab = filter.clone().by("b.status", status.0).among("b.status", of_stage);
        let mut tx = ctx.begin().await?;
        let (rows, page) = BAGS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Bag| row.seen_by(&ctx.grants)).collect();
        Ok(Json(BagPage { data, meta: BagPageMeta { page, totals } }))
    }

    /// Show a bag
    #[oai(path = "/:id", method = "get", operation_id = "bag_show")]
    async fn bag_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let bag: Bag = BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, bag))
    }

    /// Open a bag
    ///
    /// Its destination needs an airport. Service, tax modality and sorting group say which parcels come in.
    #[oai(path = "/", method = "post", operation_id = "bag_create")]
    async fn bag_create(&self, ctx: Ctx, body: Body<BagInput>) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = input::check_new(&mut tx, &ctx, &scope, body.0).await?;
        let id = BAGS.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "bag.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Bag.name(), &[id]);
        let bag: Bag = BAGS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, bag))
    }

    /// Update a bag
    ///
    /// While it is open. Once parcels are in it, its destination stays, and service, tax modality and sorting group can only be
    /// left out.
    #[oai(path = "/:id", method = "patch", operation_id = "bag_update")]
    async fn bag_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<BagUpdate>,
    ) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Update)?;
        let filter = build_filter(&scope, Where::all());
        let mut change: Change<Bag> = Change::begin(ctx.begin().await?, &ctx, &BAGS, filter, *id).await?;
        change.allow(change.before.verdict(BagStep::Update), None)?;
        let before = BagInput::of(&change.before);
        let sent: BagInput = body.change(&before, change.before.version)?;
        let columns = input::check_change(&mut change.tx, &ctx, &change.before, sent).await?;
        change.write(&columns).await?;
        let facts = audit::difference(&before, &columns.input);
        change.record(Action::Update, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The bag with the permissions of the user.
pub fn to_answer(ctx: &Ctx, bag: Bag) -> Json<Item<Bag>> {
    Json(Item { data: bag.seen_by(&ctx.grants) })
}
