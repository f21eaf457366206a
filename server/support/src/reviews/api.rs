//! `/reviews`: the list, what clients say, and what staff do with it.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{
    AnswerColumns, Review, ReviewAnswer, ReviewHiding, ReviewInput, ReviewPage, ReviewPageMeta,
    ReviewVersion, ShownColumns, SubmittedColumns,
};
use super::state::{ReviewReader, ReviewStatus, TRANSITIONS};
use super::store::{self, REVIEWS};
use access::ctx::Ctx;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "r.created_at"),
    ("submitted_at", "r.submitted_at"),
    ("score", "r.score"),
    ("client_name", "search_text(c.name)"),
];
const SEARCHED: &str = "concat_ws(' ', s.tracking_code, c.name, r.body, r.answer)";

pub struct ReviewApi;

#[OpenApi(prefix_path = "/reviews", tag = "Tag::Reviews")]
impl ReviewApi {
    /// List reviews
    ///
    /// Users of a client see those of its own shipments, with the invitations that wait for them. Sort by `created_at`,
    /// `submitted_at`, `score` or `client_name`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "review_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn review_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the tracking code, the client, the review or the answer.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<ReviewStatus>>,
        #[oai(validator(minimum(value = "1"), maximum(value = "5")))] score: Query<Option<i16>>,
        client_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<ReviewPage>> {
        let scope = ctx.scope(Resource::Review, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = store::build_filter(&scope, Where::words(&asked.words, SEARCHED))
            .and("r.score = ", score.0)
            .and("s.client_id = ", client_id.0);
        let tab = filter.clone().and("r.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = REVIEWS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::load_totals(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: Review| seen_by(&ctx, row)).collect();
        Ok(Json(ReviewPage { data, meta: ReviewPageMeta { page, totals } }))
    }

    /// Show a review
    #[oai(path = "/:id", method = "get", operation_id = "review_show")]
    async fn review_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Review>>> {
        let scope = ctx.scope(Resource::Review, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let review = REVIEWS.find(&mut tx, &store::build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: seen_by(&ctx, review) }))
    }

    /// Rate a shipment
    ///
    /// Within 60 days of the invitation, and again within 14 days of the first time. A published one is no longer shown
    /// until staff publish it again. Returns 409 `review_closed` later.
    #[oai(path = "/:id/submit", method = "post", operation_id = "review_submit")]
    async fn review_submit(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReviewInput>,
    ) -> ApiResult<Json<Item<Review>>> {
        let mut change = begin(&ctx, *id, Action::Submit, body.version).await?;
        let said = optional(body.body.as_ref());
        let facts = submit(&mut change, body.score, said).await?;
        finish(&ctx, change, Action::Submit, facts).await
    }

    /// Answer a review
    ///
    /// A review has one answer, which can be changed.
    #[oai(path = "/:id/answer", method = "post", operation_id = "review_answer")]
    async fn review_answer(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReviewAnswer>,
    ) -> ApiResult<Json<Item<Review>>> {
        let mut change = begin(&ctx, *id, Action::Answer, body.version).await?;
        let answer = require("answer", &body.answer)?;
        let facts = json!({ "answer": [change.before.answer, answer] });
        let columns = AnswerColumns { answer, answered_by: ctx.user.id, answered_at: ctx.now() };
        change.write(&columns).await?;
        finish(&ctx, change, Action::Answer, facts).await
    }

    /// Publish a review
    ///
    /// It counts in the average from then on.
    #[oai(path = "/:id/publish", method = "post", operation_id = "review_publish")]
    async fn review_publish(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReviewVersion>,
    ) -> ApiResult<Json<Item<Review>>> {
        let mut change = begin(&ctx, *id, Action::Publish, body.version).await?;
        change.write(&ShownColumns { status: ReviewStatus::Published, hidden_reason: None }).await?;
        finish(&ctx, change, Action::Publish, json!({})).await
    }

    /// Hide a review
    ///
    /// It no longer counts in the average.
    #[oai(path = "/:id/hide", method = "post", operation_id = "review_hide")]
    async fn review_hide(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ReviewHiding>,
    ) -> ApiResult<Json<Item<Review>>> {
        let mut change = begin(&ctx, *id, Action::Hide, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        change.write(&ShownColumns { status: ReviewStatus::Hidden, hidden_reason: Some(reason) }).await?;
        finish(&ctx, change, Action::Hide, facts).await
    }
}

fn seen_by(ctx: &Ctx, review: Review) -> Review {
    let (client_id, is_outside) = (ctx.user.client_id, ctx.is_outside());
    review.seen_by(&ReviewReader { grants: &ctx.grants, client_id, is_outside, now: ctx.now() })
}

/// The change of a review, if its state and version allow the action.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: i32) -> ApiResult<Change<Review>> {
    let scope = ctx.scope(Resource::Review, action)?;
    // Administrators have the right so that they can give it, and users of partners by a profile: neither is the client.
    let speaker = (action == Action::Submit).then(|| ctx.user.client_id.unwrap_or_default());
    let filter = store::build_filter(&scope, Where::all()).and("s.client_id = ", speaker);
    let change: Change<Review> = Change::begin(ctx.begin().await?, ctx, &REVIEWS, filter, id).await?;
    change.allow(change.before.verdict(action, ctx.now()), Some(version))?;
    Ok(change)
}

/// Writes what the client says, and returns what the audit entry has of it. The time for changes counts from the first time.
pub(super) async fn submit(
    change: &mut Change<Review>,
    score: i16,
    body: Option<String>,
) -> ApiResult<Value> {
    let Review { status, submitted_at, .. } = change.before;
    let facts = json!({ "score": [change.before.score, score], "body": [change.before.body, body] });
    let columns = SubmittedColumns {
        status: TRANSITIONS.after(Action::Submit, status).unwrap_or(status),
        score,
        body,
        submitted_at: submitted_at.unwrap_or(change.actor.at),
    };
    change.write(&columns).await?;
    // Whoever has the e-mail changes nothing any more.
    store::use_link(&mut change.tx, change.id).await?;
    let told = WebhookEvent::of(WebhookEventType::ReviewSubmitted, change.id)
        .with("shipment_id", change.before.shipment_id)
        .with("tracking_code", &change.before.tracking_code)
        .with("score", score)
        .of_clients([change.before.client_id]);
    webhooks::announce(&mut change.tx, change.actor.at, told).await?;
    Ok(facts)
}

/// Records what was done, and answers with the review as it is now.
async fn finish(
    ctx: &Ctx,
    mut change: Change<Review>,
    action: Action,
    facts: Value,
) -> ApiResult<Json<Item<Review>>> {
    let audience = change.before.to_audience();
    change.record(action, facts, &audience).await?;
    let review = change.finish().await?;
    Ok(Json(Item { data: seen_by(ctx, review) }))
}
