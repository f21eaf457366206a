//! E-mails for companies that cannot take them now. This SQL runs on the registry, not in a tenant.

use std::sync::Arc;

use poem::http::StatusCode;
use tenancy::{Tenant, TenantState};

use super::take::{self, MailSource};
use server_core::files::{FileKey, FileKind};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::state::AppState;

pub const ADD: &str = "
    insert into waiting_mails (tenant, sha256, file_key, door, size) values ($1, $2, $3, $4, $5)
    on conflict (tenant, sha256) do nothing";
pub const LIST: &str = "
    select tenant, sha256, file_key, door, size from waiting_mails order by received_at limit 1000";
pub const COUNT: &str = "select count(*) from waiting_mails where tenant = $1";
pub const REMOVE: &str = "delete from waiting_mails where tenant = $1 and sha256 = $2";

/// E-mails of one company that wait at most.
const MOST_WAITING: i64 = 1_000;
const RETRY_S: u64 = 3600;

#[derive(sqlx::FromRow)]
struct WaitingMail {
    tenant: String,
    sha256: Vec<u8>,
    file_key: String,
    door: String,
    size: i32,
}

/// Stores an e-mail until the company is back.
pub(super) async fn store(
    state: &AppState,
    tenant: &Tenant,
    raw: &[u8],
    sha256: &[u8],
    source: MailSource,
) -> ApiResult<()> {
    refuse_too_many(state, tenant).await?;
    let kept = state.files.put(&tenant.id, FileKind::Upload, raw.to_vec()).await;
    let key = kept.map_err(take::to_retry)?;
    let size = i32::try_from(raw.len()).unwrap_or(i32::MAX);
    let mut tx = state.tenancy.control().await?;
    let add = sqlx::query(ADD).bind(tenant.id.as_str()).bind(sha256).bind(key.name()).bind(source.as_str());
    let added = add.bind(size).execute(&mut *tx).await?.rows_affected();
    tx.commit().await?;
    if added == 0 {
        state.files.delete(&key).await.map_err(ApiError::internal)?;
    }
    Ok(())
}

/// Nobody reads the e-mails of a company that is away, so they are bounded; the mail server tries again.
async fn refuse_too_many(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let mut tx = state.tenancy.control().await?;
    let count: i64 = sqlx::query_scalar(COUNT).bind(tenant.id.as_str()).fetch_one(&mut *tx).await?;
    tx.commit().await?;
    match count < MOST_WAITING {
        true => Ok(()),
        false => Err(ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, RETRY_S)),
    }
}

/// Takes the e-mails of companies that are back. A failure of one does not stop the others.
pub async fn take_waiting(state: &AppState) -> ApiResult<()> {
    let mut tx = state.tenancy.control().await?;
    let mails: Vec<WaitingMail> = sqlx::query_as(LIST).fetch_all(&mut *tx).await?;
    tx.commit().await?;
    for mail in mails {
        let tenant = state.tenancy.tenant(&mail.tenant);
        if tenant.as_ref().is_some_and(|tenant| tenant.state != TenantState::Active) {
            continue;
        }
        if let Err(error) = take_one(state, tenant, &mail).await {
            tracing::warn!(tenant = mail.tenant, %error, "a waiting e-mail could not be taken");
        }
    }
    Ok(())
}

async fn take_one(state: &AppState, tenant: Option<Arc<Tenant>>, mail: &WaitingMail) -> ApiResult<()> {
    if let Some(tenant) = tenant
        && let Some(key) = FileKey::of(&tenant.id, &mail.file_key)
    {
        let size = usize::try_from(mail.size).unwrap_or_default();
        if !take::add(state, &tenant, &mail.sha256, &mail.door, &key, size).await? {
            state.files.delete(&key).await.map_err(ApiError::internal)?;
        }
    }
    let mut tx = state.tenancy.control().await?;
    sqlx::query(REMOVE).bind(&mail.tenant).bind(&mail.sha256).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}
