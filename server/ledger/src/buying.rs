//! Goods that the company buys for a client: charged before they are bought, and given back when they could not be.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::merge::follow_merges;
use super::reversal::reverse;
use super::store::post;
use super::{Charge, Heading, TransactionKind, events};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// The kind of the records that a charge refers to.
const RECORD: &str = "buying_request";

/// The price of goods to buy, in one currency.
#[derive(Clone, Debug)]
pub struct BuyingCharge {
    pub request_id: Uuid,
    pub client_id: Uuid,
    /// The branch whose revenue it is.
    pub subsidiary_id: Option<Uuid>,
    /// The number of the request.
    pub label: String,
    /// ISO 4217.
    pub currency: String,
    /// Above zero.
    pub amount: Decimal,
}

/// Charges goods once for their request. Returns 409 `insufficient_funds` when the wallet has too little.
pub async fn charge_buying(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    buying: &BuyingCharge,
) -> ApiResult<Uuid> {
    let (request, client) = (buying.request_id.to_string(), buying.client_id.to_string());
    let charge = Charge::service(buying.subsidiary_id, buying.amount);
    let set = events::handling(RECORD, &request, &client, &buying.currency, &charge)?;
    let heading = Heading::new(format!("buying:{request}"), &buying.label);
    Ok(post(tx, actor, &set, &heading).await?.id)
}

/// Gives back what goods have cost that could not be bought, to the client that they are for now.
pub async fn refund_buying(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    transaction_id: Uuid,
) -> ApiResult<()> {
    let actor = actor.into();
    let undone = reverse(tx, actor.clone(), transaction_id, TransactionKind::Reversal).await?;
    follow_merges(tx, &actor, &[undone.id]).await
}
