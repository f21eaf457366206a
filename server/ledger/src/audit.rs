//! The invariants of the ledger that the database does not hold by itself, as queries that find nothing.

use tenancy::TenantTx;

use server_core::http::error::ApiResult;

/// Currencies whose postings do not add up.
pub const SUMS: &str = "select currency::text from ledger_postings group by currency having sum(amount) <> 0";
/// Transactions that do not add up or lack postings.
pub const TRANSACTIONS: &str = "
    select t.id::text from ledger_transactions t left join ledger_postings p on p.transaction_id = t.id
    group by t.id, t.postings having coalesce(sum(p.amount), 1) <> 0 or count(p.line) <> t.postings";
/// Accounts whose balance, last number or number of postings differs.
pub const ACCOUNTS: &str = "
    select a.id::text from ledger_accounts a
    left join (select account_id, sum(amount) as balance, max(seq) as last_seq, count(*) as n
               from ledger_postings group by account_id) p on p.account_id = a.id
    where a.balance <> coalesce(p.balance, 0) or a.last_seq is distinct from p.last_seq
        or coalesce(p.n, 0) <> coalesce(p.last_seq, 0)";
/// Accounts whose postings do not continue each other, or go back in time.
pub const CHAINS: &str = "
    select distinct p.account_id::text from (
        select account_id, seq, amount, balance_after, created_at,
               lag(balance_after, 1, 0) over (partition by account_id order by seq) as before,
               lag(created_at) over (partition by account_id order by seq) as earlier
        from ledger_postings) p
    where p.balance_after <> p.before + p.amount or p.created_at < p.earlier";
/// Wallets whose used credit is not what their owner's receivable shows.
pub const CREDIT: &str = "
    select w.id::text from ledger_accounts w
    left join ledger_accounts r on r.kind = 'client_receivable' and r.owner = w.owner and r.currency = w.currency
    where w.kind = 'client_wallet' and w.credit_used <> -coalesce(r.balance, 0)";
/// Reversals that do not undo exactly what they name.
pub const REVERSALS: &str = "
    select distinct t.id::text from ledger_transactions t
    join ledger_postings p on p.transaction_id in (t.id, t.reverses)
    where t.reverses is not null group by t.id, p.account_id having sum(p.amount) <> 0";

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

const CHECKS: [(&str, &str); 9] = [
    ("currency does not add up", SUMS),
    ("transaction does not add up", TRANSACTIONS),
    ("account differs from its postings", ACCOUNTS),
    ("account's postings do not continue each other", CHAINS),
    ("used credit differs from the receivable", CREDIT),
    ("reversal does not undo its transaction", REVERSALS),
    ("invoices differ from the receivable", INVOICES),
    ("invoice differs from its items", ITEMS),
    ("series of invoices has a gap", SERIES),
];

/// A violated invariant: what it is, and the id of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub what: &'static str,
    pub id: String,
}

/// All violated invariants of a tenant. Reads the whole ledger.
pub async fn verify(tx: &mut TenantTx) -> ApiResult<Vec<Finding>> {
    let mut found = Vec::new();
    for (what, sql) in CHECKS {
        let ids: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut **tx).await?;
        found.extend(ids.into_iter().map(|id| Finding { what, id }));
    }
    Ok(found)
}
