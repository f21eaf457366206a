//! The proofs of verified hosts, looked for again: a name that the company has given up can belong to somebody else.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;
use tenancy::{Host, Tenant};

use super::store::{self, DueProof};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// How long a proof counts before it is looked for again.
const SEEN_FOR: TimeDelta = TimeDelta::days(1);
/// A missing proof is told after this time: one look can fail.
const TOLD_AFTER: TimeDelta = TimeDelta::days(2);
/// A host without its proof for so long is one of the company no more.
const LOST_AFTER: TimeDelta = TimeDelta::days(30);

/// The result of one look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Seen,
    Missing,
    /// No name server answered. The company cannot help it.
    Unknown,
}

/// Since when the proof of a verified host has been missing, and when the host is lost.
pub fn missing(seen_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let seen_at = seen_at.filter(|at| *at < now - TOLD_AFTER)?;
    Some((seen_at, seen_at + LOST_AFTER))
}

/// Looks for the proofs that are due, and takes hosts out of use whose proof has been missing for thirty days.
pub async fn check(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let now = state.clock.now();
    let mut registry = state.tenancy.control().await?;
    let due = store::due_proofs(&mut registry, tenant.id, now - SEEN_FOR).await?;
    registry.commit().await?;
    let (mut seen, mut lost) = (Vec::new(), Vec::new());
    // The name servers are asked without an open transaction.
    for one in due {
        match look(state, &one).await {
            Look::Seen => seen.push(one.host),
            Look::Missing if one.seen_at <= now - LOST_AFTER => lost.push(one.host),
            Look::Missing | Look::Unknown => {}
        }
    }
    if !seen.is_empty() {
        let mut registry = state.tenancy.control().await?;
        store::saw_again(&mut registry, tenant.id, &seen).await?;
        registry.commit().await?;
    }
    for host in lost {
        lose(state, tenant, &host, now - LOST_AFTER).await?;
    }
    Ok(())
}

async fn look(state: &AppState, due: &DueProof) -> Look {
    let Some(host) = Host::parse(&due.host) else { return Look::Unknown };
    match state.name_server.read_proofs(&host).await {
        Ok(texts) if texts.contains(&due.proof) => Look::Seen,
        Ok(_) => Look::Missing,
        Err(error) => {
            tracing::info!(%error, host = due.host, "the proof of a host could not be looked for again");
            Look::Unknown
        }
    }
}

async fn lose(state: &AppState, tenant: &Tenant, host: &str, before: DateTime<Utc>) -> ApiResult<()> {
    let mut tx = state.tenancy.begin(tenant).await?;
    if store::lose(&mut tx, host, before).await? {
        let facts = json!({ "host": [host, null] });
        audit::record(&mut tx, Actor::server(state, "sweep".to_owned()), "domain.lapse", None, facts).await?;
    }
    tx.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_proof_is_told_after_two_days_and_costs_the_host_after_thirty() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(400);
        let seen = |days| Some(now - TimeDelta::days(days));
        assert_eq!(missing(None, now), None, "the operator vouched for it");
        assert_eq!(missing(seen(1), now), None);
        assert_eq!(missing(seen(3), now), Some((now - TimeDelta::days(3), now + TimeDelta::days(27))));
    }
}
