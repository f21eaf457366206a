//! Postings of the price of a shipment.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::shipments::model::Shipment;
use ledger::{Charge, ShipmentCharges};
use pricing::prices::priced::PriceLineCode;
use pricing::quotes::offer::QuoteOffer;
use trade::countries::country;

/// The charges of a shipment to its client: duties and taxes to the country that they are due in, the rest as revenue. None
/// for a shipment without a client. `home` is the company's country.
pub fn to_postings(shipment: &Shipment, offer: &QuoteOffer, home: i16) -> Option<ShipmentCharges> {
    let fields = &shipment.fields;
    let total = offer.total.as_ref()?;
    let place = |id: Option<i16>| id.and_then(country).map_or("", |country| country.alpha2.as_str());
    let mut service = Decimal::ZERO;
    let mut taxes: BTreeMap<&str, Decimal> = BTreeMap::new();
    for line in &offer.lines {
        let amount = line.amount.amount;
        match line.code {
            PriceLineCode::Import => *taxes.entry(place(fields.to_country_id)).or_default() += amount,
            PriceLineCode::ServiceTax => *taxes.entry(place(Some(home))).or_default() += amount,
            _ => service += amount,
        }
    }
    let taxes = taxes.into_iter().map(|(country, amount)| Charge::tax(country, amount));
    let charges = std::iter::once(Charge::service(fields.subsidiary_id, service)).chain(taxes);
    Some(ShipmentCharges {
        shipment_id: shipment.id,
        client_id: fields.client_id?,
        subsidiary_id: fields.subsidiary_id,
        tracking_code: shipment.tracking_code.clone(),
        currency: total.currency.clone(),
        charges: charges.filter(|charge| !charge.amount.is_zero()).collect(),
    })
}
