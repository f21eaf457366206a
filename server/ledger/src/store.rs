//! SQL of the ledger: accounts, transactions and postings.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{
    Account, AccountKind, Bound, Entries, Entry, EntryError, LockedAccount, PostingError, PostingSet,
    entries, live_events, low_wallet, low_wallet::WatchedWallet,
};
use server_core::audit::Actor;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use trade::money::decimals_of;

/// Accounts that are missing. A wallet has the credit of its client.
pub const OPEN: &str = "
    with owners as materialized (
        select id, credit_currency, credit_limit from clients where id = any($4::uuid[]))
    insert into ledger_accounts (id, kind, owner, client_id, currency, decimals, bounded, credit_granted, credit_limit,
                                 created_at)
    select n.id, n.kind, n.owner, n.client_id, n.currency, n.decimals, n.kind = 'client_wallet',
           coalesce(c.credit_limit, 0), coalesce(c.credit_limit, 0), $7
    from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::smallint[])
        as n (id, kind, owner, client_id, currency, decimals)
    left join owners c on n.kind = 'client_wallet' and c.id = n.client_id and c.credit_currency = n.currency
    order by n.kind, n.owner, n.currency
    on conflict (kind, owner, currency) do nothing";
/// In the order of the ids, so that two calls never wait for each other. The minimum is one of the wallet in the currency of the
/// client's credit.
pub const LOCK: &str = "
    select a.id, a.kind, a.owner, a.currency, a.balance, a.last_seq, a.last_at, a.bounded, a.credit_granted,
           a.credit_limit, a.credit_used, a.closed_at is not null as closed, c.wallet_minimum
    from unnest($1::text[], $2::text[], $3::text[]) as n (kind, owner, currency)
    join ledger_accounts a on a.kind = n.kind and a.owner = n.owner and a.currency = n.currency
    left join clients c on a.kind = 'client_wallet' and c.id = a.client_id and c.credit_currency = a.currency
    order by a.id for no key update of a";
pub const REPEATED: &str = "select id, body_hash from ledger_transactions where idempotency_key = $1";
pub const INSERT_TRANSACTION: &str = "
    insert into ledger_transactions (id, kind, currency, ref_type, ref_id, label, note, invoice_id, postings,
                                     idempotency_key, body_hash, reverses, event_at, created_at, created_by)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
/// All of a transaction in one statement, which checks the chains at its end.
pub const INSERT_POSTINGS: &str = "
    insert into ledger_postings (account_id, seq, transaction_id, line, lines, currency, decimals, amount, balance_before,
                                 balance_after, total_before, total_after, created_at)
    select e.account_id, e.seq, $1, e.line, cardinality($5::uuid[]), $2, $3, e.amount, e.balance_before,
           e.balance_after, e.total_before, e.total_after, $4
    from unnest($5::uuid[], $6::bigint[], $7::smallint[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[],
                $12::numeric[])
        as e (account_id, seq, line, amount, balance_before, balance_after, total_before, total_after)";
/// The bound of an account is its check constraint.
pub const UPDATE_ACCOUNTS: &str = "
    update ledger_accounts a
    set balance = n.balance, last_seq = n.last_seq, last_at = n.last_at, credit_used = n.credit_used,
        credit_limit = n.credit_limit
    from unnest($1::uuid[], $2::numeric[], $3::bigint[], $4::timestamptz[], $5::numeric[], $6::numeric[])
        as n (id, balance, last_seq, last_at, credit_used, credit_limit)
    where a.id = n.id and a.closed_at is null";
/// The balance of an account at a time, also when an event was posted later.
pub const BALANCE_AT: &str = "
    select balance_after from ledger_postings where account_id = $1 and created_at <= $2 order by seq desc limit 1";

const INSUFFICIENT: &str = "ledger_accounts_within_credit";
const KEY: &str = "ledger_transactions_idempotency_key";
const REVERSED: &str = "ledger_transactions_reverses_key";
const CONFIRMED: &str = "ledger_transactions_confirmed_key";

/// Texts and keys of a transaction besides its postings.
#[derive(Clone, Debug)]
pub struct Heading {
    /// The same event has the same key, however often it is sent.
    pub key: String,
    /// How people know what it is about.
    pub label: String,
    /// The reason that staff gave.
    pub note: Option<String>,
    /// The invoice that it issues, pays or credits.
    pub invoice_id: Option<Uuid>,
    /// The transaction that this one undoes.
    pub reverses: Option<Uuid>,
}

impl Heading {
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Self {
        Self { key: key.into(), label: label.into(), note: None, invoice_id: None, reverses: None }
    }

    /// Differs for another event with the same key.
    fn hash(&self, set: &PostingSet) -> Vec<u8> {
        let Self { note, invoice_id, reverses, .. } = self;
        let text = format!("{}\n{note:?}|{invoice_id:?}|{reverses:?}", set.to_canonical_text());
        Sha256::digest(text.as_bytes()).to_vec()
    }
}

/// A transaction of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostedTransaction {
    pub id: Uuid,
    /// False when its key was posted before.
    pub is_new: bool,
}

