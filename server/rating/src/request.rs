//! The shipment that is priced.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::measure::{Size, Weight};
use super::money::Money;

/// Where a shipment starts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Origin {
    pub country_id: i16,
    pub state_id: Option<i32>,
    pub postcode: Option<String>,
}

/// The place that decides the zone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Destination {
    pub country_id: i16,
    pub state_id: Option<i32>,
    pub postcode: Option<String>,
    /// IATA code of the airport to which cargo flies.
    pub airport: Option<String>,
}

/// Identical parcels of a shipment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parcel {
    pub pieces: u32,
    /// Weight of one piece.
    pub weight: Option<Weight>,
    pub size: Option<Size>,
}

/// Contents as declared to customs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contents {
    Documents,
    Gift,
    Sample,
    #[default]
    Merchandise,
    Return,
    Medicine,
    Other,
}

/// A property of the shipment, or a service the sender has asked for, that can have a surcharge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    Residential,
    Battery,
    Perfume,
    Fragile,
    DangerousGoods,
    Pickup,
    Signature,
    SaturdayDelivery,
    NonStackable,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Request {
    pub origin: Origin,
    pub destination: Destination,
    pub parcels: Vec<Parcel>,
    /// The value of the goods as declared to customs.
    pub declared_value: Option<Money>,
    /// The value to insure; `None` without insurance.
    pub insured_value: Option<Money>,
    pub contents: Contents,
    pub handling: Vec<Handling>,
}

/// A request that cannot be priced by any table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unpriceable {
    NoParcels,
    NoWeight,
    /// A number is negative, or so large that calculations could overflow.
    OutOfRange,
}

impl Request {
    pub const MAX_PIECES: u32 = 100_000;
    /// 1 000 000: the bound of each entered weight and side. Products of bounded numbers stay below 2^96.
    pub const MAX_NUMBER: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);
    /// 1 000 000 000 000: the bound of each entered value.
    pub const MAX_VALUE: Decimal = Decimal::from_parts(3_567_587_328, 232, 0, false, 0);

    pub fn pieces(&self) -> u32 {
        self.parcels.iter().map(|parcel| parcel.pieces).fold(0, u32::saturating_add)
    }

    /// Checks what every price table needs: parcels, their weights, and numbers within bounds.
    pub fn check(&self) -> Result<(), Unpriceable> {
        if self.pieces() == 0 {
            return Err(Unpriceable::NoParcels);
        }
        let mut values = self.declared_value.iter().chain(&self.insured_value);
        let is_value = |value: &Money| (Decimal::ZERO..=Self::MAX_VALUE).contains(&value.amount);
        if self.pieces() > Self::MAX_PIECES || !values.all(is_value) {
            return Err(Unpriceable::OutOfRange);
        }
        self.parcels.iter().try_for_each(Parcel::check)
    }
}

impl Parcel {
    fn check(&self) -> Result<(), Unpriceable> {
        let is_number = |value: &Decimal| *value >= Decimal::ZERO && *value <= Request::MAX_NUMBER;
        let weight = self.weight.ok_or(Unpriceable::NoWeight)?;
        let sides = self.size.iter().flat_map(|size| &size.sides);
        if self.pieces == 0 || !is_number(&weight.value) || !sides.into_iter().all(is_number) {
            return Err(Unpriceable::OutOfRange);
        }
        if weight.value.is_zero() { Err(Unpriceable::NoWeight) } else { Ok(()) }
    }
}
