//! `/inventories`: the list, one of them, and new ones.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::model::{Inventory, InventoryDetails, InventoryInput};
use super::state::InventoryStatus;
use super::store::{self, INVENTORIES};
use super::{details, input};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[("created_at", "v.created_at"), ("number", "v.number"), ("posted_at", "v.posted_at")];

pub struct InventoryApi;

#[OpenApi(prefix_path = "/inventories", tag = "Tag::Stock")]
impl InventoryApi {
    /// List inventories
    ///
    /// Sort by `created_at`, `number` or `posted_at`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "inventory_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn inventory_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the note or the name of the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<InventoryStatus>>,
        warehouse_id: Query<Option<Uuid>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<Inventory>>> {
        let scope = ctx.scope(Resource::Inventory, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = store::build_filter(&scope, Where::stored_words(&asked.words, "v.search_key"))
            .by("v.status", status.0)
            .and("v.warehouse_id = ", warehouse_id.0)
            .and("v.client_id = ", client_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = INVENTORIES.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Inventory| row.seen_by(&ctx)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Show an inventory
    ///
    /// With its lines. While somebody counts without a look, they have no figures.
    #[oai(path = "/:id", method = "get", operation_id = "inventory_show")]
    async fn inventory_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<InventoryDetails>>> {
        let scope = ctx.scope(Resource::Inventory, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let filter = store::build_filter(&scope, Where::all());
        let inventory: Inventory = INVENTORIES.find(&mut tx, &filter, *id).await?;
        let data = details::load(&mut tx, &ctx, inventory).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Create an inventory
    ///
    /// A place is counted by one inventory at a time: 422 `inventory_place_open` for one that another counts.
    #[oai(path = "/", method = "post", operation_id = "inventory_create")]
    async fn inventory_create(
        &self,
        ctx: Ctx,
        body: Body<InventoryInput>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let scope = ctx.scope(Resource::Inventory, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let new = input::check(&mut tx, &ctx, &scope, &body).await?;
        let id = INVENTORIES.insert(&mut tx, ctx.now(), &new.columns).await?;
        let inserted = store::insert_places(&mut tx, id, &new.place_ids).await;
        inserted.map_err(|error| {
            // Another one has taken a place at the same moment.
            if tenancy::breaks_constraint(&error, "inventory_places_open_key") {
                ApiError::refused(MessageCode::StaleVersion)
            } else {
                error.into()
            }
        })?;
        let facts = audit::difference(&json!({}), &new.columns);
        audit::record(&mut tx, &ctx, "inventory.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::Inventory.name(), &[id]);
        let inventory: Inventory = INVENTORIES.find(&mut tx, &Where::all(), id).await?;
        let data = details::load(&mut tx, &ctx, inventory).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}