#[derive(sqlx::FromRow)]
struct AccountRow {
    id: Uuid,
    kind: AccountKind,
    owner: String,
    currency: String,
    balance: Decimal,
    last_seq: Option<i64>,
    last_at: Option<DateTime<Utc>>,
    bounded: bool,
    credit_granted: Decimal,
    credit_limit: Decimal,
    credit_used: Decimal,
    closed: bool,
    wallet_minimum: Option<Decimal>,
}

/// Accounts under their lock, and those wallets among them that have a minimum.
pub(super) struct AccountLock {
    pub accounts: Vec<LockedAccount<Uuid>>,
    pub watched: Vec<WatchedWallet>,
}

impl From<AccountRow> for LockedAccount<Uuid> {
    fn from(row: AccountRow) -> Self {
        Self {
            id: row.id,
            account: Account { kind: row.kind, owner: row.owner, currency: row.currency },
            balance: row.balance,
            last: row.last_seq.zip(row.last_at),
            bounded: row.bounded,
            credit_granted: row.credit_granted,
            credit_limit: row.credit_limit,
            credit_used: row.credit_used,
            closed: row.closed,
        }
    }
}

impl Account {
    /// The client of a wallet, a receivable or cash on delivery.
    pub(super) fn client(&self) -> Option<Uuid> {
        let is_client = matches!(
            self.kind,
            AccountKind::ClientWallet | AccountKind::ClientReceivable | AccountKind::CodPayable
        );
        is_client.then(|| self.owner.parse().ok()).flatten()
    }
}

impl From<PostingError> for ApiError {
    /// Callers check amounts before, so that this is a fault of the program.
    fn from(error: PostingError) -> Self {
        Self::internal(anyhow::anyhow!("no set of postings: {error:?}"))
    }
}

impl From<EntryError> for ApiError {
    fn from(error: EntryError) -> Self {
        match error {
            EntryError::InsufficientFunds { account, available, needed } => {
                let decimals = decimals_of(&account.currency);
                let amount = |amount: Decimal| {
                    let mut amount = amount.normalize();
                    amount.rescale(decimals);
                    amount.to_string()
                };
                Self::refused(MessageCode::InsufficientFunds).with_params(Params::from([
                    ("available", amount(available.max(Decimal::ZERO)).into()),
                    ("needed", amount(needed).into()),
                    ("currency", account.currency.into()),
                ]))
            }
            other => Self::internal(anyhow::anyhow!("not posted: {other:?}")),
        }
    }
}

/// Writes a transaction once. Returns 409 `insufficient_funds` when a wallet would fall below its credit, and 409 `key_used`
/// when another event has its key.
pub async fn post(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    set: &PostingSet,
    heading: &Heading,
) -> ApiResult<PostedTransaction> {
    write(tx, &actor.into(), set, heading, Bound::Kept).await
}

