//! Charges of shipments that wait for an invoice.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::shipment::parts;
use super::{AccountKind, ChargeKind, PostingSet, ShipmentCharges};
use server_core::http::error::ApiResult;

/// A part of a charge, and the account of the company that got it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillableCharge {
    pub kind: ChargeKind,
    pub owner: String,
    pub amount: Decimal,
}

pub const ADD: &str = "
    insert into billable_charges (transaction_id, client_id, shipment_id, subsidiary_id, tracking_code, currency,
                                  service_amount, tax_amount, accounts, charged_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
/// A charge that no issued invoice has simply ends.
pub const FORGET: &str = "
    delete from billable_charges b
    where b.transaction_id = $1
        and (b.invoice_id is null or exists (select from invoices i where i.id = b.invoice_id and i.status = 'draft'))
    returning b.transaction_id";
/// One that an invoice has is given back with the next one.
pub const GIVE_BACK: &str = "
    insert into billable_charges (transaction_id, client_id, shipment_id, subsidiary_id, tracking_code, currency,
                                  service_amount, tax_amount, accounts, charged_at)
    select $2, b.client_id, b.shipment_id, b.subsidiary_id, b.tracking_code, b.currency, -b.service_amount, -b.tax_amount,
           (select jsonb_agg(jsonb_set(part, '{amount}', to_jsonb((-(part ->> 'amount')::numeric)::text)))
            from jsonb_array_elements(b.accounts) part), $3
    from billable_charges b where b.transaction_id = $1";
/// The drafts that have a charge, locked so that none is issued meanwhile.
pub const LOCK_DRAFTS: &str = "
    select i.id from invoices i
    where i.status = 'draft' and i.id = (select invoice_id from billable_charges where transaction_id = $1)
    for no key update";
pub const DROP_ITEM: &str = "delete from invoice_items where invoice_id = $1 and transaction_id = $2";
pub const TOTAL_AGAIN: &str = "
    update invoices i
    set total = s.total, tax = s.tax, version = i.version + 1
    from (select coalesce(sum(service_amount + tax_amount), 0) as total, coalesce(sum(tax_amount), 0) as tax
          from invoice_items where invoice_id = $1) s
    where i.id = $1 and i.status = 'draft'";

/// Notes a new charge.
pub(super) async fn add(
    tx: &mut TenantTx,
    transaction_id: Uuid,
    charges: &ShipmentCharges,
    set: &PostingSet,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let parts: Vec<BillableCharge> = parts(set)
        .into_iter()
        .map(|((kind, owner), amount)| BillableCharge {
            kind: if kind == AccountKind::TaxPayable.as_str() {
                ChargeKind::Tax
            } else {
                ChargeKind::Service
            },
            owner: owner.to_owned(),
            amount,
        })
        .collect();
    let sum = |kind| parts.iter().filter(|part| part.kind == kind).map(|part| part.amount).sum::<Decimal>();
    sqlx::query(ADD)
        .bind(transaction_id)
        .bind(charges.client_id)
        .bind(charges.shipment_id)
        .bind(charges.subsidiary_id)
        .bind(&charges.tracking_code)
        .bind(&charges.currency)
        .bind(sum(ChargeKind::Service))
        .bind(sum(ChargeKind::Tax))
        .bind(Json(&parts))
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The charge of the transaction `undone` was given back by the transaction `by`.
pub(super) async fn give_back(
    tx: &mut TenantTx,
    (undone, by): (Uuid, Uuid),
    at: DateTime<Utc>,
) -> ApiResult<()> {
    drop_from_drafts(tx, undone).await?;
    let forgotten: Option<Uuid> = sqlx::query_scalar(FORGET).bind(undone).fetch_optional(&mut **tx).await?;
    if forgotten.is_none() {
        sqlx::query(GIVE_BACK).bind(undone).bind(by).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Takes a charge out of the draft that has it.
pub async fn drop_from_drafts(tx: &mut TenantTx, transaction_id: Uuid) -> ApiResult<()> {
    let draft: Option<Uuid> =
        sqlx::query_scalar(LOCK_DRAFTS).bind(transaction_id).fetch_optional(&mut **tx).await?;
    if let Some(draft) = draft {
        sqlx::query(DROP_ITEM).bind(draft).bind(transaction_id).execute(&mut **tx).await?;
        sqlx::query(TOTAL_AGAIN).bind(draft).execute(&mut **tx).await?;
    }
    Ok(())
}
