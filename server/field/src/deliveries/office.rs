//! What the office did with a delivery. Drivers' records that arrive late are sorted among it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::drivers::stop_fold::{OfficeChange, OfficeChangeKind};
use server_core::http::error::ApiResult;

pub const ADD: &str = "update deliveries set office = office || $2 where id = $1";
pub const ADD_TO_MANY: &str = "
    update deliveries d set office = d.office || new.entry
    from unnest($1::uuid[], $2::jsonb[]) new(id, entry) where d.id = new.id";

/// A change by the office, as its delivery keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OfficeEntry {
    Cancelled { at: DateTime<Utc> },
    Returned { at: DateTime<Utc> },
    Reassigned { at: DateTime<Utc>, stop_id: Uuid },
    Reopened { at: DateTime<Utc> },
    FailureUndone { at: DateTime<Utc>, stop_id: Uuid },
}

impl From<OfficeEntry> for OfficeChange {
    fn from(entry: OfficeEntry) -> Self {
        match entry {
            OfficeEntry::Cancelled { at } => Self { at, kind: OfficeChangeKind::Cancelled },
            OfficeEntry::Returned { at } => Self { at, kind: OfficeChangeKind::Returned },
            OfficeEntry::Reopened { at } => Self { at, kind: OfficeChangeKind::Reopened },
            OfficeEntry::FailureUndone { at, stop_id } => {
                Self { at, kind: OfficeChangeKind::FailureUndone { stop_id } }
            }
            OfficeEntry::Reassigned { at, stop_id } => {
                Self { at, kind: OfficeChangeKind::Reassigned { stop_id } }
            }
        }
    }
}

/// Notes what the office did with a delivery.
pub async fn add(tx: &mut TenantTx, delivery_id: Uuid, entry: OfficeEntry) -> ApiResult<()> {
    sqlx::query(ADD).bind(delivery_id).bind(Json([entry])).execute(&mut **tx).await?;
    Ok(())
}

/// A stop that is no longer that of its delivery.
#[derive(Clone, Copy, Debug)]
pub struct EarlierStop {
    pub stop_id: Uuid,
    pub delivery_id: Uuid,
}

/// Notes that these stops are no longer those of their deliveries.
pub async fn add_reassigned(tx: &mut TenantTx, stops: &[EarlierStop], at: DateTime<Utc>) -> ApiResult<()> {
    if stops.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.delivery_id).collect();
    let to_entry = |stop: &EarlierStop| Json([OfficeEntry::Reassigned { at, stop_id: stop.stop_id }]);
    let entries: Vec<_> = stops.iter().map(to_entry).collect();
    sqlx::query(ADD_TO_MANY).bind(ids).bind(entries).execute(&mut **tx).await?;
    Ok(())
}
