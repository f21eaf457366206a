//! Steps of requests: the guard, the change, the history and the audit entry, in one transaction.

use poem_openapi::Object;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::filing;
use super::live_events;
use super::progress::{RequestChange, RequestProgress};
use super::status::RegulatoryStatus;
use super::store::{self, LockedRequest, NewEntry, NewProgress};
use super::transitions::Role;
use access::ctx::Ctx;
use access::scope::RowScope;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::notify;
use trade::regulatory_gateway::RegulatoryGateway;

/// The result of a step for one of many requests.
#[derive(Object, Debug)]
pub struct RegulatoryStepResult {
    pub id: Uuid,
    /// Null if the request does not exist.
    pub tracking_code: Option<String>,
    pub done: bool,
    /// The status now; null if the request does not exist.
    pub anvisa_solicita_status: Option<RegulatoryStatus>,
    /// Why it was not done, from `message-codes.json`; null if it was.
    pub message_code: Option<String>,
    /// The message in the language of the request.
    pub message: Option<String>,
}

/// Does a step on one request. 404 outside of the scope, 409 if the state refuses it.
pub async fn one(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    change: &RequestChange,
) -> ApiResult<()> {
    let today = ctx.state().settings.get_within(tx).await?.today(ctx.now());
    let locked = store::lock(tx, scope, id).await?;
    locked.verdict(change.step, today).guard()?;
    let (before, note) = (locked.progress.status, change.text.clone());
    let after = move_requests(tx, ctx, vec![locked], change).await?;
    let progress = after.first().map(|moved| &moved.progress);
    let changes = json!({
        "step": change.step,
        "status": [before, progress.map(|progress| progress.status)],
        "attempt": progress.map(|progress| progress.attempt),
        "protocol_no": change.protocol_no,
        "note": note,
    });
    audit::record(tx, ctx, "regulatory_request.change_status", Some(id), changes).await
}

/// Does a step on those of the requests that allow it, and tells the result of each in the given order.
pub async fn many(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    ids: &[Uuid],
    change: &RequestChange,
) -> ApiResult<Vec<RegulatoryStepResult>> {
    let today = ctx.state().settings.get_within(tx).await?.today(ctx.now());
    let (mut ready, mut results) = (Vec::new(), Vec::new());
    for locked in store::lock_many(tx, scope, ids).await? {
        match locked.verdict(change.step, today) {
            Verdict::No(code, params) => results.push(to_refusal(ctx, &locked, code, &params)),
            Verdict::Yes | Verdict::Already => ready.push(locked),
        }
    }
    let codes: Vec<_> = ready.iter().map(|locked| (locked.id, locked.tracking_code.clone())).collect();
    let after = if ready.is_empty() { Vec::new() } else { move_requests(tx, ctx, ready, change).await? };
    results.extend(codes.iter().zip(&after).map(|((id, code), moved)| RegulatoryStepResult {
        id: *id,
        tracking_code: Some(code.clone()),
        done: true,
        anvisa_solicita_status: Some(moved.progress.status),
        message_code: None,
        message: None,
    }));
    if !codes.is_empty() {
        let shipments: Vec<&String> = codes.iter().map(|(_, code)| code).collect();
        let changes = json!({ "step": change.step, "shipments": shipments, "note": change.text });
        audit::record(tx, ctx, "regulatory_request.change_status", None, changes).await?;
    }
    Ok(in_order(ctx, ids, results))
}

/// Does a step of the connection to the authority. False when the request has moved on: the history keeps the answer.
pub async fn by_gateway(
    tx: &mut TenantTx,
    id: Uuid,
    attempt: i32,
    change: &RequestChange,
) -> ApiResult<bool> {
    let Some(locked) = store::lock_many(tx, &RowScope::All, &[id]).await?.pop() else { return Ok(false) };
    let is_wanted = locked.progress.attempt == attempt;
    if let Some(progress) = locked.progress.after(Role::Gateway, change).filter(|_| is_wanted) {
        write(tx, vec![(locked, progress)], None, change).await?;
        return Ok(true);
    }
    let status = locked.progress.status;
    let late = NewEntry { ignored: true, ..entry(&locked, status, attempt, None, change) };
    store::note(tx, &[late]).await?;
    live_events::announce(tx, &[id]).await?;
    Ok(false)
}

