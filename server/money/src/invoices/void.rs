//! Void of an issued invoice: the number stays, the debt goes back to the wallet, the charges can be invoiced again.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::InvoiceSummary;
use super::webhook_events;
use ledger::TransactionKind;
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// The transactions of an invoice that stand, the last one first: they are undone in the reverse of their order.
pub const TRANSACTIONS: &str = "
    select t.id from ledger_transactions t
    where t.invoice_id = $1 and not exists (select from ledger_transactions r where r.reverses = t.id)
    order by t.id desc";
pub const REVERSE_PAYMENTS: &str =
    "update invoice_payments set reversed_at = $2 where invoice_id = $1 and reversed_at is null";
pub const VOID: &str = "
    update invoices
    set status = 'void', void_reason = $2, voided_at = $3, paid = 0, updated_at = $3, version = version + 1
    where id = $1";

/// Voids a locked invoice, which has no payment but those of the wallet.
pub async fn void(tx: &mut TenantTx, actor: &Actor, invoice: &InvoiceSummary, reason: &str) -> ApiResult<()> {
    let posted: Vec<Uuid> = sqlx::query_scalar(TRANSACTIONS).bind(invoice.id).fetch_all(&mut **tx).await?;
    // The invoice and its payments of the wallet: at most a few.
    for id in posted {
        ledger::reverse(tx, actor.clone(), id, TransactionKind::Reversal).await?;
    }
    sqlx::query(REVERSE_PAYMENTS).bind(invoice.id).bind(actor.at).execute(&mut **tx).await?;
    sqlx::query(VOID).bind(invoice.id).bind(reason).bind(actor.at).execute(&mut **tx).await?;
    ledger::release_charges(tx, invoice.id).await?;
    webhook_events::announce_voided(tx, actor.at, invoice).await
}
