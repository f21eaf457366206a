//! Somebody counts the cash of a driver.

use std::collections::HashSet;

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cash_ledger;
use super::cash_store::{self, HeldCash};
use super::model::{CashCount, CashHandover, find_status};
use super::store::{self, CASH_HANDOVERS, NewCashHandover};
use crate::drivers::record_store;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::record::Where;

/// Writes what was counted, and returns its id. The cash is locked before, so that it is counted once.
pub async fn take_count(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, sent: &CashCount) -> ApiResult<Uuid> {
    if sent.driver_id == ctx.user.id {
        return Err(ApiError::refused(MessageCode::CashOfOneself));
    }
    // In the order of a fold of their records: neither waits for the other, and what is counted is what counts.
    record_store::lock_deliveries(tx, &sent.delivery_ids).await?;
    let held = cash_store::lock_held(tx, &sent.delivery_ids, sent.driver_id, &sent.currency).await?;
    check(&held, scope, sent)?;
    let mut errors = FieldErrors::default();
    check_amount(&mut errors, "counted", Some(sent.counted), Some(&sent.currency));
    errors.into_result()?;
    let expected: Decimal = held.iter().map(|one| one.amount).sum();
    let first = held.first();
    let today = ctx.settings().today(ctx.now());
    let row = NewCashHandover {
        number: store::take_number(tx, today).await?,
        subsidiary_id: first.and_then(|one| one.subsidiary_id),
        driver_id: sent.driver_id,
        driver_name: first.and_then(|one| one.driver_name.clone()).unwrap_or_default(),
        currency: sent.currency.clone(),
        expected,
        counted: sent.counted,
        delivery_count: sent.delivery_ids.len(),
        status: find_status(expected, sent.counted),
        note: optional(sent.note.as_ref()),
        counted_by: ctx.user.id,
        counted_by_name: ctx.user.name.clone(),
    };
    let id = CASH_HANDOVERS.insert(tx, ctx.now(), &row).await?;
    let handover: CashHandover = CASH_HANDOVERS.find(tx, &Where::all(), id).await?;
    cash_ledger::post_handover(tx, ctx, &handover).await?;
    let record_ids: Vec<Uuid> = held.iter().map(|one| one.record_id).collect();
    cash_store::hand_in(tx, id, &record_ids).await?;
    let facts = audit::difference(&serde_json::json!({}), &row);
    audit::record(tx, ctx, "cash_handover.create", Some(id), facts).await?;
    Ok(id)
}

/// All deliveries have cash that waits, of one branch, which the user reaches.
fn check(held: &[HeldCash], scope: &RowScope, sent: &CashCount) -> ApiResult<()> {
    let (_, own, _) = scope.parts();
    let is_reached =
        |one: &&HeldCash| own.is_none_or(|own| one.subsidiary_id.is_some_and(|id| own.contains(&id)));
    let known: HashSet<Uuid> = held.iter().filter(is_reached).map(|one| one.delivery_id).collect();
    let first = held.first().filter(|_| sent.delivery_ids.iter().all(|id| known.contains(id)));
    let Some(first) = first else {
        return Err(ApiError::refused(MessageCode::CashCountedAlready));
    };
    if held.iter().any(|one| one.subsidiary_id != first.subsidiary_id) {
        return Err(ApiError::invalid_field("delivery_ids", MessageCode::CashOfSeveral));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cash(delivery: u128, branch: u128) -> HeldCash {
        HeldCash {
            record_id: Uuid::from_u128(delivery + 100),
            delivery_id: Uuid::from_u128(delivery),
            amount: Decimal::from(10),
            subsidiary_id: Some(Uuid::from_u128(branch)),
            driver_name: None,
        }
    }

    fn code(held: &[HeldCash], scope: &RowScope, deliveries: &[u128]) -> Option<MessageCode> {
        let sent = CashCount {
            driver_id: Uuid::from_u128(50),
            delivery_ids: deliveries.iter().map(|id| Uuid::from_u128(*id)).collect(),
            currency: "BRL".into(),
            counted: Decimal::ZERO,
            note: None,
        };
        let error = check(held, scope, &sent).err()?;
        [MessageCode::CashCountedAlready, MessageCode::CashOfSeveral]
            .into_iter()
            .find(|code| error.code() == *code || error.has(*code))
    }

    #[test]
    fn what_is_counted_waits_and_is_of_one_branch() {
        let (one, two) = (cash(1, 7), cash(2, 7));
        let counted = Some(MessageCode::CashCountedAlready);
        assert_eq!(code(&[one.clone(), two.clone()], &RowScope::All, &[1, 2]), None);
        assert_eq!(code(std::slice::from_ref(&one), &RowScope::All, &[1, 2]), counted);
        let several = Some(MessageCode::CashOfSeveral);
        assert_eq!(code(&[one.clone(), cash(2, 8)], &RowScope::All, &[1, 2]), several);
        let other_branch = RowScope::Subsidiaries(vec![Uuid::from_u128(8)]);
        assert_eq!(code(&[one, two], &other_branch, &[1, 2]), counted);
    }
}
