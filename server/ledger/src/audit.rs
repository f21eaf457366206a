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

const CHECKS: [(&str, &str); 6] = [
    ("currency does not add up", SUMS),
    ("transaction does not add up", TRANSACTIONS),
    ("account differs from its postings", ACCOUNTS),
    ("account's postings do not continue each other", CHAINS),
    ("used credit differs from the receivable", CREDIT),
    ("reversal does not undo its transaction", REVERSALS),
];

/// A violated invariant: what it is, and the id of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub what: &'static str,
    pub id: String,
}

/// All violated invariants of a tenant's ledger, which is read as a whole.
pub async fn verify(tx: &mut TenantTx) -> ApiResult<Vec<Finding>> {
    find_violations(tx, &CHECKS).await
}

/// What the queries find. Each check is its name and a query of ids.
pub async fn find_violations(
    tx: &mut TenantTx,
    checks: &[(&'static str, &'static str)],
) -> ApiResult<Vec<Finding>> {
    let mut found = Vec::new();
    for &(what, sql) in checks {
        let ids: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut **tx).await?;
        found.extend(ids.into_iter().map(|id| Finding { what, id }));
    }
    Ok(found)
}
