//! What the office did with a delivery. Drivers' records that arrive late are sorted among it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::drivers::fold_input::{OfficeChange, OfficeChangeKind};
use server_core::http::error::ApiResult;

pub const ADD: &str = "update deliveries set office = office || $2 where id = $1";
pub const ADD_TO_MANY: &str = "
    update deliveries d set office = d.office || new.entry
    from unnest($1::uuid[], $2::jsonb[]) new(id, entry) where d.id = new.id";

/// A change by the office, as its delivery keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OfficeEntry {
    Cancelled {
        at: DateTime<Utc>,
    },
    Returned {
        at: DateTime<Utc>,
    },
    Reassigned {
        at: DateTime<Utc>,
        stop_id: Uuid,
    },
    Reopened {
        at: DateTime<Utc>,
    },
    FailureUndone {
        at: DateTime<Utc>,
        stop_id: Uuid,
    },
    /// The cash of a record was none.
    CashUndone {
        at: DateTime<Utc>,
        record_id: Uuid,
    },
}

impl OfficeEntry {
    /// The change that records are sorted among; none for what concerns one record, whenever it was made.
    pub const fn to_change(self) -> Option<OfficeChange> {
        let (at, kind) = match self {
            Self::Cancelled { at } => (at, OfficeChangeKind::Cancelled),
            Self::Returned { at } => (at, OfficeChangeKind::Returned),
            Self::Reopened { at } => (at, OfficeChangeKind::Reopened),
            Self::FailureUndone { at, stop_id } => (at, OfficeChangeKind::FailureUndone { stop_id }),
            Self::Reassigned { at, stop_id } => (at, OfficeChangeKind::Reassigned { stop_id }),
            Self::CashUndone { .. } => return None,
        };
        Some(OfficeChange { at, kind })
    }

    /// Whether it says that the cash of this record was none.
    pub fn undoes_cash_of(self, record: Uuid) -> bool {
        matches!(self, Self::CashUndone { record_id, .. } if record_id == record)
    }
}

/// Notes what the office did with a delivery.
pub async fn add(tx: &mut TenantTx, delivery_id: Uuid, entry: OfficeEntry) -> ApiResult<()> {
    add_all(tx, delivery_id, &[entry]).await
}

/// The same for what it did at once.
pub async fn add_all(tx: &mut TenantTx, delivery_id: Uuid, entries: &[OfficeEntry]) -> ApiResult<()> {
    sqlx::query(ADD).bind(delivery_id).bind(Json(entries)).execute(&mut **tx).await?;
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
