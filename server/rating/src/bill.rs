//! The lines of one shipment in the currency of its table, calculated one after the other.

use rust_decimal::Decimal;

use super::condition::{self, Facts};
use super::fx::{FuelRate, Fx};
use super::measure::{Weight, WeightUnit};
use super::money::{Money, percent_of};
use super::outcome::{Bound, Explanation, Line, Quantity, Refusal, RefusalCode};
use super::price::BasePrice;
use super::request::Request;
use super::rows::{AdjustmentKind, AdjustmentRow, Basis, LineRef, SurchargeRow};
use super::tariff::{ServedZone, Tariff};
use super::weighing::Weights;

/// 1 000 000 000 000 000. A line above this is an error in the table, and could overflow the lines that refer to it.
pub const MAX_LINE: Decimal = Decimal::from_parts(2_764_472_320, 232_830, 0, false, 0);

pub struct Bill<'a> {
    pub tariff: &'a Tariff,
    pub fx: &'a Fx,
    pub request: &'a Request,
    pub zone: &'a ServedZone,
    pub weights: &'a Weights,
    pub lines: Vec<Line>,
    pub refused: Vec<Refusal>,
    sums: Sums,
}

/// A weight with its price, and the number of pieces that have it.
pub struct PricedWeight {
    pub pieces: u32,
    pub weight: Decimal,
    pub price: BasePrice,
}

/// The sums that percentages refer to.
#[derive(Default)]
struct Sums {
    base: Decimal,
    fuel: Decimal,
    insurance: Decimal,
    /// Position of the row and amount.
    surcharges: Vec<(usize, Decimal)>,
}

impl<'a> Bill<'a> {
    pub fn new(
        tariff: &'a Tariff,
        fx: &'a Fx,
        request: &'a Request,
        zone: &'a ServedZone,
        weights: &'a Weights,
    ) -> Self {
        let (lines, refused, sums) = (Vec::with_capacity(8), Vec::new(), Sums::default());
        Self { tariff, fx, request, zone, weights, lines, refused, sums }
    }

    /// Freight by one line for each priced weight, raised to the minimum of the zone by a line of its own.
    pub fn freight(&mut self, bases: &[PricedWeight]) {
        self.sums.base = bases.iter().map(|base| self.base(base)).sum();
        let freight = self.sums.base;
        if let Some(minimum) = self.zone.minimum.filter(|minimum| *minimum > freight) {
            let explanation =
                Explanation::Minimum { minimum: self.money(minimum), freight: self.money(freight) };
            let added = self.push(explanation, minimum - freight, self.tariff.taxable);
            self.sums.base += added;
        }
    }

    fn base(&mut self, priced: &PricedWeight) -> Decimal {
        let base = &priced.price;
        let explanation = Explanation::Base {
            zone: self.zone.code.clone(),
            unit: self.weights.unit,
            pieces: priced.pieces,
            weight: priced.weight,
            rated_as: base.rated_as,
            band: base.band,
            calculation: base.calculation,
        };
        // The price of a piece is a whole amount, so a line shows pieces × price.
        let each = self.tariff.currency.round(base.amount);
        self.push(explanation, each * Decimal::from(priced.pieces), self.tariff.taxable)
    }

    pub fn adjustment(&mut self, row: &AdjustmentRow) {
        let on = self.money(self.sum(&row.on));
        let amount = percent_of(row.pct, on.amount);
        let (explanation, amount) = match row.kind {
            AdjustmentKind::Margin => (Explanation::Margin { pct: row.pct, on }, amount),
            AdjustmentKind::Discount => (Explanation::Discount { pct: row.pct, on }, -amount),
        };
        let added = self.push_unless_zero(explanation, amount, self.tariff.taxable);
        if row.before_fuel {
            self.sums.base += added;
        }
    }

    /// The carrier's percentage on the lines that the table names. A table with fuel and a day without a rate is refused:
    /// no rate is not a rate of 0.
    pub fn fuel(&mut self, rate: Option<&FuelRate>) {
        if self.tariff.fuel_on.is_empty() {
            return;
        }
        let Some(rate) = rate else {
            self.refused.push(Refusal::new(RefusalCode::NoFuelRate));
            return;
        };
        let on = self.money(self.sum(&self.tariff.fuel_on));
        let explanation = Explanation::Fuel { pct: rate.pct, on, valid_from: rate.valid_from };
        let amount = percent_of(rate.pct, on.amount);
        self.sums.fuel = self.push_unless_zero(explanation, amount, self.tariff.taxable);
    }

    /// The surcharge at a position of the tariff, if its conditions are met.
    pub fn surcharge(&mut self, index: usize) {
        let row = &self.tariff.surcharges[index];
        let Some(quantity) = self.quantity(row) else { return };
        if quantity.is_zero() || row.free_below.is_some_and(|limit| quantity < limit) {
            return;
        }
        let (amount, bound) = charge(row, row.amount, quantity);
        let explanation = Explanation::Surcharge {
            surcharge: row.code.clone(),
            basis: row.basis.clone(),
            rate: row.amount,
            quantity,
            bound,
        };
        let added = self.push_unless_zero(explanation, amount, row.taxable);
        if let Some((cost, line)) = row.cost_amount.zip(self.lines.last_mut()).filter(|_| !added.is_zero()) {
            // The bounds of the row are those of the sell price.
            line.cost = Some(Money::round(calculate_amount(row, cost, quantity), self.tariff.currency));
        }
        self.sums.surcharges.push((index, added));
    }

