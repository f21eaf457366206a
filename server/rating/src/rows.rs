//! The rows of one version of a price table, as they are stored.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::code::Code;
use super::condition::Condition;
use super::money::Currency;
use super::weighing::{Per, WeighingRule};

/// A version of a price table with everything that it owns. Percentages are numbers such as `31.75`; amounts are in
/// `currency`, weights in `weighing.unit`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VersionRows {
    #[serde(with = "super::money::with_decimals")]
    pub currency: Currency,
    pub weighing: WeighingRule,
    /// Whether the shipment's weight is priced, or that of each parcel, as postal tariffs do. Prices per parcel need
    /// weights per parcel.
    pub priced_per: Per,
    /// The lowest freight of a shipment, unless its zone has its own.
    pub minimum: Option<Decimal>,
    /// Whether freight, fuel, margin and discount are taxable services.
    pub taxable: bool,
    pub zones: Vec<ZoneRow>,
    pub members: Vec<MemberRow>,
    /// One ladder, shared by all zones.
    pub bands: Vec<BandRow>,
    /// A missing cell is not offered.
    pub cells: Vec<CellRow>,
    /// The lines that the fuel percentage applies to; empty without fuel. The percentage is dated and stands outside.
    pub fuel_on: Vec<LineRef>,
    pub surcharges: Vec<SurchargeRow>,
    pub insurance: Option<InsuranceRow>,
    pub adjustments: Vec<AdjustmentRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneRow {
    pub code: Code,
    /// If a place belongs to several zones, the highest priority wins.
    pub priority: i16,
    /// Limit of the actual weight of a parcel, which can be below the ladder's end.
    pub max_weight: Option<Decimal>,
    /// Lowest freight of a shipment to this zone: the M rate of air cargo.
    pub minimum: Option<Decimal>,
}

/// A place of a zone. All columns with a value must match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberRow {
    pub zone: Code,
    pub country_id: i16,
    pub state_id: Option<i32>,
    /// Beginning of the first postcode.
    pub postcode_from: Option<String>,
    /// Begin of the last postcode, included; `None` stands for `postcode_from`.
    pub postcode_to: Option<String>,
    pub airport: Option<String>,
    /// Limit of the country within its zone: USPS takes 44 lb to Spain, 70 lb to others of its price group.
    pub max_weight: Option<Decimal>,
}

/// A step of the ladder: weights above the previous step, up to and including this one. Japan Post (以下), USPS ("not
/// over"), Colissimo ("jusqu'à") and DHL print their steps so: 500 g exactly is the first step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BandRow {
    pub seq: i32,
    pub up_to: Decimal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellRow {
    pub zone: Code,
    pub band_seq: i32,
    pub price: Price,
}

/// How a cell prices a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
pub enum Price {
    /// The same amount for the whole band.
    Cell { amount: Decimal },
    /// `amount` plus `step_amount` for each started `step` above the band's lower bound.
    BaseStep { amount: Decimal, step: Decimal, step_amount: Decimal },
    /// An amount per unit of the chargeable weight.
    PerUnit { amount: Decimal },
    /// A quantity break of air cargo (IATA N, +45, +100…): an amount per unit of weight. The band includes its lower
    /// bound and excludes its upper one, and a heavier break is charged if that is cheaper.
    Break { amount: Decimal },
}

/// Lines that a percentage refers to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineRef {
    /// Freight: the base, its minimum, and adjustments before fuel.
    Base,
    Fuel,
    /// All surcharges that are already calculated.
    Surcharges,
    Surcharge(Code),
    Insurance,
}

/// The quantity that a surcharge multiplies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "basis", rename_all = "snake_case")]
pub enum Basis {
    /// An amount per shipment.
    Fixed,
    /// A percentage of the sum of lines.
    PctOf { lines: Vec<LineRef> },
    /// An amount per kilogram of chargeable weight.
    PerKg,
    /// An amount for each piece that meets the conditions.
    PerPiece,
    /// A percentage of the declared value.
    PctValue,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurchargeRow {
    pub code: Code,
    pub seq: i32,
    pub basis: Basis,
    /// An amount or a percentage, by the basis.
    pub amount: Decimal,
    pub min: Option<Decimal>,
    pub max: Option<Decimal>,
    /// No charge while the quantity of the basis is below this. The charge is not reduced above it.
    pub free_below: Option<Decimal>,
    /// All must be true.
    pub conditions: Vec<Condition>,
    pub taxable: bool,
    /// The carrier's charge on the same basis.
    pub cost_amount: Option<Decimal>,
}

/// Insurance of the value that the sender asks to insure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InsuranceRow {
    pub pct: Decimal,
    pub min: Option<Decimal>,
    pub max: Option<Decimal>,
    /// No charge while the value is below this.
    pub free_below: Option<Decimal>,
    /// Maximum value that can be insured.
    pub max_value: Option<Decimal>,
    pub taxable: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdjustmentKind {
    Margin,
    Discount,
}

/// A margin or a discount: a positive percentage of the named lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustmentRow {
    pub kind: AdjustmentKind,
    pub pct: Decimal,
    pub on: Vec<LineRef>,
    /// Whether it changes the base that fuel is calculated on. Such an adjustment can only refer to the base.
    pub before_fuel: bool,
}
