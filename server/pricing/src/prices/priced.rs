//! Priced lines, weights and refusals on the wire: codes with parameters, whose texts the web has.

use chrono::NaiveDate;
use poem_openapi::{Enum, Object};
use rust_decimal::prelude::ToPrimitive;
use rust_decimal::{Decimal, RoundingStrategy};

use super::tables::PriceWeightUnit;
use rating::client_view::ClientLine;
use rating::measure::{Length, LengthUnit, Weight, WeightUnit};
use rating::money::Money;
use rating::outcome::{Bound, Explanation, Line, Quantity, Refusal, RefusalCode};
use rating::price::Calculation;
use rating::rows::Basis;
use rating::weighing::{CountedWeight, Weights};

/// Kind of a line.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum PriceLineCode {
    Base,
    Minimum,
    Fuel,
    Surcharge,
    Insurance,
    Margin,
    Discount,
    ServiceTax,
    Import,
    FxSpread,
}

/// An amount of a currency.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct PriceMoney {
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
}

/// The parameters of a line. Each kind has some of them.
#[derive(Object, Clone, Debug, Default)]
pub struct PriceLineParams {
    /// Code of the zone.
    pub zone: Option<String>,
    /// Number of pieces with this weight.
    pub pieces: Option<i32>,
    pub unit: Option<PriceWeightUnit>,
    /// The chargeable weight.
    pub weight: Option<Decimal>,
    /// The weight that is charged: above the chargeable one if a heavier break is cheaper.
    pub rated_as: Option<Decimal>,
    /// Lower bound of the band.
    pub band_from: Option<Decimal>,
    /// Upper bound of the band.
    pub band_up_to: Option<Decimal>,
    /// `cell`, `base_step`, `per_unit` or `break`.
    pub method: Option<String>,
    /// An amount per unit of weight, or of a surcharge.
    pub rate: Option<Decimal>,
    /// Number of started steps.
    pub steps: Option<Decimal>,
    pub step: Option<Decimal>,
    pub step_amount: Option<Decimal>,
    /// Amount at the lower bound of the band.
    pub step_base: Option<Decimal>,
    /// Minimum freight.
    pub minimum: Option<PriceMoney>,
    /// Freight before the minimum.
    pub freight: Option<PriceMoney>,
    pub pct: Option<Decimal>,
    /// The amount that the percentage applies to.
    pub on: Option<PriceMoney>,
    /// First day of the fuel rate.
    pub valid_from: Option<NaiveDate>,
    /// Basis of a surcharge.
    pub basis: Option<String>,
    pub quantity: Option<Decimal>,
    /// `min` or `max` if that bound replaced the calculated amount.
    pub bound: Option<String>,
    pub bound_amount: Option<Decimal>,
    pub legal_ref: Option<String>,
}

/// An amount with its explanation.
#[derive(Object, Clone, Debug)]
pub struct PriceLine {
    pub code: PriceLineCode,
    /// Code of the surcharge, tax or charge.
    pub of: Option<String>,
    /// Null where the parameters are not for the user.
    pub params: Option<PriceLineParams>,
    pub amount: PriceMoney,
    /// Whether a tax on the service counts it.
    pub taxable: bool,
}

/// Weights in the unit of the table.
#[derive(Object, Clone, Debug)]
pub struct PriceWeights {
    pub unit: PriceWeightUnit,
    pub actual: Decimal,
    /// Null if the table ignores volume, or no parcel has a size.
    pub volumetric: Option<Decimal>,
    pub divisor: Option<Decimal>,
    /// The weight that counts, before it is rounded up.
    pub counted: Decimal,
    /// Which weight counts: `actual`, `volumetric`, `half` of both, or `mixed` for parcels that differ.
    pub counted_as: CountedWeight,
    /// The weight that is priced.
    pub chargeable: Decimal,
    /// Number of pieces without a size: with it, their volume can raise the price. 0 if the table ignores volume.
    pub unmeasured: i32,
}