/// Same as [`post`] for what has happened already: what is missing in a wallet becomes a debt.
pub async fn post_debt(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    set: &PostingSet,
    heading: &Heading,
) -> ApiResult<PostedTransaction> {
    write(tx, &actor.into(), set, heading, Bound::Debt).await
}

async fn write(
    tx: &mut TenantTx,
    actor: &Actor,
    set: &PostingSet,
    heading: &Heading,
    bound: Bound,
) -> ApiResult<PostedTransaction> {
    let AccountLock { accounts, watched } = open_and_lock(tx, set, actor.at).await?;
    let hash = heading.hash(set);
    let repeated: Option<(Uuid, Vec<u8>)> =
        sqlx::query_as(REPEATED).bind(&heading.key).fetch_optional(&mut **tx).await?;
    match repeated {
        Some((id, known)) if known == hash => return Ok(PostedTransaction { id, is_new: false }),
        Some(_) => return Err(ApiError::refused(MessageCode::KeyUsed)),
        None => {}
    }
    let numbered = entries(set, accounts, actor.at, bound)?;
    let id = Uuid::now_v7();
    insert_transaction(tx, id, set, heading, &hash, &numbered, actor).await?;
    insert_postings(tx, id, set.currency(), &numbered).await?;
    update_accounts(tx, &numbered).await?;
    low_wallet::tell_fallen(tx, watched, &numbered.accounts, numbered.created_at).await?;
    live_events::announce(tx, numbered.accounts.iter().filter_map(|locked| locked.account.client()));
    Ok(PostedTransaction { id, is_new: true })
}

/// The accounts of a set, and the wallets whose credit it changes.
async fn open_and_lock(tx: &mut TenantTx, set: &PostingSet, at: DateTime<Utc>) -> ApiResult<AccountLock> {
    let mut all: Vec<Account> = set.postings().iter().map(|posting| posting.account.clone()).collect();
    for change in set.credit_changes() {
        if !all.contains(&change.wallet) {
            all.push(change.wallet);
        }
    }
    open(tx, &all, at).await?;
    lock(tx, &all).await
}

pub(super) async fn lock(tx: &mut TenantTx, all: &[Account]) -> ApiResult<AccountLock> {
    let lock = sqlx::query_as(LOCK)
        .bind(all.iter().map(|account| account.kind.as_str()).collect::<Vec<_>>())
        .bind(all.iter().map(|account| account.owner.as_str()).collect::<Vec<_>>())
        .bind(all.iter().map(|account| account.currency.as_str()).collect::<Vec<_>>());
    let rows: Vec<AccountRow> = lock.fetch_all(&mut **tx).await?;
    let mut locked = AccountLock { accounts: Vec::with_capacity(rows.len()), watched: Vec::new() };
    for row in rows {
        let minimum = row.wallet_minimum;
        let account = LockedAccount::from(row);
        locked.watched.extend(minimum.and_then(|minimum| WatchedWallet::of(&account, minimum)));
        locked.accounts.push(account);
    }
    Ok(locked)
}

