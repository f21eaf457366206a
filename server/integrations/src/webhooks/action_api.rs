//! `/webhooks/{id}`: what is done with a webhook, and the log of its events.

use chrono::TimeDelta;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::announcement::wake;
use super::api::{begin, send_test, to_answer};
use super::catalogue::WebhookEventType;
use super::delivery_model::WebhookDelivery;
use super::delivery_store::{self, DELIVERIES, DeliveryRow, ReplayRange};
use super::model::{
    Webhook, WebhookEnabling, WebhookReplayRange, WebhookReplayed, WebhookVersion, WebhookWithSecret,
};
use super::owner::WebhookOwner;
use super::sealed_parts::SealedParts;
use super::signature::SigningSecret;
use super::state::{TRANSITIONS, WebhookDeliveryStatus, WebhookDeliveryStep, WebhookStep};
use super::store::{self, EndpointRow, SecretColumns, StatusColumns, VersionColumns, WEBHOOKS};
use super::version::NEWEST;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::WEBHOOK_REPLAYS;
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

/// For so long, both secrets sign.
const OVERLAP: TimeDelta = TimeDelta::hours(24);
/// Events of one replay, to which those of the same moment as the last one come.
const MOST_REPLAYED: i64 = 1_000;
/// With them.
const MOST_IN_ALL: i64 = 10_000;
const DELIVERY_SORTS: Sorts = &[("occurred_at", "e.occurred_at"), ("status", "d.status")];

pub struct WebhookActionApi;

