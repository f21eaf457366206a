//! Clients as the owners of parcels that come to a warehouse.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// The client of a parcel.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ParcelOwner {
    pub id: Uuid,
    pub name: String,
    /// Its suite, or its code if it has none: shops write it on the parcel.
    pub suite_code: String,
    pub group_id: Option<Uuid>,
    is_active: bool,
    is_blocked: bool,
}

pub const OWNER: &str = "
    select id, name, coalesce(suite_code, code) as suite_code, group_id, active as is_active, kyc_status = 'blocked' as is_blocked
    from clients where id = $1";
/// Locked, so that it is neither merged nor blocked meanwhile.
pub const LOCKED_OWNER: &str = "
    select id, name, coalesce(suite_code, code) as suite_code, group_id, active as is_active, kyc_status = 'blocked' as is_blocked
    from clients where id = $1 for share";

pub const GROUP: &str = "select group_id from clients where id = $1";

/// The group of a client, if it is in one.
pub async fn find_client_group(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Uuid>> {
    let found: Option<Option<Uuid>> = sqlx::query_scalar(GROUP).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}

/// 404 for a client who does not exist.
pub async fn find_parcel_owner(tx: &mut TenantTx, id: Uuid) -> ApiResult<ParcelOwner> {
    let found = sqlx::query_as(OWNER).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Locks the client of a parcel; 422 at `client_id` for one that gets none.
pub async fn lock_parcel_owner(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<ParcelOwner> {
    let refuse = |code| ApiError::invalid_field("client_id", code);
    let Some(id) = id else { return Err(refuse(MessageCode::Required)) };
    let found: Option<ParcelOwner> = sqlx::query_as(LOCKED_OWNER).bind(id).fetch_optional(&mut **tx).await?;
    match found {
        Some(owner) if owner.is_blocked => Err(refuse(MessageCode::ClientBlocked)),
        Some(owner) if owner.is_active => Ok(owner),
        _ => Err(refuse(MessageCode::UnknownClient)),
    }
}
