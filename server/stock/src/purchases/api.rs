//! `/purchases`: the list, one of them, new ones, and changes of drafts.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::action_api::answer;
use super::model::{Purchase, PurchaseDetails, PurchaseInput, PurchaseUpdate};
use super::state::{PurchaseStatus, sees_costs};
use super::store::{self, PURCHASES};
use super::{details, input};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Page, PageAnswer};
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "u.created_at"),
    ("number", "u.number"),
    ("supplier", "search_text(u.supplier)"),
    ("expected_on", "u.expected_on"),
];

pub struct PurchaseApi;

#[OpenApi(prefix_path = "/purchases", tag = "Tag::Stock")]
impl PurchaseApi {
    /// List purchases
    ///
    /// Sort by `created_at`, `number`, `supplier` or `expected_on`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "purchase_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn purchase_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the supplier, the supplier's number of the order or the name of the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<PurchaseStatus>>,
        warehouse_id: Query<Option<Uuid>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<PageAnswer<Purchase>> {
        let scope = ctx.scope(Resource::Purchase, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = store::build_filter(&scope, Where::stored_words(&asked.words, "u.search_key"))
            .by("u.status", status.0)
            .and("u.warehouse_id = ", warehouse_id.0)
            .and("u.client_id = ", client_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = PURCHASES.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Purchase| row.seen_by(&ctx.grants)).collect();
        Ok(PageAnswer(Page { data, meta }))
    }

    /// Show a purchase
    #[oai(path = "/:id", method = "get", operation_id = "purchase_show")]
    async fn purchase_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PurchaseDetails>>> {
        let scope = ctx.scope(Resource::Purchase, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let purchase: Purchase =
            PURCHASES.find(&mut tx, &store::build_filter(&scope, Where::all()), *id).await?;
        let data = details::load(&mut tx, &ctx, purchase).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Create a purchase
    ///
    /// It is a draft, and nothing is ordered yet.
    #[oai(path = "/", method = "post", operation_id = "purchase_create")]
    async fn purchase_create(
        &self,
        ctx: Ctx,
        body: Body<PurchaseInput>,
    ) -> ApiResult<Json<Item<PurchaseDetails>>> {
        let scope = ctx.scope(Resource::Purchase, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = input::check(&mut tx, &ctx, &scope, &body).await?;
        let id = PURCHASES.insert(&mut tx, ctx.now(), &new).await?;
        store::write_lines(&mut tx, id, &body.lines).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "purchase.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Purchase.name(), &[id]);
        let purchase: Purchase = PURCHASES.find(&mut tx, &Where::all(), id).await?;
        let data = details::load(&mut tx, &ctx, purchase).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Update a purchase
    ///
    /// While it is a draft. Lines that are sent replace those before.
    #[oai(path = "/:id", method = "patch", operation_id = "purchase_update")]
    async fn purchase_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PurchaseUpdate>,
    ) -> ApiResult<Json<Item<PurchaseDetails>>> {
        let scope = ctx.scope(Resource::Purchase, Action::Update)?;
        let filter = store::build_filter(&scope, Where::all());
        let mut change: Change<Purchase> =
            Change::begin(ctx.begin().await?, &ctx, &PURCHASES, filter, *id).await?;
        change.allow(change.before.verdict(Action::Update), None)?;
        let lines = store::list_lines(&mut change.tx, *id, change.before.over_percent).await?;
        let before = PurchaseInput::of(&change.before, &lines);
        let has_costs = sees_costs(&ctx.grants);
        // The audit entry has no costs if the user may not see them: users read their own activity.
        let seen = if has_costs { before.clone() } else { before.clone().without_costs() };
        let sent: PurchaseInput = body.change(&seen, change.before.version)?;
        let facts = audit::difference(&seen, &sent);
        let sent = if has_costs { sent } else { sent.with_costs_of(&before) };
        let columns = input::check_change(&mut change.tx, &change.before, &sent).await?;
        change.write(&columns).await?;
        store::write_lines(&mut change.tx, *id, &sent.lines).await?;
        change.record(Action::Update, facts, &Audience::Staff).await?;
        answer(&ctx, change).await
    }
}
