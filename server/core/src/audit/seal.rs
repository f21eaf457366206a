//! The hash chain over the audit log: it reveals entries that were altered, removed or inserted later.
//!
//! A seal hashes an entry together with the previous seal. Seals are written seconds after the entries, not with them:
//! in one chain each writer waits for the previous one, so a large import would block the whole company.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use sqlx::FromRow;
use tenancy::{TenancyError, Tenant, TenantId, TenantState, TenantTx};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::http::error::ApiResult;
use crate::state::AppState;

const PAUSE: Duration = Duration::from_secs(5);
/// How often all tenants are checked for entries that a crash left unsealed.
const SWEEP: Duration = Duration::from_secs(3600);
const CHUNK: i64 = 1_000;
/// Upper limit of a transaction's duration. Entries older than the last seal minus this are sealed.
const LONGEST_TRANSACTION: TimeDelta = TimeDelta::hours(1);

pub const LAST: &str = "select seq, hash, sealed_at from audit_seals order by seq desc limit 1";
pub const UNSEALED: &str = "
    select id, occurred_at, user_id, acting_user_id, action, resource_id, changes::text as changes, request_id,
        api_token_id
    from audit_entries e
    where ($1::timestamptz is null or occurred_at >= $1)
        and not exists (select from audit_seals s where s.entry_id = e.id)
    order by occurred_at, id limit $2";
pub const INSERT: &str = "
    insert into audit_seals (seq, entry_id, hash, sealed_at)
    select *, $4 from unnest($1::bigint[], $2::uuid[], $3::bytea[])";
pub const SEALED: &str = "
    select s.seq, s.hash, e.id, e.occurred_at, e.user_id, e.acting_user_id, e.action, e.resource_id,
        e.changes::text as changes, e.request_id, e.api_token_id
    from audit_seals s join audit_entries e on e.id = s.entry_id
    where s.seq > $1 order by s.seq limit $2";

/// The sealed fields of an entry.
#[derive(FromRow)]
struct Entry {
    id: Uuid,
    occurred_at: DateTime<Utc>,
    user_id: Option<Uuid>,
    acting_user_id: Option<Uuid>,
    action: String,
    resource_id: Option<Uuid>,
    changes: String,
    request_id: String,
    api_token_id: Option<Uuid>,
}

impl Entry {
    /// Each field is hashed with its length, so that no two entries have the same input.
    fn hash(&self, before: &[u8]) -> Vec<u8> {
        let id = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        let mut hasher = Sha256::new();
        let parts = [
            self.id.to_string(),
            self.occurred_at.timestamp_micros().to_string(),
            id(self.user_id),
            id(self.acting_user_id),
            self.action.clone(),
            id(self.resource_id),
            self.changes.clone(),
            self.request_id.clone(),
            id(self.api_token_id),
        ];
        hasher.update(before);
        for part in parts {
            hasher.update((part.len() as u64).to_be_bytes());
            hasher.update(part);
        }
        hasher.finalize().to_vec()
    }
}

/// The result of the verification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Whole(Head),
    /// The first seal that does not match.
    Broken {
        seq: i64,
        what: Breach,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// The entry or its seal is missing.
    Missing,
    /// The entry or its seal was altered.
    Altered,
    /// The log does not contain the noted head.
    Cut,
}

/// The end of a chain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Number of sealed entries.
    pub seq: i64,
    pub hash: Vec<u8>,
}

impl std::fmt::Display for Head {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.seq)?;
        self.hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Head {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (seq, hash) = text.split_once(':').ok_or("a head is NUMBER:HASH, as this command prints it")?;
        let seq = seq.parse().map_err(|_| "a head begins with a number")?;
        let byte = |at: usize| u8::from_str_radix(hash.get(at..at + 2).unwrap_or_default(), 16).ok();
        let hash = (0..hash.len()).step_by(2).map(byte).collect::<Option<_>>();
        Ok(Self { seq, hash: hash.ok_or("a head ends with a hash in hexadecimal")? })
    }
}

