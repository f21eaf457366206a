//! Charges of shipments that wait for an invoice.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::shipment::amounts_by_company_account;
use super::{AccountKind, ChargeKind, PostingSet, ShipmentCharges};
use server_core::follower::follow;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

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
/// A charge that is on no invoice yet is deleted.
pub const FORGET: &str = "
    delete from billable_charges where transaction_id = $1 and invoice_id is null returning transaction_id";
/// One that is on an invoice stays there: a row with the opposite amounts waits for the next invoice.
pub const GIVE_BACK: &str = "
    with given as materialized (
        select client_id, shipment_id, subsidiary_id, tracking_code, currency, -service_amount as service_amount,
               -tax_amount as tax_amount,
               (select jsonb_agg(jsonb_set(part, '{amount}', to_jsonb((-(part ->> 'amount')::numeric)::text)))
                from jsonb_array_elements(accounts) part) as accounts
        from billable_charges where transaction_id = $1
    )
    insert into billable_charges (transaction_id, client_id, shipment_id, subsidiary_id, tracking_code, currency,
                                  service_amount, tax_amount, accounts, charged_at)
    select $2, client_id, shipment_id, subsidiary_id, tracking_code, currency, service_amount, tax_amount, accounts, $3
    from given";
pub const CLAIM: &str = "update billable_charges set invoice_id = $1 where transaction_id = any($2)";
pub const RELEASE: &str = "update billable_charges set invoice_id = null where invoice_id = $1";
pub const RELEASE_ONE: &str = "update billable_charges set invoice_id = null where transaction_id = $1";

/// A charge that is about to be given back. Followers hear of it before its row changes: a draft of an invoice that has it takes it
/// off and releases it.
#[derive(Clone)]
pub struct ReversedCharge {
    pub transaction_id: Uuid,
    pub shipment_id: Uuid,
}

/// Notes a new charge.
pub(super) async fn add(
    tx: &mut TenantTx,
    transaction_id: Uuid,
    charges: &ShipmentCharges,
    set: &PostingSet,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let parts: Vec<BillableCharge> = amounts_by_company_account(set)
        .into_iter()
        .map(|(account, amount)| BillableCharge {
            kind: if account.kind == AccountKind::TaxPayable.as_str() {
                ChargeKind::Tax
            } else {
                ChargeKind::Service
            },
            owner: account.owner.to_owned(),
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

/// The charge was given back by the transaction `by`.
pub(super) async fn give_back(
    tx: &mut TenantTx,
    state: &AppState,
    charge: ReversedCharge,
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let undone = charge.transaction_id;
    follow(tx, state, charge).await?;
    let forgotten: Option<Uuid> = sqlx::query_scalar(FORGET).bind(undone).fetch_optional(&mut **tx).await?;
    if forgotten.is_none() {
        sqlx::query(GIVE_BACK).bind(undone).bind(by).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Gives charges to an invoice.
pub async fn claim_charges(tx: &mut TenantTx, invoice_id: Uuid, transactions: &[Uuid]) -> ApiResult<()> {
    sqlx::query(CLAIM).bind(invoice_id).bind(transactions).execute(&mut **tx).await?;
    Ok(())
}

/// The charges of an invoice can be invoiced again.
pub async fn release_charges(tx: &mut TenantTx, invoice_id: Uuid) -> ApiResult<()> {
    sqlx::query(RELEASE).bind(invoice_id).execute(&mut **tx).await?;
    Ok(())
}

/// Same as [`release_charges`] for one charge.
pub async fn release_charge(tx: &mut TenantTx, transaction_id: Uuid) -> ApiResult<()> {
    sqlx::query(RELEASE_ONE).bind(transaction_id).execute(&mut **tx).await?;
    Ok(())
}
