//! Merge of clients: codes and indications of a duplicate.

use chrono::{DateTime, Utc};
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
/// Nobody sends itself: what is held is given up.
pub const END_OWN: &str = "
    update indications set status = 60, version = version + 1, updated_at = $3, rewards = coalesce((
        select jsonb_agg(case when n.reward ->> 'paid_at' is null and n.reward ->> 'reversed_at' is null
                              then n.reward || jsonb_build_object('reversed_at', $3::timestamptz)
                              else n.reward end order by n.place)
        from jsonb_array_elements(rewards) with ordinality n (reward, place)), '[]')
    where referrer_id = $1 and referred_id in ($1, $2) and status in (20, 30)";

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(
    tx: &mut TenantTx,
    duplicate: Uuid,
    stays: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    for step in [MOVE_CODES, MOVE_REFERRERS, MOVE_REFERRED] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    sqlx::query(END_OWN).bind(stays).bind(duplicate).bind(at).execute(&mut **tx).await?;
    Ok(())
}
