//! Who did what, written in the transaction of the change itself; read as a list, and sealed into a chain.

mod api;
mod export;
pub mod model;
pub mod seal;
pub mod store;

use chrono::{DateTime, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::http::ctx::{Ctx, Visit};
use crate::http::error::{ApiError, ApiResult};
use crate::http::standing::{Owned, Standing, Word};
use crate::process::ProcessCx;
use crate::state::AppState;

pub use api::AuditApi;
pub use export::ExportAudit;
pub use store::Whose;

pub const INSERT: &str = "
    insert into audit_entries (id, occurred_at, user_id, acting_user_id, action, resource_id, changes, request_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";

/// As whom something was done, and by whom if that was somebody else.
#[derive(Clone, Copy)]
struct Who {
    user_id: Uuid,
    acting_user_id: Option<Uuid>,
}

/// How an entry stands towards somebody who reads these.
pub async fn standing(tx: &mut TenantTx, id: Uuid, whose: &Whose) -> ApiResult<Standing> {
    let is_among = store::is_among(tx, id, whose).await?.ok_or_else(ApiError::not_found)?;
    Ok(Standing { owned: Owned::Among(is_among), status: None, word: Word::Yes })
}

/// One entry; `action` is `resource.verb`, `changes` the fields before and after, or what was done.
pub async fn record(
    tx: &mut TenantTx,
    ctx: &Ctx,
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    let who = Who { user_id: ctx.user.id, acting_user_id: ctx.user.acting_id() };
    insert(tx, ctx.state(), (ctx.now(), who, &ctx.visit.request_id), action, resource_id, changes).await
}

/// The same for a request whose user is only just known.
pub async fn record_visit(
    tx: &mut TenantTx,
    visit: &Visit,
    user_id: Uuid,
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    let who = Who { user_id, acting_user_id: None };
    insert(tx, &visit.state, (visit.now(), who, &visit.request_id), action, resource_id, changes).await
}

/// The same for a background process: whoever started it did it, and the task stands for the request.
pub async fn record_process(
    tx: &mut TenantTx,
    cx: &ProcessCx,
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    let request_id = cx.task_id().simple().to_string();
    let who = Who { user_id: cx.user_id(), acting_user_id: cx.acting_user_id() };
    insert(tx, cx.app(), (cx.app().clock.now(), who, &request_id), action, resource_id, changes).await
}

/// The same for the operator of the installation, who is none of the tenant's users and works in a process of its own.
/// A server seals the entry when it next sweeps.
pub async fn record_operator(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
    request_id: &str,
) -> ApiResult<()> {
    write(tx, (at, None, request_id), action, resource_id, changes).await
}

/// The same for what the server does by itself, when its time has come.
pub async fn record_unasked(
    tx: &mut TenantTx,
    state: &AppState,
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    write(tx, (state.clock.now(), None, "sweep"), action, resource_id, changes).await?;
    state.unsealed.note(tx.tenant().id);
    Ok(())
}

async fn insert(
    tx: &mut TenantTx,
    state: &AppState,
    (at, who, request_id): (DateTime<Utc>, Who, &str),
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    write(tx, (at, Some(who), request_id), action, resource_id, changes).await?;
    state.unsealed.note(tx.tenant().id);
    Ok(())
}

async fn write(
    tx: &mut TenantTx,
    (at, who, request_id): (DateTime<Utc>, Option<Who>, &str),
    action: &'static str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    sqlx::query(INSERT)
        .bind(Uuid::now_v7())
        .bind(at)
        .bind(who.map(|who| who.user_id))
        .bind(who.and_then(|who| who.acting_user_id))
        .bind(action)
        .bind(resource_id)
        .bind(changes)
        .bind(request_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The top-level fields that differ, each as `[before, after]`.
pub fn difference(before: &impl serde::Serialize, after: &impl serde::Serialize) -> Value {
    let fields =
        |value: Value| if let Value::Object(fields) = value { fields } else { serde_json::Map::new() };
    let before = fields(serde_json::to_value(before).unwrap_or_default());
    let after = fields(serde_json::to_value(after).unwrap_or_default());
    let changed = after.into_iter().filter_map(|(name, new)| {
        let old = before.get(&name).cloned().unwrap_or_default();
        (old != new).then(|| (name, Value::Array(vec![old, new])))
    });
    Value::Object(changed.collect())
}
