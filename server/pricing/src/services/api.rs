use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Service, ServiceInput, ServiceMode, ServiceUpdate};
use super::store::{self, SERVICES};
use access::ctx::Ctx;
use access::references::OPEN_TO;
use access::sold_services;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::record_state::SwitchCan;
use server_core::record::{ActiveFilter, Choice, Deletion, ListQuery, Sorts, Where, titles};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("mode", "mode"),
    ("position", "position"),
    ("updated_at", "updated_at"),
];
pub struct ServiceApi;

#[OpenApi(prefix_path = "/services", tag = "Tag::Services")]
impl ServiceApi {
    /// List services
    ///
    /// A service of some profiles is listed for their users, and for users who may change services.
    #[oai(path = "/", method = "get", operation_id = "service_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn service_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `mode`, `position` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, or in the title in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        group_id: Query<Option<Uuid>>,
        mode: Query<Option<ServiceMode>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<Service>>> {
        ctx.require(Resource::Service, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, titles::SEARCHED)
            .and("group_id = ", group_id.0)
            .and("mode = ", mode.0.map(ServiceMode::as_str))
            .and_inside(OPEN_TO, ctx.service_profiles())
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = SERVICES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List services to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "service_select")]
    async fn service_select(
        &self,
        ctx: Ctx,
        /// Words in the code, or in the title in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        ctx.require(Resource::Service, Action::Select)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), titles::SEARCHED)
            .and_inside(OPEN_TO, ctx.service_profiles())
            .and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = SERVICES
            .select(&mut tx, &format!("code, {}", titles::label(ctx.language())), &filter, 200)
            .await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a service
    #[oai(path = "/", method = "post", operation_id = "service_create")]
    async fn service_create(&self, ctx: Ctx, body: Body<ServiceInput>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = check_input(&mut tx, &ctx, body.0, None).await?;
        let id = SERVICES.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Show a service
    #[oai(path = "/:id", method = "get", operation_id = "service_show")]
    async fn service_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Show)?;
        let filter = Where::all().and("id = ", Some(*id)).and_inside(OPEN_TO, ctx.service_profiles());
        let mut tx = ctx.begin().await?;
        let service = SERVICES.find_among(&mut tx, &filter).await?;
        tx.commit().await?;
        Ok(Json(Item { data: seen_by(&ctx, service) }))
    }

    /// Update a service
    #[oai(path = "/:id", method = "patch", operation_id = "service_update")]
    async fn service_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ServiceUpdate>,
    ) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = SERVICES.lock::<Service>(&mut tx, *id).await?.with_decimals();
        let input: ServiceInput = body.change(&before.input, before.version)?;
        let input = check_input(&mut tx, &ctx, input, Some(&before.input)).await?;
        SERVICES.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a service
    #[oai(path = "/:id/activate", method = "post", operation_id = "service_activate")]
    async fn service_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        SERVICES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a service
    ///
    /// Shipments that use it are unchanged.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "service_deactivate")]
    async fn service_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        SERVICES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a service
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "service_delete")]
    async fn service_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::Service, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: Service = SERVICES.lock(&mut tx, *id).await?;
        let data = match sold_services::is_named(&mut tx, *id).await? {
            true => SERVICES.exclude(&mut tx, &ctx, *id).await?,
            false => SERVICES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?,
        };
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a service that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "service_restore")]
    async fn service_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Service>>> {
        ctx.require(Resource::Service, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        SERVICES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// Normalizes and checks the input of a new service, or of one that was `before`; returns all errors at once.
async fn check_input(
    tx: &mut TenantTx,
    ctx: &Ctx,
    input: ServiceInput,
    before: Option<&ServiceInput>,
) -> ApiResult<ServiceInput> {
    let mut errors = FieldErrors::default();
    let input = input.check(ctx.settings().default_language, &mut errors);
    store::check_references(tx, ctx, &input, before, &mut errors).await?;
    errors.into_result()?;
    Ok(input)
}

fn seen_by(ctx: &Ctx, service: Service) -> Service {
    Service {
        can: SwitchCan::of(&ctx.grants, Resource::Service, service.active, service.excluded_at.is_some()),
        ..service.with_decimals()
    }
}

/// Commits and returns the service.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<Service>>> {
    let service = SERVICES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, service) }))
}
