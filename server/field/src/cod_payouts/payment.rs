//! A client gets its cash on delivery, and a payout that was none is taken back.

use std::collections::BTreeSet;

use chrono_tz::Tz;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::{PaymentDays, PaymentFields};
use super::model::{CodPayout, CodPayoutInput, verdict};
use super::open_cash::{self, CashOwner, MOST, PayableCash};
use super::store::{self, COD_PAYOUTS, NewCodPayout, ReversedColumns};
use crate::drivers::record_store;
use crate::steps::cod_payout::CodPayoutStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use parties::clients::names;
use parties::company_accounts::find_company_account;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};

/// Pays out once. A repeated call returns the payout that it made before.
pub async fn pay(ctx: &Ctx, sent: &CodPayoutInput) -> ApiResult<CodPayout> {
    let scope = ctx.scope(Resource::CodPayout, Action::Create)?;
    let days = find_days(ctx).await?;
    let mut tx = ctx.begin().await?;
    let locked = names::lock_unmerged(&mut tx, sent.client_id).await?;
    // The locked client also orders two calls with one key.
    if let Some(made) = find_made(&mut tx, &scope, sent).await? {
        return Ok(made);
    }
    let unknown = || ApiError::invalid_field("client_id", MessageCode::UnknownClient);
    let client_name = locked.ok_or_else(unknown)?;
    let account = match sent.bank_account_id {
        Some(id) => find_company_account(&mut tx, id).await?,
        None => None,
    };
    let fields = sent.check(account, days)?;
    let cash = lock_cash(&mut tx, &scope, sent).await?;
    let row = NewCodPayout {
        number: store::take_number(&mut tx, days.today).await?,
        client_name,
        ..to_columns(ctx, sent, fields, &cash)
    };
    let inserted = COD_PAYOUTS.insert(&mut tx, ctx.now(), &row).await;
    let id =
        inserted.map_err(|error| match tenancy::breaks_constraint(&error, "cod_payouts_caller_key") {
            true => ApiError::refused(MessageCode::KeyUsed),
            false => error.into(),
        })?;
    post(&mut tx, ctx, id, &row).await?;
    open_cash::pay(&mut tx, id, &cash).await?;
    audit::record(&mut tx, ctx, "cod_payout.create", Some(id), list_facts(&row)).await?;
    let deliveries: Vec<Uuid> = list_deliveries(&cash).into_iter().collect();
    announce(&mut tx, row.client_id, id, &deliveries);
    let payout = COD_PAYOUTS.find(&mut tx, &Where::all(), id).await?;
    tx.commit().await?;
    Ok(payout)
}

