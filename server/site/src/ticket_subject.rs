//! The subject of tickets that e-mails open.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

pub const HAS_SUBJECT: &str = "select exists (select from support_subjects where id = $1 and active)";

/// 422 for a new subject that cannot be chosen. The present one may have been deactivated since.
pub async fn check(tx: &mut TenantTx, before: Option<Uuid>, after: Option<Uuid>) -> ApiResult<()> {
    let Some(id) = after.filter(|_| after != before) else { return Ok(()) };
    let is_active: bool = sqlx::query_scalar(HAS_SUBJECT).bind(id).fetch_one(&mut **tx).await?;
    if is_active {
        return Ok(());
    }
    Err(ApiError::invalid_field("mail_ticket_subject_id", MessageCode::UnknownOption))
}
