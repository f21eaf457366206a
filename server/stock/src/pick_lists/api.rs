//! `/pick-lists`: the list, one of them, and new ones.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::model::{PickList, PickListDetails, PickListInput};
use super::state::PickListStatus;
use super::store::{self, PICK_LISTS};
use super::{allocating, details, input, same_order};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::live;
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;
use tenancy::TenantTx;

const SORTS: Sorts = &[
    ("created_at", "k.created_at"),
    ("number", "k.number"),
    ("reference", "search_text(k.reference)"),
    ("held_until", "k.held_until"),
];

pub struct PickListApi;

#[OpenApi(prefix_path = "/pick-lists", tag = "Tag::Stock")]
impl PickListApi {
    /// List pick lists
    ///
    /// Sort by `created_at`, `number`, `reference` or `held_until`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "pick_list_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn pick_list_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the reference, the number of the order, the name of the client or the tracking code.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<PickListStatus>>,
        warehouse_id: Query<Option<Uuid>>,
        client_id: Query<Option<Uuid>>,
        /// For which goods are picked, or in which they were packed.
        shipment_id: Query<Option<Uuid>>,
        /// True: lists whose shipment is cancelled, and of which goods are still to be put back.
        to_return: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<PickList>>> {
        let scope = ctx.scope(Resource::PickList, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = store::build_filter(&scope, Where::stored_words(&asked.words, "k.search_key"))
            .by("k.status", status.0)
            .and("k.warehouse_id = ", warehouse_id.0)
            .and("k.client_id = ", client_id.0)
            .and("k.shipment_id = ", shipment_id.0)
            .only(store::TO_RETURN, to_return.0 == Some(true));
        let mut tx = ctx.begin().await?;
        let (rows, meta) = PICK_LISTS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let today = ctx.settings().today(ctx.now());
        let data = rows.into_iter().map(|row: PickList| row.seen_by(&ctx.grants, today)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Show a pick list
    ///
    /// With what is held where, and for what is missing with where others are.
    #[oai(path = "/:id", method = "get", operation_id = "pick_list_show")]
    async fn pick_list_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PickListDetails>>> {
        let scope = ctx.scope(Resource::PickList, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let list: PickList =
            PICK_LISTS.find(&mut tx, &store::build_filter(&scope, Where::all()), *id).await?;
        answer(tx, &ctx, &scope, list).await
    }

    /// Create a pick list
    ///
    /// Nothing is held for it yet. An order of a shop or system has one list, besides cancelled ones and those whose shipment is
    /// cancelled: the same order again has that list as its answer, and 422 `pick_list_order_taken` at `external_id` names it for an order with other content. For the draft of a
    /// shipment, all goods are held at once: 422 at the lines of which there is not so much: `stock_not_enough`, for
    /// clients `stock_short`, or `stock_short_expired` where more have expired.
    #[oai(path = "/", method = "post", operation_id = "pick_list_create")]
    async fn pick_list_create(
        &self,
        ctx: Ctx,
        body: Body<PickListInput>,
    ) -> ApiResult<Json<Item<PickListDetails>>> {
        let scope = ctx.scope(Resource::PickList, Action::Create)?;
        let mut tx = ctx.begin().await?;
        if let Some(list) = same_order::find(&mut tx, &scope, &body).await? {
            return answer(tx, &ctx, &scope, list).await;
        }
        let new = input::check(&mut tx, &ctx, &scope, &body).await?;
        let inserted = PICK_LISTS.insert(&mut tx, ctx.now(), &new).await;
        let id = match inserted {
            Err(error) if tenancy::breaks_constraint(&error, "pick_lists_order_key") => {
                drop(tx);
                return answer_same_order(&ctx, &scope, &body).await;
            }
            inserted => inserted?,
        };
        store::insert_lines(&mut tx, id, &body.lines).await?;
        let facts = audit::difference(&json!({}), &new);
        audit::record(&mut tx, &ctx, "pick_list.create", Some(id), facts).await?;
        let mut list: PickList = PICK_LISTS.find(&mut tx, &Where::all(), id).await?;
        if list.shipment_id.is_some() {
            allocating::hold_all(&mut tx, &ctx, &scope, &list).await?;
            live::records_changed(&mut tx, &list.to_audience(), Resource::Stock.name(), &[]);
            list = PICK_LISTS.find(&mut tx, &Where::all(), id).await?;
        }
        live::records_changed(&mut tx, &list.to_audience(), Resource::PickList.name(), &[id]);
        answer(tx, &ctx, &scope, list).await
    }
}

/// The answer to an order that somebody else has sent at the same moment. One of another branch is not told.
async fn answer_same_order(
    ctx: &Ctx,
    scope: &RowScope,
    sent: &PickListInput,
) -> ApiResult<Json<Item<PickListDetails>>> {
    let mut tx = ctx.begin().await?;
    match same_order::find(&mut tx, scope, sent).await? {
        Some(list) => answer(tx, ctx, scope, list).await,
        None => Err(ApiError::invalid_field("external_id", MessageCode::Taken)),
    }
}

/// Commits, and answers with the list.
async fn answer(
    mut tx: TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    list: PickList,
) -> ApiResult<Json<Item<PickListDetails>>> {
    let data = details::load(&mut tx, ctx, scope, list).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}
