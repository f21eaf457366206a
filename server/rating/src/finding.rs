//! Faults of a version, with their places.

use poem_openapi::Enum;
use rust_decimal::Decimal;
use serde::Serialize;

use super::code::Code;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename = "PriceFindingSeverity", rename_all = "snake_case")]
pub enum Severity {
    /// The version cannot be published.
    Error,
    /// The version can be published after somebody has read this.
    Warning,
    Note,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename = "PriceFindingCode", rename_all = "snake_case")]
pub enum FindingCode {
    /// A setting that is needed to publish.
    Missing,
    NoBands,
    NoZones,
    /// A code or a number that must be unique is there twice.
    Duplicate,
    /// A row refers to a zone, band, line or surcharge that does not exist.
    UnknownReference,
    /// A percentage refers to a line that is calculated later.
    LaterReference,
    /// A number is negative, zero where it must not be, or too large.
    OutOfRange,
    /// A minimum is above its maximum.
    MinimumAboveMaximum,
    LadderNotRising,
    /// A zone without any place.
    EmptyZone,
    /// A zone without any cell.
    ZoneWithoutPrices,
    BandWithoutPrices,
    /// A zone has prices below and above a band without a price.
    PriceGap,
    /// The price is 0. A service that is not offered has no cell.
    ZeroPrice,
    /// A part of the smallest coin.
    TooManyDecimals,
    PriceFalls,
    /// The price leaves less than the minimum margin over the cost of the same zone and weight.
    BelowCost,
    /// A break and another method meet at a bound, which then belongs to both or to none.
    MixedBound,
    /// A place belongs to two zones of one priority.
    Overlap,
    /// A place stands twice in one zone.
    RepeatedPlace,
    /// Postcodes between two ranges of a country without a zone.
    PostcodeGap,
    PostcodesReversed,
    /// A weight limit above the ladder's end is never reached.
    LimitAboveLadder,
    DivisorMissing,
    /// Prices per parcel need weights per parcel.
    WeighedPerShipment,
    /// Sides can only be rounded up to inches if sizes are in inches.
    SizeUnitNotInches,
}

/// A place in the version. The parts that are set name it exactly.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct FindingPlace {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Code>,
    /// The band by its upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up_to: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_id: Option<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_id: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcodes: Option<(String, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub airport: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub surcharge: Option<Code>,
    /// The column of a row, or the setting of the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    pub severity: Severity,
    pub code: FindingCode,
    pub place: FindingPlace,
    /// The second place of a pair: the other zone, the band before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<FindingPlace>,
    /// The value at the place, and the one it is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Decimal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Decimal>,
}

impl FindingPlace {
    pub fn zone(zone: &Code) -> Self {
        Self { zone: Some(zone.clone()), ..Self::default() }
    }

    pub fn cell(zone: &Code, up_to: Decimal) -> Self {
        Self { up_to: Some(up_to), ..Self::zone(zone) }
    }

    pub fn band(up_to: Decimal) -> Self {
        Self { up_to: Some(up_to), ..Self::default() }
    }

    pub fn surcharge(code: &Code) -> Self {
        Self { surcharge: Some(code.clone()), ..Self::default() }
    }

    pub fn setting(field: &'static str) -> Self {
        Self { field: Some(field), ..Self::default() }
    }

    pub fn with_field(self, field: &'static str) -> Self {
        Self { field: Some(field), ..self }
    }
}

impl Finding {
    pub fn error(code: FindingCode, place: FindingPlace) -> Self {
        Self { severity: Severity::Error, code, place, other: None, value: None, limit: None }
    }

    pub fn warning(code: FindingCode, place: FindingPlace) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, place) }
    }

    pub fn note(code: FindingCode, place: FindingPlace) -> Self {
        Self { severity: Severity::Note, ..Self::error(code, place) }
    }

    pub fn beside(self, other: FindingPlace) -> Self {
        Self { other: Some(other), ..self }
    }

    pub fn value(self, value: Decimal) -> Self {
        Self { value: Some(value), ..self }
    }

    pub fn against(self, value: Decimal, limit: Decimal) -> Self {
        Self { value: Some(value), limit: Some(limit), ..self }
    }
}