/// Takes a payout back, with a reason: its cash is open again.
pub async fn reverse(ctx: &Ctx, id: Uuid, version: i32, reason: &str) -> ApiResult<CodPayout> {
    let scope = ctx.scope(Resource::CodPayout, Action::Reverse)?;
    let filter = store::build_filter(&scope, Where::all());
    let mut tx = ctx.begin().await?;
    let before: CodPayout = COD_PAYOUTS.find(&mut tx, &filter, id).await?;
    // In the order of a payment and of a merge: the client, deliveries, then the payout and its cash.
    names::lock_unmerged(&mut tx, before.client_id).await?;
    let deliveries = open_cash::list_delivery_ids(&mut tx, id).await?;
    record_store::lock_deliveries(&mut tx, &deliveries).await?;
    let mut change: Change<CodPayout> = Change::begin(tx, ctx, &COD_PAYOUTS, filter, id).await?;
    change.allow(verdict(change.before.status), Some(version))?;
    if change.before.client_id != before.client_id {
        // Its client was merged meanwhile, and the one that stays is not locked.
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    let reason = require("reason", reason)?;
    let client_id = change.before.client_id;
    let posted = change.before.transaction_id.ok_or_else(ApiError::not_found)?;
    open_cash::open_again(&mut change.tx, id).await?;
    ledger::reverse_cod_payout(&mut change.tx, ctx, posted, client_id).await?;
    let facts = json!({ "reason": reason });
    let columns = ReversedColumns {
        status: CodPayoutStatus::Reversed,
        reason,
        reversed_by: ctx.user.id,
        reversed_by_name: ctx.user.name.clone(),
        reversed_at: ctx.now(),
    };
    change.write(&columns).await?;
    change.record(Action::Reverse, facts, &Audience::Parties(vec![client_id])).await?;
    live::records_changed(&mut change.tx, &Audience::Staff, Resource::Delivery.name(), &deliveries);
    change.finish().await
}

async fn find_days(ctx: &Ctx) -> ApiResult<PaymentDays> {
    let today = ctx.settings().today(ctx.now());
    let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
    Ok(PaymentDays { today, last: today.max(ctx.now().with_timezone(&zone).date_naive()) })
}

/// The payout of an earlier call with this key; 409 `key_used` when that call asked for something else.
async fn find_made(
    tx: &mut TenantTx,
    scope: &RowScope,
    sent: &CodPayoutInput,
) -> ApiResult<Option<CodPayout>> {
    let Some(id) = store::find_by_key(tx, sent.key).await? else { return Ok(None) };
    let used = || ApiError::refused(MessageCode::KeyUsed);
    let filter = store::build_filter(scope, Where::all()).and("p.id = ", Some(id));
    let made: CodPayout = COD_PAYOUTS.listing.find(tx, &filter).await?.ok_or_else(used)?;
    let paid: BTreeSet<Uuid> = open_cash::list_delivery_ids(tx, id).await?.into_iter().collect();
    let asked = sent.delivery_ids.as_ref().map(|ids| ids.iter().copied().collect::<BTreeSet<Uuid>>());
    if sent.is_of(&made) && asked.is_none_or(|asked| asked == paid) { Ok(Some(made)) } else { Err(used()) }
}

/// Locks the deliveries and their cash, which must be what was shown.
async fn lock_cash(
    tx: &mut TenantTx,
    scope: &RowScope,
    sent: &CodPayoutInput,
) -> ApiResult<Vec<PayableCash>> {
    let CodPayoutInput { client_id, subsidiary_id, ref currency, .. } = *sent;
    let owner = CashOwner { client_id, subsidiary_id, currency, scope };
    let ids = match &sent.delivery_ids {
        Some(ids) => ids.clone(),
        None => owner.list_ids(tx).await?,
    };
    // In the order of a fold of their records: neither waits for the other, and what is paid out is what counts.
    record_store::lock_deliveries(tx, &ids).await?;
    let cash = owner.lock(tx, &ids).await?;
    check_cash(&cash, &ids, sent.amount)?;
    Ok(cash)
}

/// All deliveries have cash to pay out, and it is the amount that staff saw.
fn check_cash(cash: &[PayableCash], ids: &[Uuid], amount: Decimal) -> ApiResult<()> {
    let known = list_deliveries(cash);
    let is_whole = !ids.is_empty() && ids.len() <= MOST && ids.iter().all(|id| known.contains(id));
    let sum: Decimal = cash.iter().map(|one| one.amount).sum();
    if is_whole && sum == amount { Ok(()) } else { Err(ApiError::refused(MessageCode::CodPayoutChanged)) }
}

fn list_deliveries(cash: &[PayableCash]) -> BTreeSet<Uuid> {
    cash.iter().map(|one| one.delivery_id).collect()
}

/// The entry itself says who paid and when, and its action what state followed.
fn list_facts(row: &NewCodPayout) -> Value {
    let mut facts = audit::difference(&json!({}), row);
    if let Some(facts) = facts.as_object_mut() {
        facts.retain(|name, _| !["key", "status", "created_by", "created_by_name"].contains(&name.as_str()));
    }
    facts
}

/// The columns of a payout but its number and the name of its client.
fn to_columns(ctx: &Ctx, sent: &CodPayoutInput, fields: PaymentFields, cash: &[PayableCash]) -> NewCodPayout {
    let bank = fields.bank;
    NewCodPayout {
        number: String::new(),
        key: sent.key,
        client_id: sent.client_id,
        client_name: String::new(),
        subsidiary_id: sent.subsidiary_id,
        currency: sent.currency.clone(),
        amount: sent.amount,
        delivery_count: list_deliveries(cash).len(),
        method: sent.method,
        bank_account_id: bank.as_ref().map(|bank| bank.account_id),
        bank_label: bank.as_ref().map(|bank| bank.label.clone()),
        reference: bank.map(|bank| bank.reference),
        paid_on: fields.paid_on,
        note: fields.note,
        status: CodPayoutStatus::PaidOut,
        created_by: ctx.user.id,
        created_by_name: ctx.user.name.clone(),
    }
}

async fn post(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, row: &NewCodPayout) -> ApiResult<()> {
    let payout = ledger::CodPayout {
        payout_id: id,
        label: row.number.clone(),
        client_id: row.client_id,
        currency: row.currency.clone(),
        amount: row.amount,
        bank_account_id: row.bank_account_id,
    };
    let posted = ledger::post_cod_payout(tx, ctx, &payout).await?;
    store::set_transaction(tx, id, posted.id).await
}

fn announce(tx: &mut TenantTx, client_id: Uuid, id: Uuid, deliveries: &[Uuid]) {
    live::records_changed(tx, &Audience::Parties(vec![client_id]), Resource::CodPayout.name(), &[id]);
    live::records_changed(tx, &Audience::Staff, Resource::Delivery.name(), deliveries);
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn cash(delivery: u128, amount: i64) -> PayableCash {
        PayableCash {
            record_id: Uuid::from_u128(delivery + 100),
            delivery_id: Uuid::from_u128(delivery),
            amount: Decimal::from(amount),
            taken_at: DateTime::default(),
        }
    }

    fn is_paid(cash: &[PayableCash], deliveries: &[u128], amount: &str) -> bool {
        let ids: Vec<Uuid> = deliveries.iter().map(|id| Uuid::from_u128(*id)).collect();
        check_cash(cash, &ids, amount.parse().unwrap()).is_ok()
    }

    #[test]
    fn what_is_paid_out_is_open_and_is_what_was_shown() {
        let open = [cash(1, 150), cash(2, 80), cash(2, 20)];
        assert!(is_paid(&open, &[1, 2], "250.00"));
        assert!(!is_paid(&open, &[1, 2], "230"), "another record has come");
        assert!(!is_paid(&open[..1], &[1, 2], "150"), "one was paid out meanwhile");
        assert!(!is_paid(&[], &[], "0"));
    }
}
