//! SQL of the places from which messages are fetched. They are rows of the gateways, for another purpose.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use tenancy::TenantTx;

use super::state::SourceState;
use crate::gateways::{GatewayRow, ManifestGatewayKind};
use server_core::http::error::ApiResult;

pub const SOURCES: &str = "
    select name, label, kind, fetch_state, next_fetch_at from manifest_gateways
    where enabled and purpose = 'fetch' order by position limit 50";
pub const DUE: &str = "
    select name from manifest_gateways
    where enabled and purpose = 'fetch' and coalesce(next_fetch_at, '-infinity') <= $1 order by position limit 50";
/// Two tasks of a place do not fetch at once: the second one finds that it is not due.
pub const CLAIM: &str = "
    update manifest_gateways set next_fetch_at = $3
    where name = $1 and enabled and purpose = 'fetch' and coalesce(next_fetch_at, '-infinity') <= $2
    returning name, label, kind, address, formats, user_name, secret, host_key, fetch_state";
pub const NOTE: &str = "
    update manifest_gateways set fetch_state = $3, next_fetch_at = $4
    where name = $1 and address = $2 and purpose = 'fetch' and next_fetch_at = $5";

/// A place as people see it.
#[derive(sqlx::FromRow)]
pub struct ListedSource {
    pub name: String,
    pub label: String,
    pub kind: ManifestGatewayKind,
    pub fetch_state: Json<SourceState>,
    pub next_fetch_at: Option<DateTime<Utc>>,
}

/// A place that is asked now.
#[derive(sqlx::FromRow)]
pub struct ClaimedSource {
    #[sqlx(flatten)]
    pub place: GatewayRow,
    pub label: String,
    pub fetch_state: Json<SourceState>,
}

/// A place that nobody else asks for some time.
pub struct Claim {
    pub source: ClaimedSource,
    pub until: DateTime<Utc>,
}

pub async fn list(tx: &mut TenantTx) -> ApiResult<Vec<ListedSource>> {
    Ok(sqlx::query_as(SOURCES).fetch_all(&mut **tx).await?)
}

pub async fn list_due(tx: &mut TenantTx, now: DateTime<Utc>) -> ApiResult<Vec<String>> {
    Ok(sqlx::query_scalar(DUE).bind(now).fetch_all(&mut **tx).await?)
}

/// The place, if it is due. Nobody else fetches from it until `until`.
pub async fn claim(
    tx: &mut TenantTx,
    name: &str,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> ApiResult<Option<Claim>> {
    let claimed: Option<ClaimedSource> =
        sqlx::query_as(CLAIM).bind(name).bind(now).bind(until).fetch_optional(&mut **tx).await?;
    Ok(claimed.map(|source| Claim { source, until }))
}

/// Notes how a fetch went, unless its claim is over: the place was changed meanwhile, or another task has it. What was wrong with
/// it then may be right now.
pub async fn note(
    tx: &mut TenantTx,
    claim: &Claim,
    state: &SourceState,
    next_at: DateTime<Utc>,
) -> ApiResult<bool> {
    let Claim { source, until } = claim;
    let query = sqlx::query(NOTE).bind(&source.place.name).bind(&source.place.address);
    let noted = query.bind(Json(state)).bind(next_at).bind(until).execute(&mut **tx).await?;
    Ok(noted.rows_affected() > 0)
}
