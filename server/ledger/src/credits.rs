//! Charges that credit notes took back before their shipment was cancelled: no money goes back twice.

use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::{BillableCharge, Charge, Heading, PostingError, ShipmentCharges, billable, events, post_debt};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// The part of an invoiced charge that a credit note takes back.
#[derive(Clone, Debug, Serialize)]
pub struct CreditedCharge {
    pub transaction_id: Uuid,
    /// Amounts above zero.
    pub accounts: Vec<BillableCharge>,
}

/// A charge with what was taken back of it, and the owner of the wallet that was charged.
#[derive(sqlx::FromRow)]
struct CreditedRow {
    wallet: String,
    client_id: Uuid,
    shipment_id: Uuid,
    subsidiary_id: Option<Uuid>,
    tracking_code: String,
    currency: String,
    #[sqlx(json)]
    credited: Vec<BillableCharge>,
}

pub const NOTE: &str = "
    update billable_charges b set credited = b.credited || n.accounts
    from jsonb_to_recordset($1) as n (transaction_id uuid, accounts jsonb) where b.transaction_id = n.transaction_id";
pub const CREDITED: &str = "
    select a.owner as wallet, b.client_id, b.shipment_id, b.subsidiary_id, b.tracking_code, b.currency::text as currency,
           b.credited
    from billable_charges b
    join ledger_postings p on p.transaction_id = b.transaction_id
    join ledger_accounts a on a.id = p.account_id and a.kind = 'client_wallet'
    where b.transaction_id = $1 and b.credited <> '[]'";

/// Notes what a credit note takes back of some charges.
pub async fn note_credits(tx: &mut TenantTx, credits: &[CreditedCharge]) -> ApiResult<()> {
    sqlx::query(NOTE).bind(Json(credits)).execute(&mut **tx).await?;
    Ok(())
}

/// A charge was given back as a whole: keeps the part that credit notes had given back before. The next invoice has both.
pub(super) async fn keep_credit(tx: &mut TenantTx, actor: &Actor, transaction_id: Uuid) -> ApiResult<()> {
    let found: Option<CreditedRow> =
        sqlx::query_as(CREDITED).bind(transaction_id).fetch_optional(&mut **tx).await?;
    let Some(row) = found else { return Ok(()) };
    let CreditedRow { wallet, client_id, shipment_id, subsidiary_id, tracking_code, currency, credited } =
        row;
    let to_charge = |BillableCharge { kind, owner, amount }| Charge { kind, owner, amount };
    let charges: Vec<Charge> = credited.into_iter().map(to_charge).collect();
    let set = match events::credit_kept(&transaction_id.to_string(), &wallet, &currency, &charges) {
        Err(PostingError::Empty) => return Ok(()),
        set => set?,
    };
    let heading = Heading::new(format!("credit_kept:{transaction_id}"), &tracking_code);
    let posted = post_debt(tx, actor.clone(), &set, &heading).await?;
    let kept = ShipmentCharges { shipment_id, client_id, subsidiary_id, tracking_code, currency, charges };
    billable::add(tx, posted.id, &kept, &set, actor.at).await
}
