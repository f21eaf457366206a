//! `/partners`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Partner, PartnerInput, PartnerOption, PartnerUpdate};
use super::store::{self, Listing, SortKey};
use crate::access::sessions;
use crate::audit;
use crate::http::body::{Body, Patch};
use crate::http::ctx::Ctx;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Items, Page, Paging, parse_sort};
use crate::http::messages::MessageCode;
use crate::parties::place::Place;
use crate::tags::Tag;

pub struct PartnerApi;

#[OpenApi(prefix_path = "/partners", tag = "Tag::Partners")]
impl PartnerApi {
    /// Agents and resellers the company works with
    #[oai(path = "/", method = "get", operation_id = "partner_list")]
    async fn partner_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `name`, `city`, `user_count`, `updated_at`; minus for descending.
        sort: Query<Option<String>>,
        /// Part of the code, a name, the document, the e-mail or the city.
        search: Query<Option<String>>,
        active: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<Partner>>> {
        ctx.require(Resource::Partner, Action::List)?;
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

    /// Partners to choose from, by name; at most 50 of those that are active
    #[oai(path = "/select", method = "get", operation_id = "partner_select")]
    async fn partner_select(
        &self,
        ctx: Ctx,
        /// Part of a name.
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<PartnerOption>>> {
        ctx.require(Resource::Partner, Action::Select)?;
        let search: String = search.0.unwrap_or_default().chars().take(100).collect();
        let mut tx = ctx.begin().await?;
        let data = store::select(&mut tx, &search).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a partner
    #[oai(path = "/:id", method = "get", operation_id = "partner_show")]
    async fn partner_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Show)?;
        let tx = ctx.begin().await?;
        answer(tx, &ctx, *id).await
    }

    /// Add a partner
    #[oai(path = "/", method = "post", operation_id = "partner_create")]
    async fn partner_create(&self, ctx: Ctx, body: Body<PartnerInput>) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let place = Place::find(&mut tx, body.country_id, body.state_id).await?;
        let input = body.0.check(place.as_ref())?;
        let id = Uuid::now_v7();
        store::insert(&mut tx, id, &input, ctx.now()).await?;
        let changes = audit::difference(&json!({}), &input);
        audit::record(&mut tx, &ctx, "partner.create", Some(id), changes).await?;
        answer(tx, &ctx, id).await
    }

    /// Change a partner
    ///
    /// Fields that are left out stay as they are.
    #[oai(path = "/:id", method = "patch", operation_id = "partner_update")]
    async fn partner_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PartnerUpdate>,
    ) -> ApiResult<Json<Item<Partner>>> {
        ctx.require(Resource::Partner, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, *id).await?;
        let changed: PartnerUpdate = body.onto(&before.input)?;
        if changed.version != before.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let place = Place::find(&mut tx, changed.input.country_id, changed.input.state_id).await?;
        let input = changed.input.check(place.as_ref())?;
        store::update(&mut tx, *id, &input, ctx.now()).await?;
        let changes = audit::difference(&before.input, &input);
        audit::record(&mut tx, &ctx, "partner.update", Some(*id), changes).await?;
        answer(tx, &ctx, *id).await
    }

    /// Switch a partner on again
    #[oai(path = "/:id/activate", method = "post", operation_id = "partner_activate")]
    async fn partner_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        set_active(&ctx, *id, true).await
    }

    /// Switch a partner off
    ///
    /// Ends every session of its users at once; they keep their accounts, and signing in is refused with 409
    /// `partner_not_active` until it is on again. Nothing new is given to it, and what it has stays.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "partner_deactivate")]
    async fn partner_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Partner>>> {
        set_active(&ctx, *id, false).await
    }
}

async fn set_active(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<Partner>>> {
    let (action, name) = match active {
        true => (Action::Activate, "partner.activate"),
        false => (Action::Deactivate, "partner.deactivate"),
    };
    ctx.require(Resource::Partner, action)?;
    let mut tx = ctx.begin().await?;
    let before = store::lock(&mut tx, id).await?;
    let mut ended = Vec::new();
    if before.active != active {
        store::set_active(&mut tx, id, active, ctx.now()).await?;
        if !active {
            ended = sessions::close_all_of_partner(&mut tx, id).await?;
        }
        audit::record(&mut tx, ctx, name, Some(id), json!({ "active": [!active, active] })).await?;
    }
    let answer = answer(tx, ctx, id).await?;
    sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
    Ok(answer)
}

/// Commits, and answers with the partner as it is now.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Partner>>> {
    let partner = store::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: partner.seen_by(&ctx.grants) }))
}
