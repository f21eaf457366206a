//! The token of a remembered session is replaced regularly, so that a copied one does not last (AUTH-5).

use chrono::{DateTime, TimeDelta, Utc};
use tenancy::TenantTx;

use super::sessions;
use server_core::http::error::ApiResult;
use server_core::http::security_log::SecurityEvent;
use server_core::http::session::SessionToken;
use server_core::http::visit::Visit;

const EVERY: TimeDelta = TimeDelta::days(1);
/// The replaced token stays valid for requests that are on their way, and for an answer that was lost.
pub const GRACE: TimeDelta = TimeDelta::minutes(2);

pub const ROTATE: &str = "
    update sessions set token_hash = $2, previous_hash = $1, rotated_at = $3
    where token_hash = $1 and remember and acting_user_id is null and expires_at > $3
      and coalesce(rotated_at, created_at) <= $4";
pub const WAS_ROTATED: &str = "
    select exists (select from sessions where token_hash = $2 and previous_hash = $1 and rotated_at > $3)";

/// The token that replaces this one from now on; none when it remains.
pub async fn rotate(visit: &Visit, token: &SessionToken) -> ApiResult<Option<SessionToken>> {
    let next = token.next(&visit.state.config.secret, &visit.tenant.id);
    let now = visit.now();
    let mut tx = visit.begin().await?;
    let rotate = sqlx::query(ROTATE).bind(token.hash()).bind(next.hash()).bind(now).bind(now - EVERY);
    let done = rotate.execute(&mut *tx).await?.rows_affected() > 0;
    let query = sqlx::query_scalar(WAS_ROTATED).bind(token.hash()).bind(next.hash()).bind(now - GRACE);
    let was_rotated: bool = query.fetch_one(&mut *tx).await?;
    tx.commit().await?;
    if done {
        sessions::forget(visit).await;
    }
    Ok(was_rotated.then_some(next))
}

/// True when a token that was replaced at this time can only be a copy.
pub fn was_copied(replaced_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    replaced_at + GRACE <= now
}

/// Ends the session of a copied token: nobody knows which of the two is the user.
pub async fn end_copied(visit: &Visit, mut tx: TenantTx, token: &SessionToken) -> ApiResult<()> {
    let ended = sessions::close(&mut tx, token).await?;
    tx.commit().await?;
    sessions::forget_all(&visit.state, &visit.tenant.id, &ended).await;
    SecurityEvent::SessionCopied.write(&visit.tenant.id, &visit.request_id);
    Ok(())
}
