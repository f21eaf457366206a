//! Merge of clients: money moves by transactions; accounts keep their owner.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::{AccountKind, Heading, client_merge, post_debt};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// Locked in the order of their ids, as by every posting.
pub const BALANCES: &str = "
    select kind, currency, balance from ledger_accounts
    where client_id = $1 order by id for no key update";
/// Accounts on the credit side: an unpaid invoice is below zero.
pub const MONEY: &str = "
    select currency::text, coalesce(sum(balance) filter (where kind = 'client_wallet'), 0) as balance,
           coalesce(-sum(balance) filter (where kind = 'client_receivable'), 0) as invoiced
    from ledger_accounts where client_id = $1 and kind <> 'cod_payable'
    group by currency having bool_or(balance <> 0) order by currency limit 200";
pub const MOVE_BILLABLE: &str = "update billable_charges set client_id = $1 where client_id = $2";
/// The clients that a shipment's money went back to, and the ones that they were merged into.
pub const MERGED: &str = "
    select distinct c.id, c.merged_into from ledger_transactions t
    join ledger_postings p on p.transaction_id = t.id
    join ledger_accounts a on a.id = p.account_id and a.kind = 'client_wallet' and a.balance <> 0
    join clients c on c.id = a.client_id
    where t.ref_type = 'shipment' and t.ref_id = $1 and c.merged_into is not null";

/// The clients of some transactions with money that came back to them, and the ones that they were merged into.
pub const MERGED_OF: &str = "
    select distinct c.id, c.merged_into from ledger_postings p
    join ledger_accounts a on a.id = p.account_id and a.balance <> 0
    join clients c on c.id = a.client_id
    where p.transaction_id = any($1) and c.merged_into is not null";

/// Money of a client in a currency.
#[derive(sqlx::FromRow)]
pub struct ClientMoney {
    /// ISO 4217.
    pub currency: String,
    /// In the wallet.
    pub balance: Decimal,
    /// Issued invoices that are not paid.
    pub invoiced: Decimal,
}

/// For each currency with money or debts.
pub async fn load_client_money(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<Vec<ClientMoney>> {
    Ok(sqlx::query_as(MONEY).bind(client_id).fetch_all(&mut **tx).await?)
}

/// Moves the wallets and receivables of a duplicate to the client that stays. A debt above its credit stays a debt.
pub async fn merge_clients(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    stays: Uuid,
    duplicate: Uuid,
    label: &str,
) -> ApiResult<()> {
    let actor = actor.into();
    move_balances(tx, &actor, duplicate, stays, label).await?;
    sqlx::query(MOVE_BILLABLE).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}

/// Money that came back to a client after its merge goes on to the one that stays.
pub(super) async fn follow_merge(tx: &mut TenantTx, actor: &Actor, shipment_id: Uuid) -> ApiResult<()> {
    let merged: Vec<(Uuid, Uuid)> =
        sqlx::query_as(MERGED).bind(shipment_id.to_string()).fetch_all(&mut **tx).await?;
    // At most one: a shipment has one client at a time.
    for (duplicate, stays) in merged {
        move_balances(tx, actor, duplicate, stays, "").await?;
    }
    Ok(())
}

/// Same as [`follow_merge`] for transactions that were undone.
pub(super) async fn follow_merges(tx: &mut TenantTx, actor: &Actor, undone: &[Uuid]) -> ApiResult<()> {
    if undone.is_empty() {
        return Ok(());
    }
    let merged: Vec<(Uuid, Uuid)> = sqlx::query_as(MERGED_OF).bind(undone).fetch_all(&mut **tx).await?;
    // Merged clients whose cash is taken back are few.
    for (duplicate, stays) in merged {
        move_balances(tx, actor, duplicate, stays, "").await?;
    }
    Ok(())
}

async fn move_balances(tx: &mut TenantTx, actor: &Actor, from: Uuid, to: Uuid, label: &str) -> ApiResult<()> {
    let balances: Vec<(AccountKind, String, Decimal)> =
        sqlx::query_as(BALANCES).bind(from).fetch_all(&mut **tx).await?;
    let merge = Uuid::now_v7().to_string();
    // One for each currency.
    for set in client_merge(&merge, &from.to_string(), &to.to_string(), &balances)? {
        let heading = Heading::new(format!("merge:{merge}:{}", set.currency()), label);
        post_debt(tx, actor.clone(), &set, &heading).await?;
    }
    Ok(())
}
