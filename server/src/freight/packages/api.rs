//! `/packages`: the packaging a company offers.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Package, PackageInput, PackageType, PackageUpdate};
use super::store::{self, Listing, PackageRow, SortKey};
use crate::audit;
use crate::http::body::{Body, Patch};
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Page, Paging, parse_sort};
use crate::http::messages::MessageCode;
use crate::tags::Tag;

pub struct PackageApi;

#[OpenApi(prefix_path = "/packages", tag = "Tag::Packages")]
impl PackageApi {
    /// Packages of the company, offered or not
    #[oai(path = "/", method = "get", operation_id = "package_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn package_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `package_type`, `max_weight_g`, `updated_at`; minus for descending.
        sort: Query<Option<String>>,
        /// Words of the code or of the title in any language.
        search: Query<Option<String>>,
        package_type: Query<Option<PackageType>>,
        active: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<Package>>> {
        ctx.require(Resource::Package, Action::List)?;
        let listing = Listing {
            search: search.0.unwrap_or_default().chars().take(100).collect(),
            package_type: package_type.0,
            active: active.0,
            sort: parse_sort(sort.0.as_deref(), SortKey::named)?,
            paging: Paging::new(page.0, per_page.0)?,
        };
        let mut tx = ctx.begin().await?;
        let (rows, total) = store::list(&mut tx, &listing).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| Package::of(row, &ctx.grants)).collect();
        Ok(Json(Page { data, meta: listing.paging.meta(total) }))
    }

    /// Create a package, which is offered from then on
    #[oai(path = "/", method = "post", operation_id = "package_create")]
    async fn package_create(&self, ctx: Ctx, body: Body<PackageInput>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Create)?;
        let input = checked(&ctx, body.0).await?;
        let id = Uuid::now_v7();
        let mut tx = ctx.begin().await?;
        store::insert(&mut tx, id, &input, ctx.now()).await?;
        audit::record(&mut tx, &ctx, "package.create", Some(id), audit::difference(&json!({}), &input))
            .await?;
        answer(tx, &ctx, id).await
    }

    /// One package
    #[oai(path = "/:id", method = "get", operation_id = "package_show")]
    async fn package_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Change a package
    #[oai(path = "/:id", method = "patch", operation_id = "package_update")]
    async fn package_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PackageUpdate>,
    ) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row = locked(&mut tx, *id).await?;
        let version = row.version;
        let before = row.into_input();
        let asked: PackageUpdate = body.onto(&before)?;
        if asked.version != version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let input = checked(&ctx, asked.input).await?;
        let changes = audit::difference(&before, &input);
        if changes != json!({}) {
            store::update(&mut tx, *id, &input, ctx.now()).await?;
            audit::record(&mut tx, &ctx, "package.update", Some(*id), changes).await?;
        }
        answer(tx, &ctx, *id).await
    }

    /// Offer a package again
    #[oai(path = "/:id/activate", method = "post", operation_id = "package_activate")]
    async fn package_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Activate)?;
        set_active(&ctx, *id, true).await
    }

    /// Offer a package no more
    ///
    /// What was packed in it stays as it is.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "package_deactivate")]
    async fn package_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Package>>> {
        ctx.require(Resource::Package, Action::Deactivate)?;
        set_active(&ctx, *id, false).await
    }
}

/// What is asked for twice is done once.
async fn set_active(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<Package>>> {
    let mut tx = ctx.begin().await?;
    if locked(&mut tx, id).await?.active != active {
        store::set_active(&mut tx, id, active, ctx.now()).await?;
        let action = if active { "package.activate" } else { "package.deactivate" };
        audit::record(&mut tx, ctx, action, Some(id), json!({ "active": [!active, active] })).await?;
    }
    answer(tx, ctx, id).await
}

async fn checked(ctx: &Ctx, input: PackageInput) -> ApiResult<PackageInput> {
    let settings = ctx.state().settings.get(ctx.state(), ctx.tenant()).await?;
    input.checked(settings.default_language)
}

async fn locked(tx: &mut TenantTx, id: Uuid) -> ApiResult<PackageRow> {
    store::lock(tx, id).await?.ok_or_else(ApiError::not_found)
}

async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Package>>> {
    let row = store::find(&mut tx, id).await?.ok_or_else(ApiError::not_found)?;
    tx.commit().await?;
    Ok(Json(Item { data: Package::of(row, &ctx.grants) }))
}
