//! The charge of a shipment, and how much of it a lower price gives back.

use poem_openapi::Object;
use rust_decimal::Decimal;
use tenancy::TenantTx;

use crate::shipments::model::Shipment;
use pricing::prices::priced::PriceMoney;
use server_core::http::error::ApiResult;
use trade::money::in_currency;

/// The money of a charged shipment.
#[derive(Object, Debug)]
pub struct ShipmentCharged {
    /// The sum that its client was charged, without what later prices gave back.
    pub charged: PriceMoney,
    /// Given back by credit notes.
    pub credited: PriceMoney,
    /// The most that a lower price gives back: the charged amount less the credited one, and nothing while `claimed`.
    pub returnable: PriceMoney,
    /// A claim for it is open, approved or paid.
    pub claimed: bool,
}

/// The money of a shipment; none before it was charged.
pub async fn load_charged(tx: &mut TenantTx, shipment: &Shipment) -> ApiResult<Option<ShipmentCharged>> {
    let all = ledger::load_charged(tx, &[shipment.id]).await?;
    let Some(currency) = all.first().map(|one| one.currency.clone()) else { return Ok(None) };
    // After a merge of clients, more than one wallet has a part.
    let (mut left, mut credited) = (Decimal::ZERO, Decimal::ZERO);
    for one in all.iter().filter(|one| one.currency == currency) {
        left += one.amount;
        credited += one.credited;
    }
    let claimed = shipment.is_claimed;
    let returnable = if claimed { Decimal::ZERO } else { left.max(Decimal::ZERO) };
    let money =
        |amount| PriceMoney { amount: in_currency(amount, Some(&currency)), currency: currency.clone() };
    Ok(Some(ShipmentCharged {
        charged: money(left + credited),
        credited: money(credited),
        returnable: money(returnable),
        claimed,
    }))
}
