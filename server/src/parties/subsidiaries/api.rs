//! `/subsidiaries`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Subsidiary, SubsidiaryInput, SubsidiaryOption, SubsidiaryUpdate};
use super::store::{self, Listing, SortKey};
use crate::audit;
use crate::http::body::{Body, Patch};
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Items, Page, Paging, parse_sort};
use crate::http::messages::MessageCode;
use crate::parties::place::Place;
use crate::tags::Tag;

pub struct SubsidiaryApi;

#[OpenApi(prefix_path = "/subsidiaries", tag = "Tag::Subsidiaries")]
impl SubsidiaryApi {
    /// Branches of the company
    #[oai(path = "/", method = "get", operation_id = "subsidiary_list")]
    async fn subsidiary_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `title`, `city`, `user_count`, `updated_at`; minus for descending.
        sort: Query<Option<String>>,
        /// Part of the title or the city.
        search: Query<Option<String>>,
        active: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::List)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let sort = parse_sort(sort.0.as_deref(), SortKey::named)?;
        let search = search.0.unwrap_or_default().chars().take(100).collect();
        let listing = Listing { search, active: active.0, sort, paging };
        let mut tx = ctx.begin().await?;
        let (rows, total) = store::list(&mut tx, &listing).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| row.seen_by(&ctx.grants)).collect();
        Ok(Json(Page { data, meta: paging.meta(total) }))
    }

    /// Subsidiaries to choose from: those that are open
    ///
    /// Who is bound to subsidiaries chooses among its own.
    #[oai(path = "/select", method = "get", operation_id = "subsidiary_select")]
    async fn subsidiary_select(&self, ctx: Ctx) -> ApiResult<Json<Items<SubsidiaryOption>>> {
        ctx.require(Resource::Subsidiary, Action::Select)?;
        let mut tx = ctx.begin().await?;
        let data = store::select(&mut tx, ctx.user.subsidiary_ids.as_deref()).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a subsidiary
    #[oai(path = "/:id", method = "get", operation_id = "subsidiary_show")]
    async fn subsidiary_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Show)?;
        let tx = ctx.begin().await?;
        answer(tx, &ctx, *id).await
    }

    /// Open a subsidiary
    #[oai(path = "/", method = "post", operation_id = "subsidiary_create")]
    async fn subsidiary_create(
        &self,
        ctx: Ctx,
        body: Body<SubsidiaryInput>,
    ) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let place = Place::find(&mut tx, body.country_id, body.state_id).await?;
        let input = body.0.check(place.as_ref())?;
        let id = Uuid::now_v7();
        store::insert(&mut tx, id, &input, ctx.now()).await?;
        let changes = audit::difference(&json!({}), &input);
        audit::record(&mut tx, &ctx, "subsidiary.create", Some(id), changes).await?;
        answer(tx, &ctx, id).await
    }

    /// Change a subsidiary
    ///
    /// Fields that are left out stay as they are.
    #[oai(path = "/:id", method = "patch", operation_id = "subsidiary_update")]
    async fn subsidiary_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SubsidiaryUpdate>,
    ) -> ApiResult<Json<Item<Subsidiary>>> {
        ctx.require(Resource::Subsidiary, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, *id).await?;
        let changed: SubsidiaryUpdate = body.onto(&before.input)?;
        if changed.version != before.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let place = Place::find(&mut tx, changed.input.country_id, changed.input.state_id).await?;
        let input = changed.input.check(place.as_ref())?;
        store::update(&mut tx, *id, &input, ctx.now()).await?;
        let changes = audit::difference(&before.input, &input);
        audit::record(&mut tx, &ctx, "subsidiary.update", Some(*id), changes).await?;
        answer(tx, &ctx, *id).await
    }

    /// Open a closed subsidiary again
    #[oai(path = "/:id/activate", method = "post", operation_id = "subsidiary_activate")]
    async fn subsidiary_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        set_active(&ctx, *id, true).await
    }

    /// Close a subsidiary
    ///
    /// Nothing new is given to it. What it has stays, and its people go on seeing that.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "subsidiary_deactivate")]
    async fn subsidiary_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Subsidiary>>> {
        set_active(&ctx, *id, false).await
    }
}

async fn set_active(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<Subsidiary>>> {
    let (action, name) = match active {
        true => (Action::Activate, "subsidiary.activate"),
        false => (Action::Deactivate, "subsidiary.deactivate"),
    };
    ctx.require(Resource::Subsidiary, action)?;
    let mut tx = ctx.begin().await?;
    let before = store::lock(&mut tx, id).await?;
    if before.active != active {
        store::set_active(&mut tx, id, active, ctx.now()).await?;
        audit::record(&mut tx, ctx, name, Some(id), json!({ "active": [!active, active] })).await?;
    }
    answer(tx, ctx, id).await
}

/// Commits, and answers with the subsidiary as it is now.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Subsidiary>>> {
    let subsidiary = store::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: subsidiary.seen_by(&ctx.grants) }))
}