pub(super) async fn open(tx: &mut TenantTx, all: &[Account], at: DateTime<Utc>) -> ApiResult<()> {
    let decimals = |account: &Account| i16::try_from(decimals_of(&account.currency)).unwrap_or(2);
    sqlx::query(OPEN)
        .bind(all.iter().map(|_| Uuid::now_v7()).collect::<Vec<_>>())
        .bind(all.iter().map(|account| account.kind.as_str()).collect::<Vec<_>>())
        .bind(all.iter().map(|account| account.owner.as_str()).collect::<Vec<_>>())
        .bind(all.iter().map(Account::client).collect::<Vec<_>>())
        .bind(all.iter().map(|account| account.currency.as_str()).collect::<Vec<_>>())
        .bind(all.iter().map(decimals).collect::<Vec<_>>())
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

async fn insert_transaction(
    tx: &mut TenantTx,
    id: Uuid,
    set: &PostingSet,
    heading: &Heading,
    hash: &[u8],
    numbered: &Entries<Uuid>,
    actor: &Actor,
) -> ApiResult<()> {
    let inserted = sqlx::query(INSERT_TRANSACTION)
        .bind(id)
        .bind(set.kind().as_str())
        .bind(set.currency())
        .bind(&set.reference().kind)
        .bind(&set.reference().id)
        .bind(&heading.label)
        .bind(&heading.note)
        .bind(heading.invoice_id)
        .bind(i16::try_from(set.postings().len()).unwrap_or(i16::MAX))
        .bind(&heading.key)
        .bind(hash)
        .bind(heading.reverses)
        .bind(actor.at)
        .bind(numbered.created_at)
        .bind(actor.user_id)
        .execute(&mut **tx)
        .await;
    inserted.map(|_| ()).map_err(to_refusal)
}

async fn insert_postings(
    tx: &mut TenantTx,
    id: Uuid,
    currency: &str,
    numbered: &Entries<Uuid>,
) -> ApiResult<()> {
    let all = &numbered.entries;
    let amounts = |of: fn(&Entry<Uuid>) -> Decimal| all.iter().map(of).collect::<Vec<_>>();
    sqlx::query(INSERT_POSTINGS)
        .bind(id)
        .bind(currency)
        .bind(i16::try_from(decimals_of(currency)).unwrap_or(2))
        .bind(numbered.created_at)
        .bind(all.iter().map(|entry| entry.account_id).collect::<Vec<_>>())
        .bind(all.iter().map(|entry| entry.seq).collect::<Vec<_>>())
        .bind(all.iter().map(|entry| entry.line).collect::<Vec<_>>())
        .bind(amounts(|entry| entry.amount))
        .bind(amounts(|entry| entry.balance_before))
        .bind(amounts(|entry| entry.balance_after))
        .bind(amounts(|entry| entry.total_before))
        .bind(amounts(|entry| entry.total_after))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

async fn update_accounts(tx: &mut TenantTx, numbered: &Entries<Uuid>) -> ApiResult<()> {
    let all = &numbered.accounts;
    let amounts = |of: fn(&LockedAccount<Uuid>) -> Decimal| all.iter().map(of).collect::<Vec<_>>();
    let updated = sqlx::query(UPDATE_ACCOUNTS)
        .bind(all.iter().map(|account| account.id).collect::<Vec<_>>())
        .bind(amounts(|account| account.balance))
        .bind(all.iter().map(|account| account.last.map(|(seq, _)| seq)).collect::<Vec<_>>())
        .bind(all.iter().map(|account| account.last.map(|(_, at)| at)).collect::<Vec<_>>())
        .bind(amounts(|account| account.credit_used))
        .bind(amounts(|account| account.credit_limit))
        .execute(&mut **tx)
        .await;
    updated.map(|_| ()).map_err(to_refusal)
}

/// The refusals that two calls at once can meet.
fn to_refusal(error: sqlx::Error) -> ApiError {
    let known = [
        (KEY, MessageCode::KeyUsed),
        (REVERSED, MessageCode::AlreadyReversed),
        (CONFIRMED, MessageCode::ShipmentNotConfirmable),
        (INSUFFICIENT, MessageCode::InsufficientFunds),
    ];
    let found = known.iter().find(|(constraint, _)| tenancy::breaks_constraint(&error, constraint));
    found.map_or_else(|| error.into(), |(_, code)| ApiError::refused(*code))
}

/// The balance of an account at a time.
pub async fn balance_at(tx: &mut TenantTx, account: Uuid, at: DateTime<Utc>) -> ApiResult<Decimal> {
    let found: Option<Decimal> =
        sqlx::query_scalar(BALANCE_AT).bind(account).bind(at).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}
