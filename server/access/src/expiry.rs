//! Deletion of expired sessions, links and sign-ins in progress.

use tenancy::TenantTx;

use super::{account_link, email, known_device, second_factor, sessions, social};
use server_core::http::error::ApiResult;
use server_core::state::AppState;

const EXPIRED: &[&str] = &[
    sessions::DELETE_EXPIRED,
    account_link::DELETE_EXPIRED,
    email::DELETE_EXPIRED,
    second_factor::store::DELETE_LATE,
    social::FORGET_ATTEMPTS,
    social::FORGET_PENDING,
    known_device::DELETE_EXPIRED,
];

pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    for sql in EXPIRED {
        sqlx::query(*sql).bind(now).execute(&mut **tx).await?;
    }
    Ok(())
}
