//! Drafts: charges of a client put together, changed, and given free again.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::items::InvoiceItemDetails;
use super::selection::{InvoiceCharge, MOST, Selection};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

pub const INSERT: &str = "
    insert into invoices (id, client_id, client_name, subsidiary_id, currency, total, tax, period_from, period_to, terms_days,
                          note, created_by, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)";
pub const UPDATE: &str = "
    update invoices set subsidiary_id = $2, period_from = $3, period_to = $4, terms_days = $5, note = $6
    where id = $1 and status = 'draft'";
pub const ADD_ITEMS: &str = "
    insert into invoice_items (invoice_id, seq, transaction_id, shipment_id, tracking_code, details, service_amount,
                               tax_amount, accounts)
    select $1, i.seq, i.transaction_id, i.shipment_id, i.tracking_code, i.details, i.service_amount, i.tax_amount, i.accounts
    from jsonb_to_recordset($2) as i (seq integer, transaction_id uuid, shipment_id uuid, tracking_code text, details jsonb,
                                      service_amount numeric, tax_amount numeric, accounts jsonb)";
/// Items that staff added stay when other charges are chosen.
pub const DROP_CHARGES: &str =
    "delete from invoice_items where invoice_id = $1 and transaction_id is not null";
pub const DROP_ITEMS: &str = "delete from invoice_items where invoice_id = $1";
/// The draft that has a charge, locked so that it is not issued meanwhile.
pub const LOCK_DRAFT: &str = "
    select i.id from invoices i
    where i.status = 'draft' and i.id = (select invoice_id from billable_charges where transaction_id = $1)
    for no key update";
pub const DROP_ITEM: &str = "delete from invoice_items where invoice_id = $1 and transaction_id = $2";
pub const RECOUNT: &str = "
    update invoices i
    set total = s.total, tax = s.tax, updated_at = coalesce($2, i.updated_at), version = i.version + 1
    from (select coalesce(sum(service_amount + tax_amount), 0) as total, coalesce(sum(tax_amount), 0) as tax
          from invoice_items where invoice_id = $1) s
    where i.id = $1 and i.status = 'draft'";
pub const DELETE: &str = "delete from invoices where id = $1 and status = 'draft'";
pub const TERMS: &str = "select payment_terms_days from clients where id = $1";

/// Days until an invoice is due, for a client without terms.
const USUAL_TERMS: i16 = 15;

/// The head of a draft.
#[derive(Clone, Debug)]
pub struct Head {
    pub client_name: String,
    pub subsidiary_id: Option<Uuid>,
    pub terms_days: i16,
    pub note: Option<String>,
}

#[derive(Serialize)]
struct ItemRow<'a> {
    seq: i32,
    transaction_id: Uuid,
    shipment_id: Uuid,
    tracking_code: &'a str,
    details: &'a InvoiceItemDetails,
    service_amount: Decimal,
    tax_amount: Decimal,
    accounts: &'a Value,
}

/// The charges of a selection, locked. 409 at `period_to` for none, or more than an invoice can have. An empty list of
/// shipments means a draft without charges.
pub async fn pick(tx: &mut TenantTx, selection: &Selection) -> ApiResult<Vec<InvoiceCharge>> {
    if selection.shipment_ids.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Vec::new());
    }
    let field = if selection.shipment_ids.is_some() { "shipment_ids" } else { "period_to" };
    let charges = selection.lock(tx).await?;
    if charges.is_empty() {
        return Err(ApiError::refused_field(field, MessageCode::NothingToInvoice, Params::new()));
    }
    if charges.len() > usize::try_from(MOST).unwrap_or(usize::MAX) {
        return Err(ApiError::refused_field(
            field,
            MessageCode::TooMany,
            Params::from([("max", MOST.into())]),
        ));
    }
    Ok(charges)
}

/// The client's days until an invoice is due, or the usual ones.
pub async fn terms_of(tx: &mut TenantTx, client: Uuid) -> ApiResult<i16> {
    let own: Option<Option<i16>> = sqlx::query_scalar(TERMS).bind(client).fetch_optional(&mut **tx).await?;
    Ok(own.flatten().unwrap_or(USUAL_TERMS))
}

/// The branch of most charges.
pub fn branch_of(charges: &[InvoiceCharge]) -> Option<Uuid> {
    let count = |branch: Option<Uuid>| charges.iter().filter(|one| one.subsidiary_id == branch).count();
    let mut branches: Vec<Option<Uuid>> = charges.iter().map(|one| one.subsidiary_id).collect();
    branches.sort_unstable();
    branches.dedup();
    branches.into_iter().max_by_key(|branch| count(*branch)).flatten()
}

