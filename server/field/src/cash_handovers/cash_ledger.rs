//! Cash on delivery in the ledger: what the records of drivers took, and what came to the safe.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{CashDecision, CashHandover};
use crate::drivers::delivery_outcome::CashColumns;
use crate::steps::cash_handover::CashHandoverStatus;
use access::ctx::Ctx;
use ledger::{CashOutcome, CollectedCash, HandedOverCash};
use server_core::http::error::ApiResult;

/// Posts the cash of deliveries, whose numbers are given; what was taken back is undone.
pub async fn post_taken(
    tx: &mut TenantTx,
    ctx: &Ctx,
    rows: &[&CashColumns],
    numbers: &HashMap<Uuid, &str>,
    gone: &[Uuid],
) -> ApiResult<()> {
    let to_collected = |row: &&CashColumns| CollectedCash {
        record_id: row.record_id,
        driver_id: row.driver_id,
        client_id: row.client_id,
        currency: row.currency.clone(),
        amount: row.amount,
        label: numbers.get(&row.delivery_id).map_or_else(String::new, |number| (*number).to_owned()),
    };
    let counting: Vec<CollectedCash> = rows.iter().map(to_collected).collect();
    ledger::post_collected(tx, ctx, &counting, gone).await?;
    Ok(())
}

/// Posts a handover without a difference, or one that is decided. Until then nothing is known of its cash.
pub async fn post_handover(tx: &mut TenantTx, ctx: &Ctx, handover: &CashHandover) -> ApiResult<()> {
    let Some(outcome) = find_outcome(handover.status, handover.decision) else { return Ok(()) };
    let cash = HandedOverCash {
        handover_id: handover.id,
        label: handover.number.clone(),
        driver_id: handover.driver_id,
        subsidiary_id: handover.subsidiary_id,
        currency: handover.currency.clone(),
        expected: handover.expected,
        counted: handover.counted,
        outcome,
    };
    ledger::post_handed_over(tx, ctx, &cash).await
}

pub const fn find_outcome(status: CashHandoverStatus, decision: Option<CashDecision>) -> Option<CashOutcome> {
    match (status, decision) {
        (CashHandoverStatus::Settled, _) | (_, Some(CashDecision::Found)) => Some(CashOutcome::Complete),
        (_, Some(CashDecision::DriverOwes)) => Some(CashOutcome::DriverOwes),
        (_, Some(CashDecision::WrittenOff)) => Some(CashOutcome::WrittenOff),
        (_, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_posted_once_it_is_decided() {
        use CashHandoverStatus::{Decided, Difference, Settled};
        assert_eq!(find_outcome(Settled, None), Some(CashOutcome::Complete));
        assert_eq!(find_outcome(Difference, None), None);
        let decided = CashDecision::ALL.iter().map(|decision| find_outcome(Decided, Some(*decision)));
        let outcomes = [CashOutcome::DriverOwes, CashOutcome::Complete, CashOutcome::WrittenOff];
        assert_eq!(decided.collect::<Vec<_>>(), outcomes.map(Some));
    }
}
