//! Steps of requests: the guard, the change, the history and the audit entry, in one transaction.

use poem_openapi::Object;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::course::Deed;
use super::said;
use super::status::{RegulatoryStatus, Role};
use super::store::{self, Locked, Moved, NewEntry};
use crate::access::ctx::Ctx;
use crate::access::scope::RowScope;
use crate::audit;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::{MessageCode, Params};
use crate::http::standing::Verdict;

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

/// Writes the new courses and the history. Every request allows the step.
async fn moved(tx: &mut TenantTx, ctx: &Ctx, requests: Vec<Locked>, deed: &Deed) -> ApiResult<Vec<Moved>> {
    let (mut moved, mut entries) = (Vec::new(), Vec::new());
    for request in requests {
        let course = request.course.after(Role::Staff, deed);
        let course = course.ok_or_else(|| ApiError::refused(MessageCode::RegulatoryStepRefused))?;
        entries.push(NewEntry {
            id: Uuid::now_v7(),
            request_id: request.id,
            at: deed.at,
            by_user: Some(ctx.user.id),
            step: deed.step,
            attempt: course.attempt,
            from_status: request.course.status,
            to_status: course.status,
            ignored: false,
            note: deed.protocol_no.clone().or_else(|| deed.text.clone()),
        });
        moved.push(Moved { id: request.id, course });
    }
    store::move_on(tx, &moved, deed.at).await?;
    store::note(tx, &entries).await?;
    said::changed(tx, &moved.iter().map(|moved| moved.id).collect::<Vec<_>>()).await?;
    Ok(moved)
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
