//! Parts of an air waybill: legs, parties, rates and charges.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use trade::wire_name;

wire_name! {
    /// Who pays the airline: the sender here, or the recipient at the destination.
    WaybillPayment { Prepaid = "prepaid", Collect = "collect" }
}

wire_name! {
    /// Who gets a charge.
    ChargeDue { Agent = "agent", Carrier = "carrier" }
}

wire_name! {
    /// Class of a rate: minimum charge, normal, quantity, class reduced or surcharged, specific commodity, unit load device, basic
    /// charge, rate per kilogram, international priority.
    RateClass {
        Minimum = "M",
        Normal = "N",
        Quantity = "Q",
        Reduced = "R",
        Surcharged = "S",
        Commodity = "C",
        UnitLoad = "U",
        UnitAdditional = "E",
        Basic = "B",
        PerKilogram = "K",
        Priority = "P",
    }
}

/// A flight between two airports. Days and times are those of each airport.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillLeg {
    /// Airline and number: `LA8191`.
    #[oai(validator(max_length = 8))]
    pub flight: String,
    /// IATA code.
    #[oai(validator(max_length = 3))]
    pub origin: String,
    /// IATA code.
    #[oai(validator(max_length = 3))]
    pub destination: String,
    pub departs_on: NaiveDate,
    /// `HH:MM`; null if it is not known.
    #[oai(validator(max_length = 5))]
    pub departure_time: Option<String>,
    pub arrives_on: Option<NaiveDate>,
    /// `HH:MM`; null if it is not known.
    #[oai(validator(max_length = 5))]
    pub arrival_time: Option<String>,
}

/// Who sends or gets the goods of a waybill.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillParty {
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// Street and number.
    #[oai(validator(max_length = 200))]
    pub street: String,
    #[oai(validator(max_length = 120))]
    pub city: String,
    /// State or province.
    #[oai(validator(max_length = 60))]
    pub state: Option<String>,
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
    pub country_id: i16,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// Tax number.
    #[oai(validator(max_length = 40))]
    pub document: Option<String>,
    /// Number of the account at the airline.
    #[oai(validator(max_length = 14))]
    pub account: Option<String>,
}

/// The agent who writes a waybill for the airline.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillAgent {
    #[oai(validator(max_length = 120))]
    pub name: String,
    #[oai(validator(max_length = 120))]
    pub city: String,
    /// Seven digits that IATA gave to it.
    #[oai(validator(max_length = 7))]
    pub iata_code: String,
    /// Four digits of its branch, for the settlement (CASS).
    #[oai(validator(max_length = 4))]
    pub settlement_code: Option<String>,
    #[oai(validator(max_length = 14))]
    pub account: Option<String>,
}

/// A line of what the weight costs.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillRate {
    pub rate_class: RateClass,
    /// Number of the commodity, or the percentage and class that a class rate refers to.
    #[oai(validator(max_length = 10))]
    pub commodity: Option<String>,
    /// Grams. Null in the only line: the chargeable weight of the waybill.
    #[oai(validator(minimum(value = "1"), maximum(value = "900000000")))]
    pub chargeable_g: Option<i32>,
    /// For a kilogram; of a minimum, a unit load device or a basic charge the amount itself.
    pub rate: Decimal,
}

/// A charge besides the weight.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaybillCharge {
    /// Two letters: `MY` fuel, `SC` security, `AW` fee of the waybill.
    #[oai(validator(max_length = 2))]
    pub code: String,
    pub due: ChargeDue,
    pub amount: Decimal,
}