/// Writes a step of the staff. Every request allows it.
async fn move_requests(
    tx: &mut TenantTx,
    ctx: &Ctx,
    requests: Vec<LockedRequest>,
    change: &RequestChange,
) -> ApiResult<Vec<NewProgress>> {
    let gateway = ctx.state().settings.get_within(tx).await?.regulatory_gateway;
    let mut next = Vec::new();
    for request in requests {
        let progress = request.progress.after(Role::Staff, change);
        next.push((request, progress.ok_or_else(|| ApiError::refused(MessageCode::RegulatoryStepRefused))?));
    }
    if gateway != RegulatoryGateway::Manual {
        let handed: Vec<_> = next.iter().map(|(was, is)| (&was.progress, was.id, is.attempt)).collect();
        filing::start(tx, &handed, change.step).await?;
    }
    write(tx, next, Some(ctx.user.id), change).await
}

/// Writes the new progress and the history.
async fn write(
    tx: &mut TenantTx,
    next: Vec<(LockedRequest, RequestProgress)>,
    by_user: Option<Uuid>,
    change: &RequestChange,
) -> ApiResult<Vec<NewProgress>> {
    let entries: Vec<_> =
        next.iter().map(|(was, is)| entry(was, is.status, is.attempt, by_user, change)).collect();
    tell_webhooks(tx, &next, change).await?;
    let moved: Vec<_> =
        next.into_iter().map(|(was, progress)| NewProgress { id: was.id, progress }).collect();
    let ids: Vec<_> = moved.iter().map(|moved| moved.id).collect();
    store::move_on(tx, &moved, change.at).await?;
    store::note(tx, &entries).await?;
    if change.step.settles() {
        notify::withdraw(tx, &ids, change.at).await?;
    }
    live_events::announce(tx, &ids).await?;
    Ok(moved)
}

/// Tells webhooks of the requests that are in another status.
async fn tell_webhooks(
    tx: &mut TenantTx,
    next: &[(LockedRequest, RequestProgress)],
    change: &RequestChange,
) -> ApiResult<()> {
    let turned = next.iter().filter(|(was, is)| was.progress.status != is.status);
    let events: Vec<WebhookEvent> = turned
        .map(|(was, is)| {
            WebhookEvent::of(WebhookEventType::RegulatoryRequestStatusChanged, was.id)
                .with("tracking_code", &was.tracking_code)
                .with("status", is.status)
                .with("previous", json!({ "status": was.progress.status }))
        })
        .collect();
    webhooks::announce_all(tx, change.at, &events).await
}

fn entry(
    was: &LockedRequest,
    to_status: RegulatoryStatus,
    attempt: i32,
    by_user: Option<Uuid>,
    change: &RequestChange,
) -> NewEntry {
    NewEntry {
        id: Uuid::now_v7(),
        request_id: was.id,
        at: change.at,
        by_user,
        step: change.step,
        attempt,
        from_status: was.progress.status,
        to_status,
        ignored: false,
        note: change.protocol_no.clone().or_else(|| change.text.clone()),
    }
}

fn to_refusal(ctx: &Ctx, locked: &LockedRequest, code: MessageCode, params: &Params) -> RegulatoryStepResult {
    RegulatoryStepResult {
        id: locked.id,
        tracking_code: Some(locked.tracking_code.clone()),
        done: false,
        anvisa_solicita_status: Some(locked.progress.status),
        message_code: Some(code.as_str().to_owned()),
        message: Some(code.text(ctx.language(), params)),
    }
}

/// One result for each id; those without a request do not exist for this user.
fn in_order(ctx: &Ctx, ids: &[Uuid], results: Vec<RegulatoryStepResult>) -> Vec<RegulatoryStepResult> {
    let mut found: std::collections::HashMap<Uuid, RegulatoryStepResult> =
        results.into_iter().map(|result| (result.id, result)).collect();
    let missing = |id| RegulatoryStepResult {
        id,
        tracking_code: None,
        done: false,
        anvisa_solicita_status: None,
        message_code: Some(MessageCode::NotFound.as_str().to_owned()),
        message: Some(MessageCode::NotFound.text(ctx.language(), &Params::new())),
    };
    ids.iter().map(|id| found.remove(id).unwrap_or_else(|| missing(*id))).collect()
}
