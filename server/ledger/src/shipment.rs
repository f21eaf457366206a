//! Charges of shipments: at their confirmation, when their price changes, and back when they are cancelled.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::{
    AccountKind, Charge, ChargeKind, Heading, PostingError, PostingSet, ReversedCharge, TransactionKind,
    billable, confirmation, credits, difference, lower_price, merge, post, reverse,
};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;
use server_core::state::AppState;

/// Charges of a confirmed shipment to its client.
#[derive(Clone, Debug)]
pub struct ShipmentCharges {
    pub shipment_id: Uuid,
    pub client_id: Uuid,
    /// The branch whose revenue it is.
    pub subsidiary_id: Option<Uuid>,
    pub tracking_code: String,
    /// ISO 4217, the same for all charges.
    pub currency: String,
    /// Rounded to the currency's decimals.
    pub charges: Vec<Charge>,
}

/// A new price of a charged shipment.
#[derive(Clone, Copy, Debug)]
pub struct PriceChange<'a> {
    /// A re-weighing or a change by staff.
    pub kind: TransactionKind,
    pub charges: &'a ShipmentCharges,
    /// Money was paid for its loss, or may be: a lower price gives nothing back.
    pub is_claimed: bool,
    pub idempotency_key: &'a str,
}

/// Owner of the revenue of shipments that belong to no branch.
pub(super) const COMPANY: &str = "company";

impl Charge {
    /// Freight, surcharges, insurance, fees; a discount is below zero.
    pub fn service(subsidiary_id: Option<Uuid>, amount: Decimal) -> Self {
        let owner = subsidiary_id.map_or_else(|| COMPANY.to_owned(), |id| id.to_string());
        Self { kind: ChargeKind::Service, owner, amount }
    }

    /// Duties and taxes that the company pays to the authority of a country (ISO 3166-1 alpha-2) under DDP.
    pub fn tax(country: &str, amount: Decimal) -> Self {
        Self { kind: ChargeKind::Tax, owner: country.to_owned(), amount }
    }
}

/// Amounts that the transactions of a shipment gave to each account so far.
pub const CHARGED_SO_FAR: &str = "
    select a.kind, a.owner, sum(p.amount) from ledger_transactions t
    join ledger_postings p on p.transaction_id = t.id join ledger_accounts a on a.id = p.account_id
    where t.ref_type = 'shipment' and t.ref_id = $1 and a.kind in ('revenue', 'tax_payable')
    group by a.kind, a.owner having sum(p.amount) <> 0";
/// The parts of the charges of a shipment that credit notes took back, without those of charges that were undone.
pub const CREDITED_SO_FAR: &str = "
    select case part ->> 'kind' when 'tax' then 'tax_payable' else 'revenue' end, part ->> 'owner',
           sum((part ->> 'amount')::numeric)
    from ledger_transactions t
    join billable_charges b on b.transaction_id = t.id
    cross join lateral jsonb_array_elements(b.credited) part
    where t.ref_type = 'shipment' and t.ref_id = $1 and t.reverses is null
      and not exists (select from ledger_transactions r where r.reverses = t.id)
    group by 1, 2 order by 1, 2";
/// Whether the confirmation of a shipment was undone.
pub const IS_UNDONE: &str = "
    select exists (
        select from ledger_transactions t join ledger_transactions r on r.reverses = t.id
        where t.ref_type = 'shipment' and t.ref_id = $1 and t.kind = 'shipment_confirmed'
    )";
/// Transactions of a shipment that were not undone.
pub const NOT_REVERSED: &str = "
    select t.id, t.kind from ledger_transactions t
    where t.ref_type = 'shipment' and t.ref_id = $1 and t.reverses is null
        and not exists (select from ledger_transactions r where r.reverses = t.id)
    order by t.id";

/// Charges a confirmed shipment to the wallet of its client; once only for one `idempotency_key`. Returns the transaction, none
/// for a shipment that costs nothing. Returns 409 `insufficient_funds` when wallet and credit are too small.
///
/// The ledger has at most one transaction `shipment_confirmed` for a shipment. A confirmation after an undone one is posted as
/// `shipment_repriced`. The caller holds the lock of the shipment.
pub async fn charge_confirmation(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    charges: &ShipmentCharges,
    idempotency_key: &str,
) -> ApiResult<Option<Uuid>> {
    let (shipment, client) = (charges.shipment_id.to_string(), charges.client_id.to_string());
    if sqlx::query_scalar(IS_UNDONE).bind(&shipment).fetch_one(&mut **tx).await? {
        let kind = TransactionKind::ShipmentRepriced;
        let change = PriceChange { kind, charges, is_claimed: false, idempotency_key };
        return charge_difference(tx, actor, change).await;
    }
    let set = confirmation(&shipment, &client, &charges.currency, &charges.charges);
    charge(tx, actor.into(), charges, set, format!("confirm:{shipment}:{idempotency_key}")).await
}

