//! A delivery that was none is opened again: the cash of its records is taken back.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cash_ledger::find_outcome;
use super::model::CashDecision;
use crate::deliveries::office::{self, OfficeEntry};
use crate::steps::cash_handover::CashHandoverStatus;
use access::ctx::Ctx;
use ledger::{CashOutcome, ReturnedCash};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// All cash of a delivery, in one order.
pub const LOCK: &str = "
    select record_id, driver_id, currency::text as currency, amount, taken_at, handover_id, payout_id from delivery_cash
    where delivery_id = $1 order by record_id for no key update";
/// Two deliveries of one handover do not take back the same missing amount.
pub const LOCK_HANDOVERS: &str = "
    select id, subsidiary_id, expected, counted, status, decision from cash_handovers
    where id = any($1) order by id for no key update";
/// The part of the missing amounts that was taken back with other deliveries.
pub const TAKEN_OFF: &str = "
    select handover_id, sum(amount - from_safe) from returned_cash where handover_id = any($1) group by handover_id";
pub const ADD: &str = "
    insert into returned_cash (record_id, delivery_id, handover_id, amount, from_safe, taken_at, returned_by, returned_at)
    select record_id, delivery_id, handover_id, amount, from_safe, taken_at, $2, $3
    from jsonb_populate_recordset(null::returned_cash, $1)";
/// The fold drops what no handover has.
pub const RELEASE: &str = "update delivery_cash set handover_id = null where delivery_id = $1";

#[derive(Clone, Debug, sqlx::FromRow)]
struct TakenCash {
    record_id: Uuid,
    driver_id: Uuid,
    currency: String,
    amount: Decimal,
    taken_at: DateTime<Utc>,
    handover_id: Option<Uuid>,
    payout_id: Option<Uuid>,
}

#[derive(Clone, Debug, sqlx::FromRow)]
struct CountedHandover {
    id: Uuid,
    subsidiary_id: Option<Uuid>,
    expected: Decimal,
    counted: Decimal,
    status: CashHandoverStatus,
    decision: Option<CashDecision>,
}

/// A row of cash that goes back.
#[derive(Debug, Serialize)]
struct ReturnedRow {
    record_id: Uuid,
    delivery_id: Uuid,
    handover_id: Uuid,
    amount: Decimal,
    from_safe: Decimal,
    taken_at: DateTime<Utc>,
}

/// Takes back what records of a locked delivery say was collected. Counted cash goes back to the driver; what was missing of
/// it is owed no more. The fold that follows does the rest, and undoes the debt to the client.
pub async fn take_back(tx: &mut TenantTx, ctx: &Ctx, delivery_id: Uuid, number: &str) -> ApiResult<()> {
    let cash: Vec<TakenCash> = sqlx::query_as(LOCK).bind(delivery_id).fetch_all(&mut **tx).await?;
    if cash.is_empty() {
        return Ok(());
    }
    if cash.iter().any(|one| one.payout_id.is_some()) {
        return Err(ApiError::refused(MessageCode::DeliveryCashPaidOut));
    }
    let undone = |one: &TakenCash| OfficeEntry::CashUndone { at: ctx.now(), record_id: one.record_id };
    office::add_all(tx, delivery_id, &cash.iter().map(undone).collect::<Vec<_>>()).await?;
    let handovers = lock_handovers(tx, &cash).await?;
    if handovers.is_empty() {
        return Ok(());
    }
    let mut missing = list_missing(tx, &handovers).await?;
    let mut rows = Vec::new();
    let mut returned = Vec::new();
    for one in &cash {
        let Some(handover) = handovers.iter().find(|handover| Some(handover.id) == one.handover_id) else {
            continue;
        };
        let Some(outcome) = find_outcome(handover.status, handover.decision) else {
            return Err(ApiError::refused(MessageCode::DeliveryCashDifference));
        };
        let from_safe = take_off(missing.entry(handover.id).or_default(), one.amount);
        rows.push(one.to_row(delivery_id, handover.id, from_safe));
        returned.push(one.to_returned(handover, from_safe, outcome, number));
    }
    sqlx::query(ADD).bind(Json(&rows)).bind(ctx.user.id).bind(ctx.now()).execute(&mut **tx).await?;
    sqlx::query(RELEASE).bind(delivery_id).execute(&mut **tx).await?;
    ledger::post_returned(tx, ctx, &returned).await
}

