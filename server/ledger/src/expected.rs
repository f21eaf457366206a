//! Reads, before something is decided, the money that a cancellation would give back and the money that clients have.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// The money that goes back to the wallet when a shipment is cancelled.
#[derive(sqlx::FromRow, Clone, Debug)]
pub struct ExpectedRefund {
    pub shipment_id: Uuid,
    pub client_id: Uuid,
    /// ISO 4217.
    pub currency: String,
    /// Above zero, when the shipment has cost something. A lower price gives back no more, either.
    pub amount: Decimal,
    /// Given back by credit notes before.
    pub credited: Decimal,
    /// A draft of an invoice has its charge, and drops it.
    pub is_drafted: bool,
    /// An issued invoice has its charge; the amount comes with the next one.
    pub is_invoiced: bool,
}

/// The money of a client in a currency.
#[derive(sqlx::FromRow, Clone, Debug)]
pub struct ClientBalance {
    pub client_id: Uuid,
    /// ISO 4217.
    pub currency: String,
    /// Below zero when the client owes it.
    pub balance: Decimal,
    /// The balance with the credit that is left.
    pub available: Decimal,
}

/// The transactions of a shipment that stand are those that its cancellation reverses, less what credit notes took back. Charges
/// are below zero on the wallet.
pub const REFUNDS: &str = "
    select t.ref_id::uuid as shipment_id, a.client_id, a.currency::text as currency,
           -sum(p.amount + coalesce(c.amount, 0)) as amount, coalesce(sum(c.amount), 0) as credited,
           coalesce(bool_or(b.invoice_id is not null and i.id is null), false) as is_drafted,
           coalesce(bool_or(i.id is not null), false) as is_invoiced
    from ledger_transactions t
    join ledger_postings p on p.transaction_id = t.id
    join ledger_accounts a on a.id = p.account_id and a.kind = 'client_wallet'
    left join billable_charges b on b.transaction_id = t.id
    left join lateral (select sum((part ->> 'amount')::numeric) as amount from jsonb_array_elements(b.credited) part) c on true
    left join ledger_transactions i on i.invoice_id = b.invoice_id and i.kind = 'invoice'
    where t.ref_type = 'shipment' and t.ref_id = any($1) and t.reverses is null
      and not exists (select from ledger_transactions r where r.reverses = t.id)
    group by t.ref_id, a.client_id, a.currency having sum(p.amount) <> 0";
pub const BALANCES: &str = "
    select client_id, currency::text as currency, balance, balance + credit_limit - credit_used as available
    from ledger_accounts where kind = 'client_wallet' and client_id = any($1)";

/// The refunds that the cancellation of each of some shipments would lead to. A shipment that costs nothing is absent.
pub async fn expect_refunds(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<ExpectedRefund>> {
    let charged = load_charged(tx, shipment_ids).await?;
    Ok(charged.into_iter().filter(|refund| !refund.amount.is_zero()).collect())
}

/// The same of each shipment that was charged, also where credit notes gave all of it back.
pub async fn load_charged(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<ExpectedRefund>> {
    let ids: Vec<String> = shipment_ids.iter().map(Uuid::to_string).collect();
    Ok(sqlx::query_as(REFUNDS).bind(ids).fetch_all(&mut **tx).await?)
}

/// The wallets of some clients.
pub async fn load_balances(tx: &mut TenantTx, client_ids: &[Uuid]) -> ApiResult<Vec<ClientBalance>> {
    Ok(sqlx::query_as(BALANCES).bind(client_ids).fetch_all(&mut **tx).await?)
}
