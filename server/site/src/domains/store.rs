//! SQL of the company's hosts. They are stored in the registry; a tenant accesses its own through the functions of the
//! schema `domains`, in its own transaction.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::FromRow;
use tenancy::dns::PROOF_DAYS;
use tenancy::{ControlTx, Host, TenantId, TenantTx};

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

/// Hosts that are verified, or were claimed after $1.
pub const LIST: &str = "
    select host, is_primary, proof, verified_at, created_at, seen_at from domains.own()
    where verified_at is not null or created_at > $1";
pub const FIND: &str = "
    select host, is_primary, proof, verified_at, created_at, seen_at from domains.own()
    where host = $2 and (verified_at is not null or created_at > $1)";
pub const HAS_LAPSED: &str =
    "select exists (select from domains.own() where verified_at is null and created_at <= $1)";
pub const LAPSE: &str = "select domains.lapse($1)";
pub const CLAIM: &str = "select domains.claim($1)";
pub const PROVE: &str = "select domains.prove($1)";
pub const PREFER: &str = "select domains.prefer($1)";
pub const REMOVE: &str = "select domains.remove($1)";
/// Runs on the registry.
pub const SEEN: &str = "update domains set seen_at = now() where tenant_id = $1 and host = $2 and proof = $3";

/// Runs on the registry.
pub const DUE_PROOFS: &str = "
    select host, proof, seen_at from domains
    where tenant_id = $1 and verified_at is not null and seen_at <= $2 order by seen_at, host limit 20";
/// Runs on the registry.
pub const SEEN_AGAIN: &str =
    "update domains set seen_at = now() where tenant_id = $1 and host = any($2) and verified_at is not null";
pub const LOSE: &str = "select domains.lose($1, $2)";

/// Same limit as in `domains.claim`.
const MOST: i64 = 20;

#[derive(Clone, Debug, FromRow)]
pub struct Row {
    pub host: String,
    pub is_primary: bool,
    pub proof: String,
    pub verified_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// When a name server last showed the proof; none for a host that the operator vouched for.
    pub seen_at: Option<DateTime<Utc>>,
}

/// A verified host whose proof is looked for again.
#[derive(Clone, Debug, FromRow)]
pub struct DueProof {
    pub host: String,
    pub proof: String,
    pub seen_at: DateTime<Utc>,
}

impl Row {
    /// When an unverified claim expires.
    pub fn expires_at(&self) -> DateTime<Utc> {
        self.created_at + proof_life()
    }
}

/// The primary host first.
pub async fn list(tx: &mut TenantTx, now: DateTime<Utc>) -> sqlx::Result<Vec<Row>> {
    sqlx::query_as(LIST).bind(now - proof_life()).fetch_all(&mut **tx).await
}

/// Returns 404 when the company has no such host, or its claim has expired.
pub async fn find(tx: &mut TenantTx, host: &str, now: DateTime<Utc>) -> ApiResult<Row> {
    let found = sqlx::query_as(FIND).bind(now - proof_life()).bind(host).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Deletes expired claims and returns their hosts.
pub async fn delete_expired(tx: &mut TenantTx, now: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    let before = now - proof_life();
    // Checked first, because a change of hosts takes a lock and notifies every server.
    if !sqlx::query_scalar::<_, bool>(HAS_LAPSED).bind(before).fetch_one(&mut **tx).await? {
        return Ok(Vec::new());
    }
    sqlx::query_scalar(LAPSE).bind(before).fetch_all(&mut **tx).await
}

fn proof_life() -> TimeDelta {
    TimeDelta::days(PROOF_DAYS.into())
}

/// Returns 422 when the company has claimed the host already, or any company has verified it.
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

/// Records that a name server shows the proof. The tenant itself cannot do this.
pub async fn saw(tx: &mut ControlTx, tenant: TenantId, row: &Row) -> sqlx::Result<()> {
    sqlx::query(SEEN).bind(tenant.as_str()).bind(&row.host).bind(&row.proof).execute(&mut **tx).await?;
    Ok(())
}

/// Verified hosts whose proof was not seen since then.
pub async fn due_proofs(
    tx: &mut ControlTx,
    tenant: TenantId,
    before: DateTime<Utc>,
) -> sqlx::Result<Vec<DueProof>> {
    sqlx::query_as(DUE_PROOFS).bind(tenant.as_str()).bind(before).fetch_all(&mut **tx).await
}

pub async fn saw_again(tx: &mut ControlTx, tenant: TenantId, hosts: &[String]) -> sqlx::Result<()> {
    sqlx::query(SEEN_AGAIN).bind(tenant.as_str()).bind(hosts).execute(&mut **tx).await?;
    Ok(())
}

/// False for the company's only host.
pub async fn lose(tx: &mut TenantTx, host: &str, before: DateTime<Utc>) -> sqlx::Result<bool> {
    sqlx::query_scalar(LOSE).bind(host).bind(before).fetch_one(&mut **tx).await
}

/// False when the proof was not seen recently. Returns 409 when another company verified the host first.
pub async fn prove(tx: &mut TenantTx, host: &str) -> ApiResult<bool> {
    let proven = sqlx::query_scalar(PROVE).bind(host).fetch_one(&mut **tx).await;
    proven.map_err(|error| match constraint(&error) {
        Some("domains_host_key") => ApiError::refused(MessageCode::DomainTaken),
        _ => error.into(),
    })
}

/// False when the host is not verified.
pub async fn prefer(tx: &mut TenantTx, host: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(PREFER).bind(host).fetch_one(&mut **tx).await
}

/// False when the host is the primary one.
pub async fn remove(tx: &mut TenantTx, host: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar(REMOVE).bind(host).fetch_one(&mut **tx).await
}

fn constraint(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error()?.constraint()
}