    /// Insurance of the insured value. A table without insurance refuses a shipment that asks for it.
    pub fn insurance(&mut self) {
        let Some(value) = self.request.insured_value.filter(|value| !value.amount.is_zero()) else { return };
        let Some(row) = &self.tariff.insurance else {
            self.refused.push(Refusal::new(RefusalCode::InsuranceNotOffered));
            return;
        };
        let Some(value) = self.in_table(value) else { return };
        if row.free_below.is_some_and(|limit| value < limit) {
            return;
        }
        let value = self.money(value);
        if let Some(limit) = row.max_value.filter(|limit| value.amount > *limit) {
            let limit = Quantity::Money(self.money(limit));
            self.refused.push(Refusal::over(RefusalCode::OverInsuredValue, limit, Quantity::Money(value)));
        }
        let (amount, bound) = apply_bounds(percent_of(row.pct, value.amount), row.min, row.max);
        let explanation = Explanation::Insurance { pct: row.pct, value, bound };
        self.sums.insurance = self.push_unless_zero(explanation, amount, row.taxable);
    }

    /// The sum of all taxable lines so far.
    pub fn taxable(&self) -> Money {
        let lines = self.lines.iter().filter(|line| line.taxable);
        self.money(lines.map(|line| line.amount.amount).sum())
    }

    /// Adds a line with the rounded amount, and returns it.
    pub fn push(&mut self, explanation: Explanation, amount: Decimal, taxable: bool) -> Decimal {
        let amount = if amount.abs() > MAX_LINE {
            self.refused.push(Refusal::new(RefusalCode::OutOfRange));
            Decimal::ZERO
        } else {
            amount
        };
        let amount = Money::round(amount, self.tariff.currency);
        self.lines.push(Line { explanation, amount, original: None, cost: None, taxable });
        amount.amount
    }

    pub fn push_unless_zero(&mut self, explanation: Explanation, amount: Decimal, taxable: bool) -> Decimal {
        if self.tariff.currency.round(amount).is_zero() {
            return Decimal::ZERO;
        }
        self.push(explanation, amount, taxable)
    }

    fn quantity(&mut self, row: &SurchargeRow) -> Option<Decimal> {
        let chargeable = Weight::new(self.weights.chargeable, self.weights.unit);
        let facts = Facts { request: self.request, zone: &self.zone.code, chargeable: &chargeable };
        let pieces = condition::pieces_meeting(&row.conditions, facts);
        if pieces == 0 {
            return None;
        }
        match &row.basis {
            Basis::Fixed => Some(Decimal::ONE),
            Basis::PctOf { lines } => Some(self.sum(lines)),
            Basis::PerKg => Some(chargeable.in_unit(WeightUnit::Kilograms)),
            Basis::PerPiece => Some(Decimal::from(pieces)),
            Basis::PctValue => self.request.declared_value.and_then(|value| self.in_table(value)),
        }
    }

    /// The exact value in the currency of the table. Without a rate the shipment is refused.
    fn in_table(&mut self, value: Money) -> Option<Decimal> {
        let converted = self.fx.convert(value, self.tariff.currency);
        if converted.is_none() {
            self.refused.push(Refusal::no_rate(value.currency, self.tariff.currency));
        }
        converted
    }

    fn sum(&self, lines: &[LineRef]) -> Decimal {
        let has_all = lines.contains(&LineRef::Surcharges);
        let surcharges = |is_meant: &dyn Fn(usize) -> bool| -> Decimal {
            let meant = self.sums.surcharges.iter().filter(|(index, _)| is_meant(*index));
            meant.map(|(_, amount)| *amount).sum()
        };
        let one = |line: &LineRef| match line {
            LineRef::Base => self.sums.base,
            LineRef::Fuel => self.sums.fuel,
            LineRef::Insurance => self.sums.insurance,
            LineRef::Surcharges => surcharges(&|_| true),
            LineRef::Surcharge(_) if has_all => Decimal::ZERO,
            LineRef::Surcharge(code) => surcharges(&|index| self.tariff.surcharges[index].code == *code),
        };
        lines.iter().map(one).sum()
    }

    fn money(&self, amount: Decimal) -> Money {
        Money::exact(amount, self.tariff.currency)
    }
}

/// The amount of a surcharge within its bounds.
fn charge(row: &SurchargeRow, rate: Decimal, quantity: Decimal) -> (Decimal, Option<Bound>) {
    apply_bounds(calculate_amount(row, rate, quantity), row.min, row.max)
}

fn calculate_amount(row: &SurchargeRow, rate: Decimal, quantity: Decimal) -> Decimal {
    match row.basis {
        Basis::PctOf { .. } | Basis::PctValue => percent_of(rate, quantity),
        Basis::Fixed | Basis::PerKg | Basis::PerPiece => rate * quantity,
    }
}

fn apply_bounds(amount: Decimal, min: Option<Decimal>, max: Option<Decimal>) -> (Decimal, Option<Bound>) {
    let below = min.filter(|min| amount < *min).map(|min| (min, Some(Bound::Min(min))));
    let above = max.filter(|max| amount > *max).map(|max| (max, Some(Bound::Max(max))));
    above.or(below).unwrap_or((amount, None))
}
