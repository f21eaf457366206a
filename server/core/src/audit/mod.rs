//! The audit log: entries are written in the transaction of the change and sealed into a hash chain. `audit_log` reads
//! it.

pub mod seal;
pub mod unsealed;

use chrono::{DateTime, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use self::unsealed::UnsealedTenants;
use crate::http::error::ApiResult;
use crate::http::visit::Visit;
use crate::state::AppState;

pub const INSERT: &str = "
    insert into audit_entries (id, occurred_at, user_id, acting_user_id, action, resource_id, changes, request_id,
                               api_token_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

pub const INSERT_MANY: &str = "
    insert into audit_entries (id, occurred_at, user_id, acting_user_id, action, resource_id, changes, request_id,
                               api_token_id)
    select entries.id, $4, $5, $6, $7, entries.resource_id, entries.changes, $8, $9
    from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) entries(id, resource_id, changes)";

/// The author, time and request of an entry. Built from a `Ctx` or a `ProcessCx`.
#[derive(Clone)]
pub struct Actor {
    /// None for the operator and for the server itself.
    pub user_id: Option<Uuid>,
    /// The user who acts as `user_id`.
    pub acting_user_id: Option<Uuid>,
    /// The token by which a program called in the name of `user_id`.
    pub api_token_id: Option<Uuid>,
    pub at: DateTime<Utc>,
    pub request_id: String,
    /// Records that the tenant has new entries, which are then sealed within seconds. Without it, they are sealed at
    /// the next sweep.
    pub unsealed: Option<UnsealedTenants>,
}

impl Actor {
    /// The user of a request without a `Ctx`, e.g. during the sign-in.
    pub fn visitor(visit: &Visit, user_id: Uuid) -> Self {
        Self { user_id: Some(user_id), ..Self::server(&visit.state, visit.request_id.clone()) }
    }

    /// The server itself, in scheduled work.
    pub fn server(state: &AppState, request_id: String) -> Self {
        let unsealed = Some(state.unsealed.clone());
        Self {
            user_id: None,
            acting_user_id: None,
            api_token_id: None,
            at: state.clock.now(),
            request_id,
            unsealed,
        }
    }

    /// The operator, who is not a user of the tenant and works in another process.
    pub fn operator(at: DateTime<Utc>, request_id: &str) -> Self {
        Self {
            user_id: None,
            acting_user_id: None,
            api_token_id: None,
            at,
            request_id: request_id.to_owned(),
            unsealed: None,
        }
    }
}

/// Writes one entry. `action` is `resource.verb`; `changes` holds the fields before and after, or other facts.
pub async fn record(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    action: &str,
    resource_id: Option<Uuid>,
    changes: Value,
) -> ApiResult<()> {
    let actor = actor.into();
    sqlx::query(INSERT)
        .bind(Uuid::now_v7())
        .bind(actor.at)
        .bind(actor.user_id)
        .bind(actor.acting_user_id)
        .bind(action)
        .bind(resource_id)
        .bind(changes)
        .bind(actor.request_id)
        .bind(actor.api_token_id)
        .execute(&mut **tx)
        .await?;
    if let Some(unsealed) = actor.unsealed {
        unsealed.note(tx.tenant().id);
    }
    Ok(())
}

/// Writes one entry for each record and its changes.
pub async fn record_many(
    tx: &mut TenantTx,
    actor: Actor,
    action: &str,
    records: Vec<(Uuid, Value)>,
) -> ApiResult<()> {
    let entries: Vec<Uuid> = records.iter().map(|_| Uuid::now_v7()).collect();
    let (ids, changes) = records.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
    sqlx::query(INSERT_MANY)
        .bind(entries)
        .bind(ids)
        .bind(changes)
        .bind(actor.at)
        .bind(actor.user_id)
        .bind(actor.acting_user_id)
        .bind(action)
        .bind(actor.request_id)
        .bind(actor.api_token_id)
        .execute(&mut **tx)
        .await?;
    if let Some(unsealed) = actor.unsealed {
        unsealed.note(tx.tenant().id);
    }
    Ok(())
}

/// Writes an entry with the fields that differ. Returns false, without an entry, when none differs.
pub async fn record_change(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    action: &str,
    resource_id: Uuid,
    before: &impl serde::Serialize,
    after: &impl serde::Serialize,
) -> ApiResult<bool> {
    let changes = difference(before, after);
    let differs = changes.as_object().is_some_and(|fields| !fields.is_empty());
    if differs {
        record(tx, actor, action, Some(resource_id), changes).await?;
    }
    Ok(differs)
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