impl PriceWeights {
    /// The weight that is priced, in whole grams.
    pub fn chargeable_g(&self) -> Option<i32> {
        let grams = Weight::new(self.chargeable, self.unit.into()).in_unit(WeightUnit::Grams);
        grams.round_dp_with_strategy(0, RoundingStrategy::MidpointAwayFromZero).to_i32()
    }
}

/// A limit or the value that exceeds it.
#[derive(Object, Clone, Debug, Default)]
pub struct PriceQuantity {
    /// A weight, a length, an amount or a number of pieces. Null for two currencies without a rate.
    pub value: Option<Decimal>,
    /// Unit of a weight or a length.
    pub unit: Option<String>,
    /// Currency of an amount.
    pub currency: Option<String>,
    /// The other currency.
    pub to_currency: Option<String>,
}

/// A reason why the shipment is not priced, with the limit and the value.
#[derive(Object, Clone, Debug)]
pub struct PriceRefusal {
    pub code: RefusalCode,
    pub limit: Option<PriceQuantity>,
    pub value: Option<PriceQuantity>,
}

impl From<Money> for PriceMoney {
    fn from(money: Money) -> Self {
        Self { amount: money.amount, currency: money.currency.code().to_owned() }
    }
}

impl PriceLine {
    pub fn of(line: &Line) -> Self {
        let (_, of) = line.explanation.key();
        Self {
            code: PriceLineCode::of(&line.explanation),
            of: of.map(|code| code.to_string()),
            params: Some(PriceLineParams::of(&line.explanation)),
            amount: line.amount.into(),
            taxable: line.taxable,
        }
    }

    pub fn of_client(line: &ClientLine) -> Self {
        Self {
            code: PriceLineCode::from_kind(line.code),
            of: line.of.as_ref().map(ToString::to_string),
            params: line.explanation.as_ref().map(PriceLineParams::of),
            amount: line.amount.into(),
            taxable: line.taxable,
        }
    }
}

impl PriceLineCode {
    fn of(explanation: &Explanation) -> Self {
        Self::from_kind(explanation.key().0)
    }

    fn from_kind(kind: &str) -> Self {
        match kind {
            "minimum" => Self::Minimum,
            "fuel" => Self::Fuel,
            "surcharge" => Self::Surcharge,
            "insurance" => Self::Insurance,
            "margin" => Self::Margin,
            "discount" => Self::Discount,
            "service_tax" => Self::ServiceTax,
            "import" => Self::Import,
            "fx_spread" => Self::FxSpread,
            _ => Self::Base,
        }
    }
}

impl PriceLineParams {
    fn of(explanation: &Explanation) -> Self {
        let tidy = |number: &Decimal| Some(number.normalize());
        match explanation {
            Explanation::Base { zone, pieces, unit, weight, rated_as, band, calculation } => Self {
                zone: Some(zone.to_string()),
                pieces: i32::try_from(*pieces).ok(),
                unit: Some((*unit).into()),
                weight: tidy(weight),
                rated_as: tidy(rated_as),
                band_from: tidy(&band.from),
                band_up_to: tidy(&band.up_to),
                ..Self::of_calculation(calculation)
            },
            Explanation::Minimum { minimum, freight } => {
                Self { minimum: Some((*minimum).into()), freight: Some((*freight).into()), ..Self::default() }
            }
            Explanation::Fuel { pct, on, valid_from } => {
                Self { valid_from: Some(*valid_from), ..Self::of_pct(*pct, *on) }
            }
            Explanation::Surcharge { basis, rate, quantity, bound, .. } => Self {
                basis: Some(basis_name(basis).to_owned()),
                rate: tidy(rate),
                quantity: tidy(quantity),
                ..Self::of_bound(bound.as_ref())
            },
            Explanation::Insurance { pct, value, bound } => {
                Self { pct: tidy(pct), on: Some((*value).into()), ..Self::of_bound(bound.as_ref()) }
            }
            Explanation::Margin { pct, on }
            | Explanation::Discount { pct, on }
            | Explanation::ServiceTax { pct, on, .. }
            | Explanation::FxSpread { pct, on } => Self::of_pct(*pct, *on),
            Explanation::Import { legal_ref, .. } => {
                Self { legal_ref: legal_ref.as_ref().map(ToString::to_string), ..Self::default() }
            }
        }
    }