/// Charges or gives back the difference between a new price and what was charged before. A lower price gives back no more than
/// was charged, less what credit notes gave back. Returns none when nothing is posted. The caller holds the lock of the shipment.
pub async fn charge_difference(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    change: PriceChange<'_>,
) -> ApiResult<Option<Uuid>> {
    let PriceChange { kind, charges, is_claimed, idempotency_key } = change;
    let (shipment, client) = (charges.shipment_id.to_string(), charges.client_id.to_string());
    let before = load_charges(tx, CHARGED_SO_FAR, &shipment).await?;
    let credited = load_charges(tx, CREDITED_SO_FAR, &shipment).await?;
    let after = lower_price::limit_return(&before, &charges.charges, &credited, is_claimed);
    let set = difference(kind, &shipment, &client, &charges.currency, &before, &after);
    charge(tx, actor.into(), charges, set, format!("{}:{shipment}:{idempotency_key}", kind.as_str())).await
}

/// Amounts of a shipment by the accounts of the company.
async fn load_charges(tx: &mut TenantTx, sql: &'static str, shipment: &str) -> ApiResult<Vec<Charge>> {
    let rows: Vec<(AccountKind, String, Decimal)> =
        sqlx::query_as(sql).bind(shipment).fetch_all(&mut **tx).await?;
    let charges = rows.into_iter().map(|(account, owner, amount)| {
        let kind = if account == AccountKind::TaxPayable { ChargeKind::Tax } else { ChargeKind::Service };
        Charge { kind, owner, amount }
    });
    Ok(charges.collect())
}

/// Gives back exactly what a cancelled shipment has cost, less what credit notes gave back before, to the client that it belongs
/// to now. The caller holds the lock of the shipment.
pub async fn reverse_for_cancellation(
    tx: &mut TenantTx,
    state: &AppState,
    actor: impl Into<Actor>,
    shipment_id: Uuid,
) -> ApiResult<Vec<Uuid>> {
    undo_all(tx, state, actor.into(), shipment_id, TransactionKind::ShipmentCancelled).await
}

/// Same as [`reverse_for_cancellation`] for a confirmation that is undone: the shipment can be confirmed again.
pub async fn reverse_for_unconfirmation(
    tx: &mut TenantTx,
    state: &AppState,
    actor: impl Into<Actor>,
    shipment_id: Uuid,
) -> ApiResult<Vec<Uuid>> {
    undo_all(tx, state, actor.into(), shipment_id, TransactionKind::Reversal).await
}

/// `confirmation_reversal_kind` is the kind of the transaction that undoes the confirmation.
async fn undo_all(
    tx: &mut TenantTx,
    state: &AppState,
    actor: Actor,
    shipment_id: Uuid,
    confirmation_reversal_kind: TransactionKind,
) -> ApiResult<Vec<Uuid>> {
    let not_reversed: Vec<(Uuid, TransactionKind)> =
        sqlx::query_as(NOT_REVERSED).bind(shipment_id.to_string()).fetch_all(&mut **tx).await?;
    let mut undone = Vec::new();
    // One for the confirmation and each later change of the price: at most a few.
    for (id, kind) in not_reversed {
        let kind = match kind {
            TransactionKind::ShipmentConfirmed => confirmation_reversal_kind,
            _ => TransactionKind::Reversal,
        };
        let posted = reverse(tx, actor.clone(), id, kind).await?;
        let charge = ReversedCharge { transaction_id: id, shipment_id };
        billable::give_back(tx, state, charge, posted.id, actor.at).await?;
        credits::keep_credit(tx, &actor, id).await?;
        undone.push(posted.id);
    }
    if !undone.is_empty() {
        merge::follow_merge(tx, &actor, shipment_id).await?;
    }
    Ok(undone)
}

async fn charge(
    tx: &mut TenantTx,
    actor: Actor,
    charges: &ShipmentCharges,
    set: Result<PostingSet, PostingError>,
    idempotency_key: String,
) -> ApiResult<Option<Uuid>> {
    let set = match set {
        Err(PostingError::Empty) => return Ok(None),
        set => set?,
    };
    let at = actor.at;
    let posted = post(tx, actor, &set, &Heading::new(idempotency_key, &charges.tracking_code)).await?;
    if posted.is_new {
        billable::add(tx, posted.id, charges, &set, at).await?;
    }
    Ok(Some(posted.id))
}

/// An account of the company.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CompanyAccount<'a> {
    pub kind: &'static str,
    pub owner: &'a str,
}

/// The amount of a set that goes to each account of the company.
pub(super) fn amounts_by_company_account(set: &PostingSet) -> BTreeMap<CompanyAccount<'_>, Decimal> {
    let own = set
        .postings()
        .iter()
        .filter(|posting| matches!(posting.account.kind, AccountKind::Revenue | AccountKind::TaxPayable));
    own.map(|posting| {
        let account = &posting.account;
        (CompanyAccount { kind: account.kind.as_str(), owner: &account.owner }, posting.amount)
    })
    .collect()
}
