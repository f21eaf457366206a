//! Areas above are told of clients that are new, and of those that have changed.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::follower::follow;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

pub const CODES: &str = "select id, code from clients where id = any($1) order by id";

/// Clients that are new, or have changed.
#[derive(Clone)]
pub struct ClientsChanged {
    pub at: DateTime<Utc>,
    pub ids: Vec<Uuid>,
    pub is_new: bool,
}

pub async fn tell_created(
    tx: &mut TenantTx,
    state: &AppState,
    at: DateTime<Utc>,
    ids: Vec<Uuid>,
) -> ApiResult<()> {
    follow(tx, state, ClientsChanged { at, ids, is_new: true }).await
}

pub async fn tell_updated(
    tx: &mut TenantTx,
    state: &AppState,
    at: DateTime<Utc>,
    ids: Vec<Uuid>,
) -> ApiResult<()> {
    follow(tx, state, ClientsChanged { at, ids, is_new: false }).await
}

/// The codes of these clients.
pub async fn list_codes(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<(Uuid, String)>> {
    Ok(sqlx::query_as(CODES).bind(ids).fetch_all(&mut **tx).await?)
}
