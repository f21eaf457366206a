use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{TrackingEventInput, TrackingEventKind, TrackingEventOption, TrackingEventUpdate};
use super::store::{self, KINDS, ROWS};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::SwitchCan;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::event_stage::EventStage;

const SORTS: Sorts =
    &[("code", "code"), ("stage", "stage"), ("status_effect", "status_effect"), ("updated_at", "updated_at")];

pub struct TrackingEventKindApi;

#[OpenApi(tag = "Tag::Tracking")]
impl TrackingEventKindApi {
    /// List the catalogue of tracking events
    #[oai(path = "/tracking-events", method = "get", operation_id = "tracking_event_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn tracking_event_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `stage`, `status_effect` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the codes, or in the short description in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        stage: Query<Option<EventStage>>,
        /// True for the company's own events, false for the system's.
        own: Query<Option<bool>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, store::SEARCHED)
            .and("stage = ", stage.0.map(EventStage::as_str))
            .and("own = ", own.0)
            .state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = KINDS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List tracking events to choose from
    ///
    /// Active events in the order of the catalogue. Users of clients and partners get only the public ones.
    #[oai(path = "/tracking-events-select", method = "get", operation_id = "tracking_event_select")]
    async fn tracking_event_select(
        &self,
        ctx: Ctx,
        /// Words in the codes, or in the short description in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<TrackingEventOption>>> {
        ctx.require(Resource::TrackingEvent, Action::Select)?;
        let words = Words::parse(search.0.as_deref());
        let mut tx = ctx.begin().await?;
        let data = store::select(&mut tx, ctx.language(), &words, ctx.is_outside()).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// List tracking events to choose from, beside their list
    ///
    /// The same as `/tracking-events-select`.
    #[oai(path = "/tracking-events/select", method = "get", operation_id = "tracking_event_options")]
    async fn tracking_event_options(
        &self,
        ctx: Ctx,
        /// Words in the codes, or in the short description in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<TrackingEventOption>>> {
        self.tracking_event_select(ctx, search).await
    }

    /// Show a tracking event
    #[oai(path = "/tracking-events/:id", method = "get", operation_id = "tracking_event_show")]
    async fn tracking_event_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a tracking event
    #[oai(path = "/tracking-events", method = "post", operation_id = "tracking_event_create")]
    async fn tracking_event_create(
        &self,
        ctx: Ctx,
        body: Body<TrackingEventInput>,
    ) -> ApiResult<Json<Item<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Create)?;
        let mut errors = FieldErrors::default();
        let input = body.0.check(ctx.settings().default_language, true, &mut errors);
        let mut tx = ctx.begin().await?;
        if store::is_system(&mut tx, &input.code).await? {
            errors.push("code", MessageCode::Taken);
        }
        errors.into_result()?;
        let id = ROWS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a tracking event
    ///
    /// The code, the stage and the effect of the system's events cannot change.
    #[oai(path = "/tracking-events/:id", method = "patch", operation_id = "tracking_event_update")]
    async fn tracking_event_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<TrackingEventUpdate>,
    ) -> ApiResult<Json<Item<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before = store::lock(&mut tx, *id).await?;
        if before.excluded_at.is_some() {
            return Err(ApiError::refused(MessageCode::RecordExcluded));
        }
        let input: TrackingEventInput = body.change(&before.input, before.version)?;
        let mut errors = FieldErrors::default();
        let input = input.check(language, before.own, &mut errors);
        if !before.own {
            input.check_kept(&before.input, &mut errors);
        } else if input.code != before.input.code {
            // Recorded events name it by its code.
            errors.push("code", MessageCode::CodeKept);
        }
        errors.into_result()?;
        if input != before.input {
            store::copy(&mut tx, &before, ctx.now()).await?;
            ROWS.update(&mut tx, &ctx, *id, &before.input, &input).await?;
        }
        answer(tx, &ctx, *id).await
    }

    /// Activate a tracking event
    #[oai(path = "/tracking-events/:id/activate", method = "post", operation_id = "tracking_event_activate")]
    async fn tracking_event_activate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Activate)?;
        switch(&ctx, *id, true).await
    }

    /// Deactivate a tracking event
    ///
    /// It can no longer be recorded; recorded ones are unchanged. Events of the system cannot be deactivated.
    #[oai(
        path = "/tracking-events/:id/deactivate",
        method = "post",
        operation_id = "tracking_event_deactivate"
    )]
    async fn tracking_event_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Deactivate)?;
        switch(&ctx, *id, false).await
    }

    /// Delete a tracking event
    ///
    /// Recorded events are unchanged. It can be restored; events of the system cannot be deleted.
    #[oai(path = "/tracking-events/:id", method = "delete", operation_id = "tracking_event_delete")]
    async fn tracking_event_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::TrackingEvent, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        check_own(&mut tx, *id).await?;
        let data = ROWS.exclude(&mut tx, &ctx, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a tracking event that was deleted
    #[oai(path = "/tracking-events/:id/restore", method = "post", operation_id = "tracking_event_restore")]
    async fn tracking_event_restore(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<TrackingEventKind>>> {
        ctx.require(Resource::TrackingEvent, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        check_own(&mut tx, *id).await?;
        ROWS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

/// Refuses an event of the system, which the company cannot switch or delete.
async fn check_own(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    let kind: TrackingEventKind = KINDS.find(tx, id).await?;
    if kind.own { Ok(()) } else { Err(ApiError::refused(MessageCode::SystemEvent)) }
}

async fn switch(ctx: &Ctx, id: Uuid, active: bool) -> ApiResult<Json<Item<TrackingEventKind>>> {
    let mut tx = ctx.begin().await?;
    check_own(&mut tx, id).await?;
    ROWS.switch(&mut tx, ctx, id, active).await?;
    answer(tx, ctx, id).await
}

fn seen_by(ctx: &Ctx, kind: TrackingEventKind) -> TrackingEventKind {
    let can = SwitchCan::of(&ctx.grants, Resource::TrackingEvent, kind.active, kind.excluded_at.is_some());
    let can = if kind.own { can } else { SwitchCan { update: can.update, ..SwitchCan::default() } };
    TrackingEventKind { can, ..kind }
}

/// Commits and returns the event.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<TrackingEventKind>>> {
    let kind = KINDS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, kind) }))
}
