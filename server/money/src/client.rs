//! The client of a payment, and its users.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{Language, MessageCode};

/// Locked, so that it is not merged meanwhile.
pub const LOCK: &str =
    "select name from clients where id = $1 and merged_into is null and (active or not $2) for no key update";
pub const NAME: &str =
    "select code, name, currency, credit_currency, payment_terms_days, language from clients where id = $1";
pub const USERS: &str =
    "select id from users where client_id = $1 and user_type = 30 and active order by id limit 100";

/// A client, as its wallet and invoices need it.
#[derive(sqlx::FromRow)]
pub struct ClientRow {
    pub code: String,
    pub name: String,
    pub currency: Option<String>,
    pub credit_currency: Option<String>,
    pub payment_terms_days: Option<i16>,
    pub language: Option<Language>,
}

/// 404 for a client who does not exist.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<ClientRow> {
    let found = sqlx::query_as(NAME).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

pub async fn exists(tx: &mut TenantTx, id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_as::<_, ClientRow>(NAME).bind(id).fetch_optional(&mut **tx).await?.is_some())
}

/// Locks the client of a new record and returns its name; 422 at `client_id` for one that cannot have it.
pub async fn lock_active(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<(Uuid, String)> {
    let Some(id) = id else { return Err(ApiError::invalid_field("client_id", MessageCode::Required)) };
    let found: Option<String> =
        sqlx::query_scalar(LOCK).bind(id).bind(true).fetch_optional(&mut **tx).await?;
    let name = found.ok_or_else(|| ApiError::invalid_field("client_id", MessageCode::UnknownClient))?;
    Ok((id, name))
}

/// Locks a client of a path; 409 `client_merged` for a duplicate.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<String> {
    let found: Option<String> =
        sqlx::query_scalar(LOCK).bind(id).bind(false).fetch_optional(&mut **tx).await?;
    match found {
        Some(name) => Ok(name),
        None => {
            find(tx, id).await?;
            Err(ApiError::refused(MessageCode::ClientMerged))
        }
    }
}

/// The users of a client, to be notified.
pub async fn users(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(USERS).bind(id).fetch_all(&mut **tx).await?)
}
