//! How many e-mails can wait for staff. Strangers send most of them, so they must not fill the company's storage.

use tenancy::TenantTx;

use super::decide::{Decision, MailReason};

/// More e-mails than staff look through.
const MOST_PARKED: i64 = 1_000;

pub const COUNT: &str = "
    select count(*) from (select from support_mails where state = 'parked' and reason <> 'failed' limit $1) parked";

/// The decision, unless too many e-mails wait already: a further one is dropped, and deleted some days later.
pub async fn apply(tx: &mut TenantTx, decision: Decision) -> sqlx::Result<Decision> {
    if !matches!(decision, Decision::Park(_)) {
        return Ok(decision);
    }
    let parked: i64 = sqlx::query_scalar(COUNT).bind(MOST_PARKED).fetch_one(&mut **tx).await?;
    Ok(if parked < MOST_PARKED { decision } else { Decision::Drop(MailReason::TooMany) })
}
