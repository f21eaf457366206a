//! The step of a new company about its users: whether it is done.

use tenancy::TenantTx;

/// Staff besides the first administrator.
pub const HAS_COLLEAGUES: &str =
    "select count(*) > 1 from users where active and client_id is null and partner_id is null";

pub async fn has_colleagues(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_COLLEAGUES).fetch_one(&mut **tx).await
}
