//! Merge of clients: codes and indications of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

// $1 stays, $2 is the duplicate.
pub const MOVE_CODES: &str = "update referral_codes set client_id = $1 where client_id = $2";
pub const MOVE_REFERRERS: &str = "update indications set referrer_id = $1 where referrer_id = $2";
/// A client is sent once: the indication of the client that stays counts.
pub const MOVE_REFERRED: &str = "
    update indications set referred_id = $1
    where referred_id = $2 and not exists (select from indications where referred_id = $1)";
/// Nobody sends itself.
pub const END_OWN: &str = "
    update indications set status = 60, version = version + 1
    where referrer_id = $1 and referred_id in ($1, $2) and status in (20, 30)";

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE_CODES, MOVE_REFERRERS, MOVE_REFERRED, END_OWN] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}
