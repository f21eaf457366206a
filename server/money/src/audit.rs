//! The invariants of invoices that the database does not hold by itself, as queries that find nothing, and those of the
//! ledger below them.

use tenancy::TenantTx;

use ledger::audit::{self, Finding};
use server_core::http::error::ApiResult;

/// Clients whose invoices less payments and credit notes differ from their receivable, duplicates with the one that stays.
pub const INVOICES: &str = "
    select r.owner from (
        select coalesce(c.merged_into, c.id)::text as owner, a.currency, sum(a.balance) as balance,
               sum((select coalesce(sum(p.amount), 0) from ledger_postings p
                    join ledger_transactions t on t.id = p.transaction_id
                    left join ledger_transactions undone on undone.id = t.reverses
                    where p.account_id = a.id and t.kind not in ('invoice', 'client_merge')
                        and undone.kind is distinct from 'invoice')) as settled
        from ledger_accounts a join clients c on c.id = a.client_id
        where a.kind = 'client_receivable' group by 1, 2) r
    left join (
        select client_id::text as owner, currency, sum(total) as total from invoices
        where kind = 'invoice' and status not in ('draft', 'void') group by 1, 2) i
        on i.owner = r.owner and i.currency = r.currency
    where r.balance <> r.settled - coalesce(i.total, 0)";
/// Invoices whose total is not that of their items.
pub const ITEMS: &str = "
    select i.id::text from invoices i left join invoice_items t on t.invoice_id = i.id
    group by i.id, i.total having i.total <> coalesce(sum(t.service_amount + t.tax_amount), 0)";
/// Series with a hole.
pub const SERIES: &str = "
    select s.id::text from invoice_series s left join invoices i on i.series_id = s.id group by s.id, s.last_number
    having count(i.number) <> coalesce(s.last_number, 0) or coalesce(max(i.number), 0) <> coalesce(s.last_number, 0)";

const CHECKS: [(&str, &str); 3] = [
    ("invoices differ from the receivable", INVOICES),
    ("invoice differs from its items", ITEMS),
    ("series of invoices has a gap", SERIES),
];

/// All violated invariants of a tenant's money. Reads the whole ledger and all invoices.
pub async fn verify(tx: &mut TenantTx) -> ApiResult<Vec<Finding>> {
    let mut found = audit::verify(tx).await?;
    found.extend(audit::find_violations(tx, &CHECKS).await?);
    Ok(found)
}