impl TakenCash {
    const fn to_row(&self, delivery_id: Uuid, handover_id: Uuid, from_safe: Decimal) -> ReturnedRow {
        let Self { record_id, amount, taken_at, .. } = *self;
        ReturnedRow { record_id, delivery_id, handover_id, amount, from_safe, taken_at }
    }

    fn to_returned(
        &self,
        handover: &CountedHandover,
        from_safe: Decimal,
        outcome: CashOutcome,
        number: &str,
    ) -> ReturnedCash {
        ReturnedCash {
            record_id: self.record_id,
            label: number.to_owned(),
            driver_id: self.driver_id,
            subsidiary_id: handover.subsidiary_id,
            currency: self.currency.clone(),
            amount: self.amount,
            from_safe,
            outcome,
        }
    }
}

async fn lock_handovers(tx: &mut TenantTx, cash: &[TakenCash]) -> ApiResult<Vec<CountedHandover>> {
    let ids: Vec<Uuid> = cash.iter().filter_map(|one| one.handover_id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(LOCK_HANDOVERS).bind(ids).fetch_all(&mut **tx).await?)
}

/// The amount that each handover still lacks.
async fn list_missing(tx: &mut TenantTx, handovers: &[CountedHandover]) -> ApiResult<HashMap<Uuid, Decimal>> {
    let ids: Vec<Uuid> = handovers.iter().map(|handover| handover.id).collect();
    let rows: Vec<(Uuid, Decimal)> = sqlx::query_as(TAKEN_OFF).bind(ids).fetch_all(&mut **tx).await?;
    let taken_off: HashMap<Uuid, Decimal> = rows.into_iter().collect();
    let left = |handover: &CountedHandover| {
        handover.find_missing() - taken_off.get(&handover.id).copied().unwrap_or_default()
    };
    Ok(handovers.iter().map(|handover| (handover.id, left(handover))).collect())
}

impl CountedHandover {
    /// The amount that was missing, and was not found.
    fn find_missing(&self) -> Decimal {
        match find_outcome(self.status, self.decision) {
            Some(CashOutcome::DriverOwes | CashOutcome::WrittenOff) => {
                (self.expected - self.counted).max(Decimal::ZERO)
            }
            Some(CashOutcome::Complete) | None => Decimal::ZERO,
        }
    }
}

/// Takes an amount off what is missing first: a delivery that was none explains it. Returns the rest, which lay in the safe.
fn take_off(missing: &mut Decimal, amount: Decimal) -> Decimal {
    let off = amount.min(*missing).max(Decimal::ZERO);
    *missing -= off;
    amount - off
}

#[cfg(test)]
mod tests {
    use super::*;

    fn handover(counted: i64, decision: Option<CashDecision>) -> CountedHandover {
        CountedHandover {
            id: Uuid::from_u128(1),
            subsidiary_id: None,
            expected: Decimal::from(230),
            counted: Decimal::from(counted),
            status: if decision.is_some() {
                CashHandoverStatus::Decided
            } else {
                CashHandoverStatus::Settled
            },
            decision,
        }
    }

    #[test]
    fn only_what_was_not_found_is_missing() {
        use CashDecision::{DriverOwes, Found, WrittenOff};
        assert_eq!(handover(230, None).find_missing(), Decimal::ZERO);
        assert_eq!(handover(150, Some(Found)).find_missing(), Decimal::ZERO);
        assert_eq!(handover(150, Some(DriverOwes)).find_missing(), Decimal::from(80));
        assert_eq!(handover(150, Some(WrittenOff)).find_missing(), Decimal::from(80));
        assert_eq!(handover(240, Some(WrittenOff)).find_missing(), Decimal::ZERO, "too much");
    }

    #[test]
    fn what_is_missing_is_taken_off_once() {
        let mut missing = Decimal::from(100);
        assert_eq!(take_off(&mut missing, Decimal::from(80)), Decimal::ZERO);
        assert_eq!(take_off(&mut missing, Decimal::from(150)), Decimal::from(130));
        assert_eq!(missing, Decimal::ZERO);
    }
}
