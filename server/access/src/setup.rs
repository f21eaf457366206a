//! The step of a new company about its users: whether it is done.

use tenancy::TenantTx;

use crate::is_inside;

/// Staff besides the first administrator.
pub const HAS_COLLEAGUES: &str =
    concat!("select count(*) > 1 from users u where u.active and ", is_inside!("u."));

pub async fn has_colleagues(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_COLLEAGUES).fetch_one(&mut **tx).await
}
