//! The undoing of a transaction.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{Heading, PostedTransaction, post};
use super::{Account, AccountKind, Posting, PostingSet, Reference, TransactionKind};
use server_core::audit::Actor;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

pub const FIND: &str = "select kind, ref_type, ref_id, label, reverses is not null as is_reversal from ledger_transactions where id = $1";
pub const POSTINGS: &str = "
    select a.kind, a.owner, a.currency, p.amount from ledger_postings p join ledger_accounts a on a.id = p.account_id
    where p.transaction_id = $1";

#[derive(sqlx::FromRow)]
struct PostedRow {
    kind: TransactionKind,
    ref_type: String,
    ref_id: String,
    label: String,
    is_reversal: bool,
}

/// Undoes a transaction exactly. Returns 409 `already_reversed` when it was undone before, or undoes another one.
pub async fn reverse(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    id: Uuid,
    kind: TransactionKind,
) -> ApiResult<PostedTransaction> {
    let found: Option<PostedRow> = sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await?;
    let row = found.ok_or_else(ApiError::not_found)?;
    if row.is_reversal {
        return Err(ApiError::refused(MessageCode::AlreadyReversed));
    }
    let rows: Vec<(AccountKind, String, String, Decimal)> =
        sqlx::query_as(POSTINGS).bind(id).fetch_all(&mut **tx).await?;
    let posting =
        |(kind, owner, currency, amount)| Posting { account: Account { kind, owner, currency }, amount };
    let reference = Reference { kind: row.ref_type, id: row.ref_id };
    let set = PostingSet::of_postings(row.kind, reference, rows.into_iter().map(posting).collect())?;
    let heading = Heading { reverses: Some(id), ..Heading::new(format!("reverse:{id}"), row.label) };
    post(tx, actor, &set.reverse(kind)?, &heading).await
}