/// Seals up to a thousand entries and returns their number. When two nodes seal at the same time, one fails on the
/// unique seal number and nothing is lost.
pub async fn seal(tx: &mut TenantTx, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let last: Option<(i64, Vec<u8>, DateTime<Utc>)> = sqlx::query_as(LAST).fetch_optional(&mut **tx).await?;
    let since = last.as_ref().map(|(_, _, at)| *at - LONGEST_TRANSACTION);
    let (mut seq, mut hash) = last.map_or((0, Vec::new()), |(seq, hash, _)| (seq, hash));
    let entries: Vec<Entry> = sqlx::query_as(UNSEALED).bind(since).bind(CHUNK).fetch_all(&mut **tx).await?;
    let (mut seqs, mut ids, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for entry in &entries {
        seq += 1;
        hash = entry.hash(&hash);
        seqs.push(seq);
        ids.push(entry.id);
        hashes.push(hash.clone());
    }
    if !entries.is_empty() {
        sqlx::query(INSERT).bind(seqs).bind(ids).bind(hashes).bind(now).execute(&mut **tx).await?;
    }
    Ok(entries.len())
}

#[derive(FromRow)]
struct SealedEntry {
    seq: i64,
    hash: Vec<u8>,
    #[sqlx(flatten)]
    entry: Entry,
}

/// Recomputes every seal. `noted` is a head that was recorded elsewhere: it reveals a log whose end was removed
/// together with its seals.
pub async fn verify(tx: &mut TenantTx, noted: Option<&Head>) -> sqlx::Result<Verdict> {
    let mut head = Head::default();
    let mut came_by = noted.is_none();
    loop {
        let rows: Vec<SealedEntry> =
            sqlx::query_as(SEALED).bind(head.seq).bind(CHUNK).fetch_all(&mut **tx).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            if row.seq != head.seq + 1 {
                return Ok(Verdict::Broken { seq: head.seq + 1, what: Breach::Missing });
            }
            if row.entry.hash(&head.hash) != row.hash {
                return Ok(Verdict::Broken { seq: row.seq, what: Breach::Altered });
            }
            head = Head { seq: row.seq, hash: row.hash };
            came_by |= noted == Some(&head);
        }
    }
    let last: Option<(i64, Vec<u8>, DateTime<Utc>)> = sqlx::query_as(LAST).fetch_optional(&mut **tx).await?;
    Ok(match last {
        Some((seq, ..)) if seq > head.seq => Verdict::Broken { seq: head.seq + 1, what: Breach::Missing },
        _ if !came_by => Verdict::Broken { seq: head.seq, what: Breach::Cut },
        _ => Verdict::Whole(head),
    })
}

/// Seals new entries until `stop`. Each tenant waits for one interval, so that its entries are committed.
pub async fn keep_sealing(state: AppState, stop: CancellationToken) {
    let mut settled = every_tenant(&state);
    let mut swept = tokio::time::Instant::now();
    loop {
        for tenant in settled {
            if let Err(error) = seal_all(&state, tenant).await {
                tracing::warn!(%tenant, %error, "the audit log could not be sealed");
                state.unsealed.note(tenant);
            }
        }
        if swept.elapsed() > SWEEP {
            swept = tokio::time::Instant::now();
            every_tenant(&state).into_iter().for_each(|tenant| state.unsealed.note(tenant));
        }
        settled = state.unsealed.take();
        if tokio::time::timeout(PAUSE, stop.cancelled()).await.is_ok() {
            return;
        }
    }
}

fn every_tenant(state: &AppState) -> HashSet<TenantId> {
    let active = |tenant: &Arc<Tenant>| tenant.state == TenantState::Active;
    state.tenancy.tenants().into_iter().filter(active).map(|tenant| tenant.id).collect()
}

/// Broken when two nodes seal the same entries.
const KEYS: [&str; 2] = ["audit_seals_pkey", "audit_seals_entry_id_key"];

/// Seals until nothing is left. Skips tenants that are deleted or suspended.
async fn seal_all(state: &AppState, tenant: TenantId) -> ApiResult<()> {
    loop {
        let Some(tenant) = state.tenancy.tenant(tenant.as_ref()) else { return Ok(()) };
        let mut tx = match state.tenancy.begin(&tenant).await {
            Err(TenancyError::Suspended) => return Ok(()),
            begun => begun?,
        };
        match seal(&mut tx, state.clock.now()).await {
            Ok(0) => return Ok(tx.commit().await?),
            Ok(_) => tx.commit().await?,
            // Another node seals at this moment.
            Err(error) if KEYS.iter().any(|key| tenancy::breaks_constraint(&error, key)) => {
                tx.rollback().await;
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        }
    }
}
