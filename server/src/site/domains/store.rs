//! SQL of the company's hosts. They stand in the registry: a tenant reaches its own through the functions of the schema
//! `domains`, inside its own transaction.

use chrono::{DateTime, Utc};
use sqlx::FromRow;
use tenancy::{ControlTx, Host, TenantId, TenantTx};

use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::{MessageCode, Params};

pub const LIST: &str = "select host, is_primary, proof, verified_at, created_at from domains.own()";
pub const FIND: &str =
    "select host, is_primary, proof, verified_at, created_at from domains.own() where host = $1";
pub const CLAIM: &str = "select domains.claim($1)";
pub const PROVE: &str = "select domains.prove($1)";
pub const PREFER: &str = "select domains.prefer($1)";
pub const REMOVE: &str = "select domains.remove($1)";
/// On the registry.
pub const SEEN: &str = "update domains set seen_at = now() where tenant_id = $1 and host = $2 and proof = $3";

/// As `domains.claim` has it.
const MOST: i64 = 20;

#[derive(Clone, Debug, FromRow)]
pub struct Row {
    pub host: String,
    pub is_primary: bool,
    pub proof: String,
    pub verified_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// The primary one first.
pub async fn list(tx: &mut TenantTx) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(LIST).fetch_all(&mut **tx).await
}

/// 404 when it is none of the company's.
pub async fn find(tx: &mut TenantTx, host: &str) -> ApiResult<Row> {
    let found = sqlx::query_as(FIND).bind(host).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// 422 when it is claimed here already or proven by anybody else, whoever that is.
pub async fn claim(tx: &mut TenantTx, host: &Host) -> ApiResult<()> {
    let claimed = sqlx::query(CLAIM).bind(host.as_str()).execute(&mut **tx).await;
    claimed.map(|_| ()).map_err(|error| match constraint(&error) {
        Some("domains_pkey" | "domains_host_key") => ApiError::invalid_field("host", MessageCode::Taken),
        Some("domains_count_check") => {
            ApiError::refused(MessageCode::TooManyDomains).with_params(Params::from([("max", MOST.into())]))
        }
        _ => error.into(),
    })
}

/// Notes that a name server shows the proof. Not the tenant's to say.
pub async fn saw(tx: &mut ControlTx, tenant: TenantId, row: &Row) -> sqlx::Result<()> {
    sqlx::query(SEEN).bind(tenant.as_str()).bind(&row.host).bind(&row.proof).execute(&mut **tx).await?;
    Ok(())
}

/// False when its proof was not seen just now. 409 when another company was faster.
pub async fn prove(tx: &mut TenantTx, host: &str) -> ApiResult<bool> {
    let proven = sqlx::query_scalar(PROVE).bind(host).fetch_one(&mut **tx).await;
    proven.map_err(|error| match constraint(&error) {
        Some("domains_host_key") => ApiError::refused(MessageCode::DomainTaken),
        _ => error.into(),
    })
}

/// False when it is not a proven one.
pub async fn prefer(tx: &mut TenantTx, host: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(PREFER).bind(host).fetch_one(&mut **tx).await
}

/// False when it is the primary one.
pub async fn remove(tx: &mut TenantTx, host: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(REMOVE).bind(host).fetch_one(&mut **tx).await
}

fn constraint(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error()?.constraint()
}
