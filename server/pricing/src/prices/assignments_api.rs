//! Operations on price assignments.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::assignments::{
    ASSIGNMENTS, AssignmentColumns, PriceAssignment, PriceAssignmentInput, PriceAssignmentUpdate, PriceScope,
    refuse_overlap, seen_by,
};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Page};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("scope", "scope"),
    ("scope_name", "scope_name"),
    ("valid_from", "valid_from"),
    ("valid_to", "valid_to"),
    ("updated_at", "updated_at"),
];

pub struct PriceAssignmentApi;

#[OpenApi(prefix_path = "/price_assignments", tag = "Tag::Prices")]
impl PriceAssignmentApi {
    /// List price assignments
    #[oai(path = "/", method = "get", operation_id = "price_assignment_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn price_assignment_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `scope`, `scope_name`, `valid_from`, `valid_to` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        scope: Query<Option<PriceScope>>,
        client_id: Query<Option<Uuid>>,
        /// A group of clients.
        group_id: Query<Option<Uuid>>,
        partner_id: Query<Option<Uuid>>,
        service_id: Query<Option<Uuid>>,
        /// Only assignments of this sell table.
        sell_table_id: Query<Option<Uuid>>,
        /// Only assignments that apply on this day.
        on: Query<Option<chrono::NaiveDate>>,
    ) -> ApiResult<Json<Page<PriceAssignment>>> {
        ctx.require(Resource::PriceAssignment, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let filter = Where::all()
            .and("scope = ", scope.0.map(PriceScope::as_str))
            .and("client_id = ", client_id.0)
            .and("group_id = ", group_id.0)
            .and("partner_id = ", partner_id.0)
            .and("service_id = ", service_id.0)
            .and("sell_table_id = ", sell_table_id.0)
            .and("valid_from <= ", on.0)
            .and("coalesce(valid_to, 'infinity'::date) >= ", on.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = ASSIGNMENTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Create a price assignment
    ///
    /// Returns 422 at `valid_from` when another assignment of the same scope and service applies on one of its days.
    #[oai(path = "/", method = "post", operation_id = "price_assignment_create")]
    async fn price_assignment_create(
        &self,
        ctx: Ctx,
        body: Body<PriceAssignmentInput>,
    ) -> ApiResult<Json<Item<PriceAssignment>>> {
        ctx.require(Resource::PriceAssignment, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let input = body.0.check(&mut tx, &ctx, None).await?;
        refuse_overlap(&mut tx, Uuid::nil(), &input).await?;
        let id = ASSIGNMENTS.create(&mut tx, &ctx, &to_columns(input)).await?;
        answer(tx, &ctx, id).await
    }

    /// Show a price assignment
    #[oai(path = "/:id", method = "get", operation_id = "price_assignment_show")]
    async fn price_assignment_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<PriceAssignment>>> {
        ctx.require(Resource::PriceAssignment, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Update a price assignment
    #[oai(path = "/:id", method = "patch", operation_id = "price_assignment_update")]
    async fn price_assignment_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PriceAssignmentUpdate>,
    ) -> ApiResult<Json<Item<PriceAssignment>>> {
        ctx.require(Resource::PriceAssignment, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: PriceAssignment = ASSIGNMENTS.lock(&mut tx, *id).await?;
        let input: PriceAssignmentInput = body.change(&before.input, before.version)?;
        let input = input.check(&mut tx, &ctx, Some(&before)).await?;
        refuse_overlap(&mut tx, *id, &input).await?;
        let before = to_columns(before.input);
        ASSIGNMENTS.update(&mut tx, &ctx, *id, &before, &to_columns(input)).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a price assignment
    ///
    /// Existing quotes and shipments keep their prices.
    #[oai(path = "/:id", method = "delete", operation_id = "price_assignment_delete")]
    async fn price_assignment_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::PriceAssignment, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: PriceAssignment = ASSIGNMENTS.lock(&mut tx, *id).await?;
        ASSIGNMENTS.delete(&mut tx, &ctx, *id, &to_columns(before.input)).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn to_columns(input: PriceAssignmentInput) -> AssignmentColumns {
    AssignmentColumns { scope_key: input.scope_key(), input }
}

/// Commits and returns the assignment.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<PriceAssignment>>> {
    let assignment = ASSIGNMENTS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, assignment) }))
}