#[OpenApi(prefix_path = "/webhooks", tag = "Tag::Integrations")]
impl WebhookActionApi {
    /// Use a webhook again
    ///
    /// One that was paused or given up. A test is sent, and once it has arrived, events are sent again. Events of the last three
    /// days have waited: they are sent then, or dropped now.
    #[oai(path = "/:id/enable", method = "post", operation_id = "webhook_enable")]
    async fn webhook_enable(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WebhookEnabling>,
    ) -> ApiResult<Json<Item<Webhook>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Enable, Some(body.version)).await?;
        if !body.send_held {
            delivery_store::move_all(&mut change.tx, *id, WebhookDeliveryStep::Cancel, None).await?;
        }
        send_test(&ctx, &mut change).await?;
        Ok(to_answer(&ctx, follow_step(change, WebhookStep::Enable).await?))
    }

    /// Pause a webhook
    ///
    /// Its events wait for three days.
    #[oai(path = "/:id/pause", method = "post", operation_id = "webhook_pause")]
    async fn webhook_pause(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WebhookVersion>,
    ) -> ApiResult<Json<Item<Webhook>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Pause, Some(body.version)).await?;
        delivery_store::move_all(&mut change.tx, *id, WebhookDeliveryStep::Hold, None).await?;
        Ok(to_answer(&ctx, follow_step(change, WebhookStep::Pause).await?))
    }

    /// Send a test to a webhook
    ///
    /// At once, and once. The answer is the event on its way: its result is in the list of deliveries, and open pages are told of
    /// it. A webhook that is new, or used again, gets events as soon as a test has arrived.
    #[oai(path = "/:id/test", method = "post", operation_id = "webhook_test")]
    async fn webhook_test(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<WebhookDelivery>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Test, None).await?;
        let event_id = send_test(&ctx, &mut change).await?;
        let audience = change.before.audience();
        change.record(Action::Update, json!({ "test": event_id }), &audience).await?;
        let row: DeliveryRow = find_delivery(&mut change, event_id).await?;
        let status = change.before.status;
        change.finish().await?;
        Ok(Json(Item { data: row.seen_by(&ctx.grants, status) }))
    }

    /// Replace the secret of a webhook
    ///
    /// For 24 hours, the former one signs beside the new one, so that the receiver can change over; meanwhile it cannot be replaced
    /// again. The answer is the only one that has the new secret.
    #[oai(path = "/:id/rotate_secret", method = "post", operation_id = "webhook_rotate_secret")]
    async fn webhook_rotate_secret(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WebhookVersion>,
    ) -> ApiResult<Json<Item<WebhookWithSecret>>> {
        let mut change = begin(&ctx, *id, WebhookStep::RotateSecret, Some(body.version)).await?;
        let secret = SigningSecret::generate();
        let sealed = SealedParts::of(ctx.state(), ctx.tenant(), *id).close_secret(&secret);
        let until = ctx.now() + OVERLAP;
        let columns = SecretColumns {
            secret: store::to_bytea(&sealed),
            former_secret: store::to_bytea(&change.before.secret),
            former_secret_until: until,
        };
        change.write(&columns).await?;
        let audience = change.before.audience();
        change.record(Action::Rotate, json!({ "former_secret_until": until }), &audience).await?;
        let webhook = change.finish().await?.seen_by(&ctx.grants, ctx.now());
        Ok(Json(Item { data: WebhookWithSecret { webhook, secret: secret.to_text() } }))
    }

    /// Upgrade a webhook
    ///
    /// From now on, it gets its events in the newest form of the data. Those that were written before stay as they are.
    #[oai(path = "/:id/upgrade", method = "post", operation_id = "webhook_upgrade")]
    async fn webhook_upgrade(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WebhookVersion>,
    ) -> ApiResult<Json<Item<Webhook>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Upgrade, Some(body.version)).await?;
        let before = change.before.event_version;
        if before < NEWEST.day() {
            change.write(&VersionColumns { event_version: NEWEST.name }).await?;
            let audience = change.before.audience();
            let facts = json!({ "event_version": [before, NEWEST.day()] });
            change.record(Action::Update, facts, &audience).await?;
        }
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Send the events of a time again
    ///
    /// Those that have arrived or were given up, the oldest first, each with the id that it had. At most 1,000, and those of
    /// the same moment as the last one, at most 10,000 in all; `next_from` and `next_id` of the answer say where the rest begins.
    #[oai(path = "/:id/replay", method = "post", operation_id = "webhook_replay")]
    async fn webhook_replay(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WebhookReplayRange>,
    ) -> ApiResult<Json<Item<WebhookReplayed>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Replay, None).await?;
        if body.from >= body.to {
            return Err(ApiError::invalid_field("to", MessageCode::PeriodEndsBefore));
        }
        ctx.state().limits.check(&ctx.tenant().id, WEBHOOK_REPLAYS, &id.to_string()).await?;
        let types =
            body.types.as_ref().map(|types| types.iter().map(|kind| kind.as_str().to_owned()).collect());
        let range = ReplayRange {
            from: body.from,
            from_id: body.from_id.unwrap_or_default(),
            to: body.to,
            types,
            most: MOST_REPLAYED,
            most_in_all: MOST_IN_ALL,
        };
        let count = delivery_store::replay_range(&mut change.tx, *id, &range, ctx.now()).await?;
        let left = delivery_store::find_left(&mut change.tx, *id, &range).await?;
        wake(&mut change.tx, *id, count).await?;
        let facts = json!({ "replayed": count, "from": body.from, "to": body.to });
        let audience = change.before.audience();
        change.record(Action::Update, facts, &audience).await?;
        change.finish().await?;
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        let (next_from, next_id) = left.map(|left| (left.occurred_at, left.event_id)).unzip();
        Ok(Json(Item { data: WebhookReplayed { count, next_from, next_id } }))
    }

    /// List the events of a webhook
    ///
    /// Events of the last thirty days, with their last ten attempts. Sort by `occurred_at` or `status`. Default: newest first.
    #[oai(path = "/:id/deliveries", method = "get", operation_id = "webhook_delivery_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn webhook_delivery_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        status: Query<Option<WebhookDeliveryStatus>>,
        /// One kind of event.
        #[oai(name = "type")]
        kind: Query<Option<WebhookEventType>>,
    ) -> ApiResult<Json<Page<WebhookDelivery>>> {
        let owner = WebhookOwner::of(&ctx, Action::Show)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, DELIVERY_SORTS)?;
        let of_owner = store::build_filter(Where::all(), owner.client_id());
        let filter = Where::all()
            .by("d.endpoint_id", Some(*id))
            .and("d.status = ", status.0)
            .and("e.type = ", kind.0.map(|kind| kind.as_str().to_owned()));
        let mut tx = ctx.begin().await?;
        let webhook: EndpointRow = WEBHOOKS.find(&mut tx, &of_owner, *id).await?;
        let (rows, meta) = DELIVERIES.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: DeliveryRow| row.seen_by(&ctx.grants, webhook.status));
        Ok(Json(Page { data: data.collect(), meta }))
    }

    /// Send an event again
    ///
    /// With the id that it had, so that a receiver knows that it is the same.
    #[oai(
        path = "/:id/deliveries/:event_id/replay",
        method = "post",
        operation_id = "webhook_delivery_replay"
    )]
    async fn webhook_delivery_replay(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        event_id: Path<Uuid>,
    ) -> ApiResult<Json<Item<WebhookDelivery>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Replay, None).await?;
        let before = find_delivery(&mut change, *event_id).await?;
        before.verdict().guard()?;
        delivery_store::replay_one(&mut change.tx, *id, *event_id, ctx.now()).await?;
        wake(&mut change.tx, *id, 1).await?;
        let audience = change.before.audience();
        change.record(Action::Update, json!({ "replayed": *event_id }), &audience).await?;
        let row = find_delivery(&mut change, *event_id).await?;
        let status = change.before.status;
        change.finish().await?;
        Ok(Json(Item { data: row.seen_by(&ctx.grants, status) }))
    }
}

/// Writes the state after a step. What has failed before is forgotten.
async fn follow_step(mut change: Change<EndpointRow>, step: WebhookStep) -> ApiResult<EndpointRow> {
    let before = change.before.status;
    let after = TRANSITIONS.after(step, before).unwrap_or(before);
    change.write(&StatusColumns::of(after)).await?;
    let audience = change.before.audience();
    change.record(Action::Update, json!({ "status": [before.code(), after.code()] }), &audience).await?;
    change.finish().await
}

/// An event of the webhook; 404 without it.
async fn find_delivery(change: &mut Change<EndpointRow>, event_id: Uuid) -> ApiResult<DeliveryRow> {
    let filter = Where::all().by("d.endpoint_id", Some(change.id)).and("d.event_id = ", Some(event_id));
    DELIVERIES.find(&mut change.tx, &filter).await?.ok_or_else(ApiError::not_found)
}