/// Creates a draft of these charges, and returns its id.
pub async fn create(
    tx: &mut TenantTx,
    selection: &Selection,
    head: &Head,
    charges: &[InvoiceCharge],
    by: Option<Uuid>,
    at: DateTime<Utc>,
) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    let (total, tax) = sums(charges);
    sqlx::query(INSERT)
        .bind(id)
        .bind(selection.client_id)
        .bind(&head.client_name)
        .bind(head.subsidiary_id)
        .bind(selection.currency.as_deref())
        .bind(total)
        .bind(tax)
        .bind(period(selection).map(|(from, _)| from))
        .bind(period(selection).map(|(_, to)| to))
        .bind(head.terms_days)
        .bind(&head.note)
        .bind(by)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    fill(tx, id, charges).await?;
    Ok(id)
}

/// Writes a draft again. Without charges, its items and its period stay.
pub async fn update(
    tx: &mut TenantTx,
    id: Uuid,
    head: &Head,
    period_before: Option<(NaiveDate, NaiveDate)>,
    charges: Option<(&Selection, &[InvoiceCharge])>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let period = match charges {
        Some((selection, charges)) => {
            ledger::release_charges(tx, id).await?;
            sqlx::query(DROP_CHARGES).bind(id).execute(&mut **tx).await?;
            fill(tx, id, charges).await?;
            period(selection)
        }
        None => period_before,
    };
    sqlx::query(UPDATE)
        .bind(id)
        .bind(head.subsidiary_id)
        .bind(period.map(|(from, _)| from))
        .bind(period.map(|(_, to)| to))
        .bind(head.terms_days)
        .bind(&head.note)
        .execute(&mut **tx)
        .await?;
    recount(tx, id, Some(at)).await
}

/// Sums up the items of a draft, with a new version.
pub async fn recount(tx: &mut TenantTx, id: Uuid, at: Option<DateTime<Utc>>) -> ApiResult<()> {
    sqlx::query(RECOUNT).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes a draft; its charges can be invoiced again.
pub async fn delete(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    ledger::release_charges(tx, id).await?;
    for sql in [DROP_ITEMS, DELETE] {
        sqlx::query(sql).bind(id).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Takes a charge that is given back out of the draft that has it. An issued invoice keeps it.
pub async fn drop_reversed_charge(tx: &mut TenantTx, transaction_id: Uuid) -> ApiResult<()> {
    let draft: Option<Uuid> =
        sqlx::query_scalar(LOCK_DRAFT).bind(transaction_id).fetch_optional(&mut **tx).await?;
    if let Some(draft) = draft {
        sqlx::query(DROP_ITEM).bind(draft).bind(transaction_id).execute(&mut **tx).await?;
        recount(tx, draft, None).await?;
        ledger::release_charge(tx, transaction_id).await?;
    }
    Ok(())
}

async fn fill(tx: &mut TenantTx, id: Uuid, charges: &[InvoiceCharge]) -> ApiResult<()> {
    let ids: Vec<Uuid> = charges.iter().map(|charge| charge.transaction_id).collect();
    ledger::claim_charges(tx, id, &ids).await?;
    let row = |(seq, charge)| ItemRow::of(seq, charge);
    let rows: Vec<ItemRow<'_>> = (1..).zip(charges).map(row).collect();
    sqlx::query(ADD_ITEMS).bind(id).bind(Json(rows)).execute(&mut **tx).await?;
    Ok(())
}

impl<'a> ItemRow<'a> {
    fn of(seq: i32, charge: &'a InvoiceCharge) -> Self {
        Self {
            seq,
            transaction_id: charge.transaction_id,
            shipment_id: charge.shipment_id,
            tracking_code: &charge.tracking_code,
            details: &charge.details,
            service_amount: charge.service_amount,
            tax_amount: charge.tax_amount,
            accounts: &charge.accounts,
        }
    }
}

fn sums(charges: &[InvoiceCharge]) -> (Decimal, Decimal) {
    let tax: Decimal = charges.iter().map(|one| one.tax_amount).sum();
    (charges.iter().map(|one| one.service_amount).sum::<Decimal>() + tax, tax)
}

fn period(selection: &Selection) -> Option<(NaiveDate, NaiveDate)> {
    selection.from.zip(selection.to).filter(|_| selection.shipment_ids.is_none())
}