    fn of_pct(pct: Decimal, on: Money) -> Self {
        Self { pct: Some(pct.normalize()), on: Some(on.into()), ..Self::default() }
    }

    fn of_bound(bound: Option<&Bound>) -> Self {
        let Some(bound) = bound else { return Self::default() };
        let (name, amount) = match bound {
            Bound::Min(amount) => ("min", amount),
            Bound::Max(amount) => ("max", amount),
        };
        Self { bound: Some(name.to_owned()), bound_amount: Some(amount.normalize()), ..Self::default() }
    }

    fn of_calculation(calculation: &Calculation) -> Self {
        let named = |method: &str| Self { method: Some(method.to_owned()), ..Self::default() };
        let number = |number: &Decimal| Some(number.normalize());
        match calculation {
            Calculation::Cell => named("cell"),
            Calculation::PerUnit { rate } => Self { rate: number(rate), ..named("per_unit") },
            Calculation::Break { rate } => Self { rate: number(rate), ..named("break") },
            Calculation::BaseStep { amount, steps, step, step_amount } => Self {
                step_base: number(amount),
                steps: number(steps),
                step: number(step),
                step_amount: number(step_amount),
                ..named("base_step")
            },
        }
    }
}

fn basis_name(basis: &Basis) -> &'static str {
    match basis {
        Basis::Fixed => "fixed",
        Basis::PctOf { .. } => "pct_of",
        Basis::PerKg => "per_kg",
        Basis::PerPiece => "per_piece",
        Basis::PctValue => "pct_value",
    }
}

impl From<&Weights> for PriceWeights {
    fn from(weights: &Weights) -> Self {
        // Six decimals show a weight that was converted.
        let shown = |number: Decimal| number.round_dp(6).normalize();
        Self {
            unit: weights.unit.into(),
            actual: shown(weights.actual),
            volumetric: weights.volumetric.map(shown),
            divisor: weights.divisor.map(shown),
            counted: shown(weights.counted),
            counted_as: weights.counted_as,
            chargeable: shown(weights.chargeable),
            unmeasured: i32::try_from(weights.unmeasured).unwrap_or(i32::MAX),
        }
    }
}

impl From<&Refusal> for PriceRefusal {
    fn from(refusal: &Refusal) -> Self {
        let quantity = |quantity: &Option<Quantity>| quantity.as_ref().map(PriceQuantity::from);
        Self { code: refusal.code, limit: quantity(&refusal.limit), value: quantity(&refusal.value) }
    }
}

impl From<&Quantity> for PriceQuantity {
    fn from(quantity: &Quantity) -> Self {
        let of = |value: Decimal| Self { value: Some(value.round_dp(6).normalize()), ..Self::default() };
        match quantity {
            Quantity::Weight(Weight { value, unit }) | Quantity::Band(Weight { value, unit }) => {
                Self { unit: Some(weight_unit(*unit).to_owned()), ..of(*value) }
            }
            Quantity::Length(Length { value, unit }) => {
                Self { unit: Some(length_unit(*unit).to_owned()), ..of(*value) }
            }
            Quantity::Money(money) => {
                Self { currency: Some(money.currency.code().to_owned()), ..of(money.amount) }
            }
            Quantity::Pieces(pieces) => of(Decimal::from(*pieces)),
            Quantity::Currencies(from, to) => Self {
                currency: Some(from.code().to_owned()),
                to_currency: Some(to.code().to_owned()),
                ..Self::default()
            },
        }
    }
}

fn weight_unit(unit: WeightUnit) -> &'static str {
    PriceWeightUnit::from(unit).as_str()
}

fn length_unit(unit: LengthUnit) -> &'static str {
    super::tables::PriceSizeUnit::from(unit).as_str()
}
