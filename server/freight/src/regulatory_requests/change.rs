//! Steps of requests: the guard, the change, the history and the audit entry, in one transaction.

use poem_openapi::Object;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::course::{Course, Deed};
use super::filing;
use super::said;
use super::status::{RegulatoryStatus, Role};
use super::store::{self, Locked, Moved, NewEntry};
use access::ctx::Ctx;
use access::scope::RowScope;
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
pub async fn one(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, id: Uuid, deed: &Deed) -> ApiResult<()> {
    let today = ctx.state().settings.get_within(tx).await?.today(ctx.now());
    let locked = store::lock(tx, scope, id).await?;
    locked.course.verdict(deed.step, locked.ready(today)).guard()?;
    let (before, note) = (locked.course.status, deed.text.clone());
    let after = moved(tx, ctx, vec![locked], deed).await?;
    let course = after.first().map(|moved| &moved.course);
    let changes = json!({
        "step": deed.step,
        "status": [before, course.map(|course| course.status)],
        "attempt": course.map(|course| course.attempt),
        "protocol_no": deed.protocol_no,
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
    deed: &Deed,
) -> ApiResult<Vec<RegulatoryStepResult>> {
    let today = ctx.state().settings.get_within(tx).await?.today(ctx.now());
    let (mut ready, mut results) = (Vec::new(), Vec::new());
    for locked in store::lock_many(tx, scope, ids).await? {
        match locked.course.verdict(deed.step, locked.ready(today)) {
            Verdict::No(code, params) => results.push(refused(ctx, &locked, code, &params)),
            Verdict::Yes | Verdict::Already => ready.push(locked),
        }
    }
    let codes: Vec<_> = ready.iter().map(|locked| (locked.id, locked.tracking_code.clone())).collect();
    let after = if ready.is_empty() { Vec::new() } else { moved(tx, ctx, ready, deed).await? };
    results.extend(codes.iter().zip(&after).map(|((id, code), moved)| RegulatoryStepResult {
        id: *id,
        tracking_code: Some(code.clone()),
        done: true,
        anvisa_solicita_status: Some(moved.course.status),
        message_code: None,
        message: None,
    }));
    if !codes.is_empty() {
        let shipments: Vec<&String> = codes.iter().map(|(_, code)| code).collect();
        let changes = json!({ "step": deed.step, "shipments": shipments, "note": deed.text });
        audit::record(tx, ctx, "regulatory_request.change_status", None, changes).await?;
    }
    Ok(in_order(ctx, ids, results))
}

/// Does a step of the connection to the authority. False when the request has moved on: the history keeps the answer.
pub async fn by_gateway(tx: &mut TenantTx, id: Uuid, attempt: i32, deed: &Deed) -> ApiResult<bool> {
    let Some(locked) = store::lock_many(tx, &RowScope::All, &[id]).await?.pop() else { return Ok(false) };
    let is_wanted = locked.course.attempt == attempt;
    if let Some(course) = locked.course.after(Role::Gateway, deed).filter(|_| is_wanted) {
        write(tx, vec![(locked, course)], None, deed).await?;
        return Ok(true);
    }
    let status = locked.course.status;
    let late = NewEntry { ignored: true, ..entry(&locked, status, attempt, None, deed) };
    store::note(tx, &[late]).await?;
    said::changed(tx, &[id]).await?;
    Ok(false)
}

/// Writes a step of the staff. Every request allows it.
async fn moved(tx: &mut TenantTx, ctx: &Ctx, requests: Vec<Locked>, deed: &Deed) -> ApiResult<Vec<Moved>> {
    let gateway = ctx.state().settings.get_within(tx).await?.regulatory_gateway;
    let mut next = Vec::new();
    for request in requests {
        let course = request.course.after(Role::Staff, deed);
        next.push((request, course.ok_or_else(|| ApiError::refused(MessageCode::RegulatoryStepRefused))?));
    }
    if gateway != RegulatoryGateway::Manual {
        let handed: Vec<_> = next.iter().map(|(was, is)| (&was.course, was.id, is.attempt)).collect();
        filing::start(tx, &handed, deed.step).await?;
    }
    write(tx, next, Some(ctx.user.id), deed).await
}

/// Writes the new courses and the history.
async fn write(
    tx: &mut TenantTx,
    next: Vec<(Locked, Course)>,
    by_user: Option<Uuid>,
    deed: &Deed,
) -> ApiResult<Vec<Moved>> {
    let entries: Vec<_> =
        next.iter().map(|(was, is)| entry(was, is.status, is.attempt, by_user, deed)).collect();
    let moved: Vec<_> = next.into_iter().map(|(was, course)| Moved { id: was.id, course }).collect();
    let ids: Vec<_> = moved.iter().map(|moved| moved.id).collect();
    store::move_on(tx, &moved, deed.at).await?;
    store::note(tx, &entries).await?;
    if deed.step.settles() {
        notify::withdraw(tx, &ids, deed.at).await?;
    }
    said::changed(tx, &ids).await?;
    Ok(moved)
}

fn entry(
    was: &Locked,
    to_status: RegulatoryStatus,
    attempt: i32,
    by_user: Option<Uuid>,
    deed: &Deed,
) -> NewEntry {
    NewEntry {
        id: Uuid::now_v7(),
        request_id: was.id,
        at: deed.at,
        by_user,
        step: deed.step,
        attempt,
        from_status: was.course.status,
        to_status,
        ignored: false,
        note: deed.protocol_no.clone().or_else(|| deed.text.clone()),
    }
}

fn refused(ctx: &Ctx, locked: &Locked, code: MessageCode, params: &Params) -> RegulatoryStepResult {
    RegulatoryStepResult {
        id: locked.id,
        tracking_code: Some(locked.tracking_code.clone()),
        done: false,
        anvisa_solicita_status: Some(locked.course.status),
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
