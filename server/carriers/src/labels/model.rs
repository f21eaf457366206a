//! The label of the last mile as staff see it.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::store::LabelRow;
use crate::server::{CarrierMoney, CarrierRate, CarrierRates};
use pricing::prices::priced::PriceMoney;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::money::in_currency;
use trade::wire_code;

wire_code! {
    /// State of a label of the last mile.
    CarrierLabelStatus {
        Cancelled = 0,
        Waiting = 10,
        /// It was ordered. Until the answer is here, nobody knows whether it was bought.
        Asked = 20,
        Bought = 30,
        /// The carrier is asked to take it back.
        Cancelling = 35,
        Refused = 40,
    }
}

/// A label of the last mile.
#[derive(Object, Clone, Debug)]
pub struct CarrierLabel {
    pub id: Uuid,
    pub status: CarrierLabelStatus,
    /// The carrier's name of the service.
    pub service: String,
    /// Null before it is bought.
    pub carrier_name: Option<String>,
    /// Number of the last mile; null before it is bought.
    pub tracking_number: Option<String>,
    pub tracking_url: Option<String>,
    /// The rate that was shown before; null without one, and for users who may not see costs.
    pub expected: Option<PriceMoney>,
    /// The amount that the carrier charged; null if it said none, and for users who may not see costs.
    pub charged: Option<PriceMoney>,
    /// How much more the carrier charged than it had shown, below zero if less; null if there is nothing to compare.
    pub difference: Option<PriceMoney>,
    /// It can be downloaded.
    pub has_file: bool,
    /// Why the carrier refused what it was asked last, in its own words.
    pub error: Option<String>,
    /// Why it is cancelled.
    pub reason: Option<String>,
    /// How often it was asked.
    pub attempts: i32,
    pub asked_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    /// When its tracking was read last.
    pub tracked_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

/// Actions that the current user can do.
#[derive(Object, Clone, Copy, Debug, Default)]
pub struct CarrierLabelCan {
    pub create: bool,
    pub cancel: bool,
    /// Ask for rates.
    pub rates: bool,
}

/// Who carries the last mile of a shipment, and its labels.
#[derive(Object, Clone, Debug)]
pub struct ShipmentCarrier {
    /// The provider; null if none is connected.
    pub provider_id: Option<Uuid>,
    pub provider_name: Option<String>,
    /// The carrier's service for that of the shipment; null if none is chosen in the settings of the provider.
    pub service: Option<String>,
    /// The newest first, at most 20.
    pub labels: Vec<CarrierLabel>,
    pub can: CarrierLabelCan,
}

/// The label to buy.
#[derive(Object, Clone, Debug)]
pub struct CarrierLabelCreate {
    /// The carrier's name of the service; null for the one of the settings.
    #[oai(validator(max_length = 100))]
    pub service: Option<String>,
    /// The rate that was shown, to compare it with what is charged.
    pub expected: Option<ExpectedCost>,
}

/// A rate that was shown.
#[derive(Object, Clone, Debug)]
pub struct ExpectedCost {
    pub amount: Decimal,
    /// ISO 4217.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub currency: String,
}

/// The reason for which a label is cancelled.
#[derive(Object, Clone, Debug)]
pub struct CarrierLabelCancel {
    /// Required; shown in the log.
    #[oai(validator(max_length = 500))]
    pub reason: Option<String>,
}

/// A rate of a carrier.
#[derive(Object, Clone, Debug)]
pub struct ShipmentCarrierRate {
    pub carrier_name: String,
    /// The carrier's name of the service.
    pub service: String,
    pub cost: PriceMoney,
    /// Null if the carrier does not say.
    pub transit_days: Option<i32>,
    /// Day of the delivery; null if the carrier does not say.
    pub estimated_on: Option<NaiveDate>,
}

/// Rates of carriers beside the price of the shipment.
#[derive(Object, Clone, Debug)]
pub struct ShipmentCarrierRates {
    /// The price that the client pays; null before the confirmation.
    pub price: Option<PriceMoney>,
    /// From the lowest, at most 100.
    pub rates: Vec<ShipmentCarrierRate>,
    /// The words of carriers without a rate, at most 20.
    pub notes: Vec<String>,
}

impl CarrierLabel {
    pub fn of(row: LabelRow, sees_costs: bool) -> Self {
        let expected = to_money(row.expected, row.expected_currency).filter(|_| sees_costs);
        let charged = to_money(row.charged, row.charged_currency).filter(|_| sees_costs);
        Self {
            difference: find_difference(expected.as_ref(), charged.as_ref()),
            id: row.id,
            status: row.status,
            service: row.service,
            carrier_name: row.carrier_name,
            tracking_number: row.tracking_number,
            tracking_url: row.tracking_url,
            expected,
            charged,
            has_file: row.file_key.is_some(),
            error: row.error,
            reason: row.reason,
            attempts: row.attempts,
            asked_at: row.asked_at,
            answered_at: row.answered_at,
            tracked_at: row.tracked_at,
            created_at: row.created_at,
        }
    }
}

impl ShipmentCarrierRates {
    pub fn of(price: Option<PriceMoney>, found: CarrierRates) -> Self {
        let to_wire = |rate: CarrierRate| ShipmentCarrierRate {
            carrier_name: rate.carrier_name,
            service: rate.service,
            cost: to_price(rate.cost),
            transit_days: rate.transit_days,
            estimated_on: rate.estimated_on,
        };
        Self { price, rates: found.rates.into_iter().map(to_wire).collect(), notes: found.notes }
    }
}

pub fn to_money(amount: Option<Decimal>, currency: Option<String>) -> Option<PriceMoney> {
    let (amount, currency) = amount.zip(currency)?;
    Some(PriceMoney { amount: in_currency(amount, Some(&currency)), currency })
}

fn to_price(money: CarrierMoney) -> PriceMoney {
    PriceMoney { amount: money.amount, currency: money.currency }
}

/// A cost that was shown or is expected, at the field `expected`.
pub fn check_cost(cost: &ExpectedCost) -> ApiResult<CarrierMoney> {
    let is_cost = cost.amount >= Decimal::ZERO && cost.amount < Decimal::from(1_000_000_000);
    let is_currency = cost.currency.bytes().all(|byte| byte.is_ascii_uppercase());
    match is_cost && is_currency {
        true => Ok(CarrierMoney { amount: cost.amount.round_dp(4), currency: cost.currency.clone() }),
        false => Err(ApiError::invalid_field("expected", MessageCode::Invalid)),
    }
}

/// Amounts of two currencies are not compared.
pub fn find_difference(expected: Option<&PriceMoney>, charged: Option<&PriceMoney>) -> Option<PriceMoney> {
    let (expected, charged) = expected.zip(charged)?;
    let amount = in_currency(charged.amount - expected.amount, Some(&charged.currency));
    (expected.currency == charged.currency && !amount.is_zero())
        .then(|| PriceMoney { amount, currency: charged.currency.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(amount: i64, currency: &str) -> PriceMoney {
        PriceMoney { amount: Decimal::new(amount, 2), currency: currency.into() }
    }

    #[test]
    fn the_difference_is_told_in_one_currency_only() {
        let difference = |expected, charged| find_difference(Some(&expected), Some(&charged));
        let more = difference(money(1000, "USD"), money(1250, "USD")).unwrap();
        assert_eq!(more.amount.to_string(), "2.50");
        let less = difference(money(1250, "USD"), money(1000, "USD")).unwrap();
        assert_eq!(less.amount.to_string(), "-2.50");
        assert!(difference(money(1000, "USD"), money(1000, "USD")).is_none());
        assert!(difference(money(1000, "USD"), money(1000, "BRL")).is_none());
        assert!(find_difference(None, Some(&money(1, "USD"))).is_none());
    }
}
