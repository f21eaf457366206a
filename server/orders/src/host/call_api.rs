//! `POST /order/{id}`.

use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::{Header, Path};
use poem_openapi::payload::{Binary, Response};
use policy::{Action, Resource};
use serde_json::json;

use super::body::{OrderAnswer, OrderBody};
use super::call::{CallKey, CallTurn, is_call_key, is_order_number};
use super::call_store::{self, NewCall};
use super::connection::OrderHost;
use super::outcome::{CallOutcome, judge_answer};
use super::permits::CallPermits;
use super::request::{self, ForwardedCall};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::{EVERYBODY, ORDER_CALLS};
use server_core::http::messages::{MessageCode, Params};
use server_core::outgoing::{FailedCall, HostFailure};
use server_core::settings::order_host;
use server_core::tags::Tag;

/// Marks an answer that the host gave before.
const REPLAYED: &str = "idempotency-replayed";

pub struct OrderForwardApi;

#[OpenApi(tag = "Tag::Integrations")]
impl OrderForwardApi {
    /// Forward an order to the company's host
    ///
    /// The body is any JSON of at most 256 KB, and goes as it is to `/order/{id}` of the host that the company has connected; its
    /// answer comes back with its status from 200 to 299. The same call again has the first answer for a day, with
    /// `Idempotency-Replayed: true`. Returns 422 `order_not_taken` for an order that the host refuses, with its `status` in
    /// `params`; 502 `order_host_failed` or `order_answer_unreadable`, 503 `order_host_resting` and 504 `order_host_silent` if
    /// nobody knows whether it was taken: then the same call can be made again. Returns 409 `order_host_missing` when none is
    /// connected, 409 `order_in_progress` for a call that is under way, and 422 `order_key_used` for a key of another body.
    #[oai(path = "/order/:id", method = "post", operation_id = "order_layer_send")]
    async fn order_layer_send(
        &self,
        ctx: Ctx,
        /// Number of the order: letters, digits, dots, hyphens and underscores.
        id: Path<String>,
        /// Made by the caller for one order and body. Without it, the body is the key.
        #[oai(name = "Idempotency-Key")]
        key: Header<Option<String>>,
        body: OrderBody,
    ) -> ApiResult<Response<OrderAnswer>> {
        ctx.require(Resource::OrderLayer, Action::Send)?;
        if !is_order_number(&id) {
            return Err(ApiError::invalid_field("id", MessageCode::InvalidOrderNumber));
        }
        if key.as_ref().is_some_and(|key| !is_call_key(key)) {
            return Err(ApiError::invalid_field("Idempotency-Key", MessageCode::InvalidIdempotencyKey));
        }
        let body = body.check()?;
        ctx.state().limits.check(&ctx.tenant().id, ORDER_CALLS, EVERYBODY).await?;
        let call = CallKey::of(&id, key.as_deref(), &body);
        let host = match begin(&ctx, &id, &call, body.len()).await? {
            CallStart::Answered { status, body } => return answer(status, body, true),
            CallStart::Forward(host) => host,
        };
        let Some(_permit) = ctx.state().slot::<CallPermits>().take(ctx.tenant().id) else {
            abandon(&ctx, &call).await?;
            return Err(ApiError::retry(StatusCode::TOO_MANY_REQUESTS, MessageCode::OrderHostBusy, 1));
        };
        let sent = ForwardedCall { key: call.to_text(), body };
        let answered = request::forward(&ctx, &host, &id, sent).await;
        let outcome = judge_answer(answered.answer);
        finish(&ctx, &id, &call, &outcome, answered.duration_ms).await?;
        match outcome {
            CallOutcome::Taken { status, body } => answer(status, body, false),
            CallOutcome::NotTaken { status } => Err(not_taken(status)),
            CallOutcome::Failed(failed) => Err(to_error(failed)),
        }
    }
}

/// The beginning of a call.
enum CallStart {
    Forward(OrderHost),
    Answered { status: u16, body: Vec<u8> },
}

