//! `/buying-requests`: the list, one of them, and new ones.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::input;
use super::model::{BuyingRequest, BuyingRequestInput};
use super::notices::{self, BuyingNews};
use super::state::BuyingRequestStatus;
use super::store::{self, BUYING_REQUESTS};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Page};
use server_core::live;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "q.created_at"),
    ("number", "q.number"),
    ("title", "search_text(q.title)"),
    ("quote_until", "q.quote_until"),
];

pub struct BuyingRequestApi;

#[OpenApi(prefix_path = "/buying-requests", tag = "Tag::Stock")]
impl BuyingRequestApi {
    /// List requests for goods
    ///
    /// Sort by `created_at`, `number`, `title` or `quote_until`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "buying_request_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn buying_request_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the title, the name of the client, the number of the order or the code of the parcel.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<BuyingRequestStatus>>,
        warehouse_id: Query<Option<Uuid>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<BuyingRequest>>> {
        let scope = ctx.scope(Resource::BuyingRequest, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = store::build_filter(&scope, Where::stored_words(&asked.words, "q.search_key"))
            .by("q.status", status.0)
            .and("q.warehouse_id = ", warehouse_id.0)
            .and("q.client_id = ", client_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = BUYING_REQUESTS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let today = ctx.settings().today(ctx.now());
        let data = rows.into_iter().map(|row: BuyingRequest| row.seen_by(&ctx.grants, today)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Show a request for goods
    #[oai(path = "/:id", method = "get", operation_id = "buying_request_show")]
    async fn buying_request_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<BuyingRequest>>> {
        let scope = ctx.scope(Resource::BuyingRequest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let filter = store::build_filter(&scope, Where::all());
        let request: BuyingRequest = BUYING_REQUESTS.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        answer(&ctx, request).await
    }

    /// Ask for goods to be bought
    ///
    /// Staff can ask for any client. Nothing is charged before the quote is accepted.
    #[oai(path = "/", method = "post", operation_id = "buying_request_create")]
    async fn buying_request_create(
        &self,
        ctx: Ctx,
        body: Body<BuyingRequestInput>,
    ) -> ApiResult<Json<Item<BuyingRequest>>> {
        let scope = ctx.scope(Resource::BuyingRequest, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = input::check(&mut tx, &ctx, &scope, &body).await?;
        let id = BUYING_REQUESTS.insert(&mut tx, ctx.now(), &new).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "buying_request.create", Some(id), facts).await?;
        let request: BuyingRequest = BUYING_REQUESTS.find(&mut tx, &Where::all(), id).await?;
        live::records_changed(&mut tx, &request.to_audience(), Resource::BuyingRequest.name(), &[id]);
        notices::tell(&mut tx, &ctx, &request, BuyingNews::Asked).await?;
        tx.commit().await?;
        answer(&ctx, request).await
    }
}

/// The request with the permissions of the user.
pub(super) async fn answer(ctx: &Ctx, request: BuyingRequest) -> ApiResult<Json<Item<BuyingRequest>>> {
    let today = ctx.settings().today(ctx.now());
    Ok(Json(Item { data: request.seen_by(&ctx.grants, today) }))
}
