//! A simulated shipment and its explained price on the wire.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::conditions::{PriceContents, PriceHandling};
use super::costs::PriceCosts;
use super::exchange;
use super::priced::{PriceLine, PriceMoney, PriceRefusal, PriceWeights};
use super::tables::{PriceSizeUnit, PriceWeightUnit};
use rating::measure::{Size, Weight};
use rating::money::{Currency, Money};
use rating::request::{Destination, Origin, Parcel, Request};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use trade::countries::country;
use trade::postcode;

/// Identical parcels.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct SimulatedParcel {
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub pieces: i32,
    /// Weight of one piece.
    pub weight: Decimal,
    pub weight_unit: PriceWeightUnit,
    /// All three sides, or none.
    pub length: Option<Decimal>,
    pub width: Option<Decimal>,
    pub height: Option<Decimal>,
    /// Unit of the sides; null for that of the table.
    pub size_unit: Option<PriceSizeUnit>,
}

/// Where a simulated shipment starts.
#[derive(Object, Clone, Debug)]
pub struct SimulatedOrigin {
    pub country_id: i16,
    pub state_id: Option<i32>,
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
}

/// A shipment that does not exist.
#[derive(Object, Clone, Debug)]
pub struct PriceSimulationInput {
    /// The version to price by, also a draft; null for the one in force on the day.
    pub version_id: Option<Uuid>,
    /// The day that decides the version and the fuel rate; null for today.
    pub on: Option<NaiveDate>,
    /// For surcharges by the origin; null for the company's country.
    pub origin: Option<SimulatedOrigin>,
    /// Country of destination.
    pub country_id: i16,
    pub state_id: Option<i32>,
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
    /// IATA code of the airport of destination.
    #[oai(validator(max_length = 3))]
    pub airport: Option<String>,
    #[oai(validator(min_items = 1, max_items = 100))]
    pub parcels: Vec<SimulatedParcel>,
    /// Value as declared to customs.
    pub declared_value: Option<Decimal>,
    /// Value to insure; null without insurance.
    pub insured_value: Option<Decimal>,
    /// Currency of the values; null for that of the table.
    #[oai(validator(max_length = 3))]
    pub value_currency: Option<String>,
    /// Currency of the answer; null for that of the table.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    /// Null for merchandise.
    pub contents: Option<PriceContents>,
    #[oai(default, validator(max_items = 20))]
    pub handling: Vec<PriceHandling>,
    /// The cost table to compare with; null for the one that is assigned. Only for users who may see costs.
    pub cost_table_id: Option<Uuid>,
}

/// An explained price.
#[derive(Object, Clone, Debug)]
pub struct PriceSimulation {
    /// Number of the version.
    pub number: i32,
    pub on: NaiveDate,
    pub weights: Option<PriceWeights>,
    /// Code of the zone; null if the destination is not served.
    pub zone: Option<String>,
    /// Empty if the shipment is refused.
    pub lines: Vec<PriceLine>,
    /// Sum of the lines; null if the shipment is refused.
    pub total: Option<PriceMoney>,
    /// All reasons why the table does not price the shipment.
    pub refused: Vec<PriceRefusal>,
    /// Left out for users who may not see costs.
    #[oai(skip_serializing_if_is_none)]
    pub costs: Option<PriceCosts>,
}

impl PriceSimulationInput {
    /// The request to rate, and the currency of the quote; returns all errors at once. `home` is the company's country.
    pub fn request(
        &self,
        own: Currency,
        size_unit: PriceSizeUnit,
        home: i16,
    ) -> ApiResult<(Request, Currency)> {
        let mut errors = FieldErrors::default();
        let origin = self.origin.as_ref().map(|origin| origin.to_origin(&mut errors));
        if country(self.country_id).is_none() {
            errors.push("country_id", MessageCode::UnknownCountry);
        }
        let currency = known_currency("value_currency", self.value_currency.as_ref(), own, &mut errors);
        let quoted = known_currency("currency", self.currency.as_ref(), own, &mut errors);
        for (field, value) in [("declared_value", self.declared_value), ("insured_value", self.insured_value)]
        {
            if value.is_some_and(|value| value < Decimal::ZERO || value > Request::MAX_VALUE) {
                errors.push(field, MessageCode::ImportOutOfRange);
            }
        }
        let parcels = self.parcels.iter().enumerate();
        let parcels = parcels
            .map(|(index, parcel)| parcel.to_parcel(&format!("parcels.{index}"), size_unit, &mut errors))
            .collect();
        errors.into_result()?;
        let money = |value: Decimal| Money::exact(value, currency);
        let request = Request {
            origin: origin.unwrap_or_else(|| Origin { country_id: home, ..Origin::default() }),
            destination: Destination {
                country_id: self.country_id,
                state_id: self.state_id,
                postcode: optional(self.postcode.as_ref()),
                airport: optional(self.airport.as_ref()),
            },
            parcels,
            declared_value: self.declared_value.map(money),
            insured_value: self.insured_value.map(money),
            contents: self.contents.map(Into::into).unwrap_or_default(),
            handling: self.handling.iter().map(|one| (*one).into()).collect(),
        };
        Ok((request, quoted))
    }
}

impl SimulatedOrigin {
    fn to_origin(&self, errors: &mut FieldErrors) -> Origin {
        let postcode = optional(self.postcode.as_ref());
        if country(self.country_id).is_none() {
            errors.push("origin.country_id", MessageCode::UnknownCountry);
        } else if postcode.as_ref().is_some_and(|text| !postcode::is_possible(Some(self.country_id), text)) {
            errors.push("origin.postcode", MessageCode::InvalidPostcode);
        }
        Origin { country_id: self.country_id, state_id: self.state_id, postcode }
    }
}

/// The currency of a field, or the own one. An unknown code is reported at the field.
fn known_currency(
    field: &'static str,
    code: Option<&String>,
    own: Currency,
    errors: &mut FieldErrors,
) -> Currency {
    let Some(code) = code else { return own };
    exchange::currency(code).unwrap_or_else(|| {
        errors.push(field, MessageCode::UnknownOption);
        own
    })
}

impl SimulatedParcel {
    /// The parcel to rate. `unit` is that of sides without one. Errors are reported below `field`.
    pub fn to_parcel(&self, field: &str, unit: PriceSizeUnit, errors: &mut FieldErrors) -> Parcel {
        let is_number = |value: Decimal| value > Decimal::ZERO && value <= Request::MAX_NUMBER;
        if !is_number(self.weight) {
            errors.push(format!("{field}.weight"), MessageCode::MustBePositive);
        }
        let sides = [("length", self.length), ("width", self.width), ("height", self.height)];
        let is_measured = sides.iter().any(|(_, side)| side.is_some());
        for (name, side) in sides.iter().filter(|_| is_measured) {
            match side {
                None => errors.push(format!("{field}.{name}"), MessageCode::Required),
                Some(side) if !is_number(*side) => {
                    errors.push(format!("{field}.{name}"), MessageCode::MustBePositive);
                }
                Some(_) => {}
            }
        }
        let unit = self.size_unit.unwrap_or(unit).into();
        let sides = sides.map(|(_, side)| side.unwrap_or_default());
        Parcel {
            pieces: u32::try_from(self.pieces).unwrap_or_default(),
            weight: Some(Weight::new(self.weight, self.weight_unit.into())),
            size: is_measured.then_some(Size { sides, unit }),
        }
    }
}
