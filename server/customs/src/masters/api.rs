//! `/masters`: the list, one master, new ones and changes.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::model::{Master, MasterInput, MasterKind, MasterPage, MasterPageMeta, MasterStage, MasterUpdate};
use super::state::MasterStatus;
use super::store::{self, MASTERS};
use super::{RESOURCE, build_filter, input};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "m.created_at"),
    ("number", "m.number"),
    ("departs_on", "m.departs_on"),
    ("bag_count", "m.bag_count"),
];

pub struct MasterApi;

#[OpenApi(prefix_path = "/masters", tag = "Tag::Consolidation")]
impl MasterApi {
    /// List masters
    ///
    /// Sort by `created_at`, `number`, `departs_on` or `bag_count`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "master_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn master_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the carrier's number, the destination, the carrier or the vehicle.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<MasterStatus>>,
        /// Masters of several states.
        stage: Query<Option<MasterStage>>,
        kind: Query<Option<MasterKind>>,
    ) -> ApiResult<Json<MasterPage>> {
        let scope = ctx.scope(RESOURCE, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = build_filter(&scope, Where::stored_words(&asked.words, "m.search_key"))
            .and("m.kind = ", kind.0.map(|kind| kind.as_str().to_owned()));
        let of_stage = stage.0.map(|stage| stage.statuses().into_iter().map(MasterStatus::code).collect());
        let tab = filter.clone().by("m.status", status.0).among("m.status", of_stage);
        let mut tx = ctx.begin().await?;
        let (rows, page) = MASTERS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Master| row.seen_by(&ctx.grants)).collect();
        Ok(Json(MasterPage { data, meta: MasterPageMeta { page, totals } }))
    }

    /// Show a master
    #[oai(path = "/:id", method = "get", operation_id = "master_show")]
    async fn master_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Master>>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let master: Master = MASTERS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, master))
    }

    /// Create a master
    #[oai(path = "/", method = "post", operation_id = "master_create")]
    async fn master_create(&self, ctx: Ctx, body: Body<MasterInput>) -> ApiResult<Json<Item<Master>>> {
        let scope = ctx.scope(RESOURCE, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = input::check_new(&mut tx, &ctx, &scope, body.0).await?;
        let id = MASTERS.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "master.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, RESOURCE.name(), &[id]);
        let master: Master = MASTERS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, master))
    }

    /// Update a master
    ///
    /// While it is a draft. With bags in it, its country stays.
    #[oai(path = "/:id", method = "patch", operation_id = "master_update")]
    async fn master_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<MasterUpdate>,
    ) -> ApiResult<Json<Item<Master>>> {
        let scope = ctx.scope(RESOURCE, Action::Update)?;
        let filter = build_filter(&scope, Where::all());
        let mut change: Change<Master> =
            Change::begin(ctx.begin().await?, &ctx, &MASTERS, filter, *id).await?;
        change.allow(change.before.verdict(Action::Update), None)?;
        let before = MasterInput::of(&change.before);
        let sent: MasterInput = body.change(&before, change.before.version)?;
        let columns = input::check_change(&mut change.tx, &ctx, &change.before, sent).await?;
        change.write(&columns).await?;
        let facts = audit::difference(&before, &columns.input);
        change.record(Action::Update, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The master with the permissions of the user.
pub fn to_answer(ctx: &Ctx, master: Master) -> Json<Item<Master>> {
    Json(Item { data: master.seen_by(&ctx.grants) })
}