async fn begin(ctx: &Ctx, number: &str, key: &CallKey, bytes: usize) -> ApiResult<CallStart> {
    let mut tx = ctx.begin().await?;
    let host = OrderHost::find_connected(&mut tx).await?;
    let call = NewCall {
        key,
        number,
        user_id: ctx.user.id,
        api_token_id: ctx.user.token_id(),
        request_bytes: i32::try_from(bytes).unwrap_or(i32::MAX),
    };
    let turn = call_store::begin_call(&mut tx, &call, ctx.now()).await?;
    match turn {
        CallTurn::Answer { status, body } => Ok(CallStart::Answered { status, body }),
        CallTurn::InProgress => Err(ApiError::retry(StatusCode::CONFLICT, MessageCode::OrderInProgress, 1)),
        CallTurn::OtherBody => Err(ApiError::invalid_field("Idempotency-Key", MessageCode::OrderKeyUsed)),
        CallTurn::Forward => {
            // Dropped, the transaction leaves no call behind.
            if let Some(seconds) = host.health.find_rest(ctx.now()) {
                let params = Params::from([("seconds", seconds.into())]);
                let resting = MessageCode::OrderHostResting;
                return Err(
                    ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, resting, seconds).with_params(params)
                );
            }
            tx.commit().await?;
            Ok(CallStart::Forward(host))
        }
    }
}

/// Ends a call that was never sent: it can be made again at once.
async fn abandon(ctx: &Ctx, key: &CallKey) -> ApiResult<()> {
    let mut tx = ctx.begin_to_note().await?;
    let unsent = CallOutcome::Failed(FailedCall { failure: HostFailure::NotReached, status: None });
    call_store::finish_call(&mut tx, key, &unsent, 0).await?;
    tx.commit().await?;
    Ok(())
}

async fn finish(
    ctx: &Ctx,
    number: &str,
    key: &CallKey,
    outcome: &CallOutcome,
    duration_ms: i32,
) -> ApiResult<()> {
    let mut tx = ctx.begin_to_note().await?;
    call_store::finish_call(&mut tx, key, outcome, duration_ms).await?;
    let failed = outcome.find_failure();
    let facts = json!({
        "number": number, "is_taken": matches!(outcome, CallOutcome::Taken { .. }),
        "failure": failed.map(|failed| failed.failure),
    });
    audit::record(&mut tx, ctx, "order_layer.send", None, facts).await?;
    note_health(&mut tx, ctx, failed).await?;
    tx.commit().await?;
    Ok(())
}

/// Notes how the host is. One that was disconnected meanwhile stays so.
pub(super) async fn note_health(
    tx: &mut tenancy::TenantTx,
    ctx: &Ctx,
    failed: Option<FailedCall>,
) -> ApiResult<()> {
    let Some(host) = OrderHost::find(tx).await? else { return Ok(()) };
    if host.health.after(failed, ctx.now()).is_none() {
        return Ok(());
    }
    let Some(mut host) = order_host::lock::<OrderHost>(tx).await? else { return Ok(()) };
    if let Some(health) = host.health.after(failed, ctx.now()) {
        host.health = health;
        order_host::save(tx, &host).await?;
    }
    Ok(())
}

/// The answer of the host. One that refused the order before is a refusal again.
fn answer(status: u16, body: Vec<u8>, is_replayed: bool) -> ApiResult<Response<OrderAnswer>> {
    let code = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    if !code.is_success() {
        return Err(not_taken(status));
    }
    let response = Response::new(OrderAnswer::Taken(Binary(body))).status(code);
    Ok(if is_replayed { response.header(REPLAYED, "true") } else { response })
}

fn not_taken(status: u16) -> ApiError {
    let error = ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, MessageCode::OrderNotTaken);
    error.with_params(Params::from([("status", status.into())]))
}

fn to_error(failed: FailedCall) -> ApiError {
    let (status, code) = match failed.failure {
        HostFailure::NotReached => (StatusCode::GATEWAY_TIMEOUT, MessageCode::OrderHostSilent),
        HostFailure::Unreadable => (StatusCode::BAD_GATEWAY, MessageCode::OrderAnswerUnreadable),
        HostFailure::Failed | HostFailure::KeyRefused => {
            (StatusCode::BAD_GATEWAY, MessageCode::OrderHostFailed)
        }
    };
    ApiError::new(status, code).with_params(Params::from([("status", failed.status.into())]))
}
