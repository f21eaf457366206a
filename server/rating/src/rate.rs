//! Rates a shipment: one pure function for calculator, wizard, confirmation, re-weighing, import and API.

use rust_decimal::Decimal;

use super::bill::{Bill, MAX_LINE, PricedWeight};
use super::code::Code;
use super::fx::{Exchange, FuelRate, Fx};
use super::limits::Limits;
use super::measure::{Weight, WeightUnit};
use super::money::{Currency, Money, percent_of};
use super::outcome::{Explanation, Line, Outcome, Quantity, Refusal, RefusalCode};
use super::price::NoPrice;
use super::request::{Parcel, Request, Unpriceable};
use super::rows::AdjustmentRow;
use super::tariff::{ServedZone, Tariff};
use super::weighing::{Per, Weights};

/// The figures of a quote beside its table and request.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// The currency of the quote.
    pub currency: Currency,
    pub limits: Option<&'a Limits>,
    /// The fuel row in force on the date of the quote.
    pub fuel: Option<&'a FuelRate>,
    /// Margins and discounts of the assignment, after those of the table.
    pub adjustments: &'a [AdjustmentRow],
    pub service_tax: Option<&'a ServiceTax>,
    pub import: Option<&'a dyn ImportCharges>,
    pub cost: Option<CostTerms<'a>>,
}

/// The table that the carrier charges by.
#[derive(Clone, Copy)]
pub struct CostTerms<'a> {
    pub tariff: &'a Tariff,
    pub fuel: Option<&'a FuelRate>,
}

/// A tax on the taxable lines of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceTax {
    pub code: Code,
    pub pct: Decimal,
}

/// Duties, taxes and fees of an import, which depend on the freight.
pub trait ImportCharges {
    /// The charges for the freight of all lines before, without insurance, and for the insurance.
    fn assess(&self, freight: Money, insurance: Money) -> Vec<ImportCharge>;
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportCharge {
    pub code: Code,
    pub legal_ref: Option<Code>,
    /// Rounded, in any currency.
    pub amount: Money,
    /// Whether the addressee pays it on delivery (DAP), so that it is an estimate and no part of the total.
    pub is_estimate: bool,
}

impl Terms<'_> {
    /// Terms without anything but the currency.
    pub fn in_currency(currency: Currency) -> Self {
        Self {
            currency,
            limits: None,
            fuel: None,
            adjustments: &[],
            service_tax: None,
            import: None,
            cost: None,
        }
    }
}

/// Prices a request by a compiled version. The order is: weights, zone, base, minimum, fuel on named lines, other
/// surcharges, insurance, margin and discount, service tax, charges of the import, exchange. Each line is rounded half-up
/// to the currency, converted lines once more; the total is the sum of the lines.
pub fn rate(tariff: &Tariff, fx: &Fx, request: &Request, terms: &Terms<'_>) -> Outcome {
    let mut outcome = price_by_tariff(tariff, fx, request, terms);
    if let Some(cost) = terms.cost.filter(|_| outcome.refused.is_empty()) {
        outcome.cost = Some(Box::new(cost_of(cost, fx, request, terms.currency)));
    }
    outcome
}

/// The same shipment by the carrier's table. The spread is the tenant's income, and a carrier without insurance leaves it
/// to the tenant.
fn cost_of(cost: CostTerms<'_>, fx: &Fx, request: &Request, currency: Currency) -> Outcome {
    let fx = Fx { spread_pct: None, ..fx.clone() };
    let insured_value = request.insured_value.filter(|_| cost.tariff.insurance.is_some());
    let request = Request { insured_value, ..request.clone() };
    price_by_tariff(cost.tariff, &fx, &request, &Terms { fuel: cost.fuel, ..Terms::in_currency(currency) })
}

fn price_by_tariff(tariff: &Tariff, fx: &Fx, request: &Request, terms: &Terms<'_>) -> Outcome {
    let mut outcome = Outcome::empty();
    if let Err(problem) = request.check() {
        outcome.refused.push(Refusal::new(problem.into()));
        return outcome;
    }
    if let Some(limits) = terms.limits {
        outcome.refused = limits.check(request, fx);
    }
    let Some(weights) = tariff.weighing.weigh(&request.parcels) else { return outcome };
    if let Some((zone, bases)) = find_zone_and_prices(tariff, request, &weights, &mut outcome) {
        let bill = bill(tariff, fx, request, terms, &zone, &weights, &bases);
        outcome.refused.extend(bill.refused);
        outcome.lines = bill.lines;
        exchange(&mut outcome, tariff, fx, terms);
        import(&mut outcome, fx, terms);
    }
    outcome.weights = Some(weights);
    outcome.finish(terms.currency, fx)
}

/// Zone and base prices. The reasons against them are added to the outcome.
fn find_zone_and_prices(
    tariff: &Tariff,
    request: &Request,
    weights: &Weights,
    outcome: &mut Outcome,
) -> Option<(ServedZone, Vec<PricedWeight>)> {
    let refused = &mut outcome.refused;
    let Some(zone) = tariff.zone(&request.destination) else {
        refused.push(Refusal::new(RefusalCode::DestinationNotServed));
        return None;
    };
    outcome.zone = Some(zone.code.clone());
    if let Some(limit) = zone.max_weight.filter(|limit| weights.heaviest > *limit) {
        refused.push(over(RefusalCode::OverWeight, Quantity::Weight, limit, weights.heaviest, weights.unit));
        return None;
    }
    let mut bases = Vec::with_capacity(1);
    for (pieces, weight) in priced_weights(tariff, request, weights) {
        let (code, kind, limit): (_, fn(Weight) -> Quantity, _) = match tariff.grid.price(zone.index, weight)
        {
            Ok(price) => {
                bases.push(PricedWeight { pieces, weight, price });
                continue;
            }
            Err(NoPrice::OverLadder { end }) => (RefusalCode::OverWeight, Quantity::Weight, end),
            Err(NoPrice::NotOffered { band }) => (RefusalCode::NoPrice, Quantity::Band, band.up_to),
        };
        refused.push(over(code, kind, limit, weight, weights.unit));
    }
    Some((zone, bases)).filter(|_| outcome.refused.is_empty())
}

/// The weights that are looked up in the grid, with the number of pieces that have each.
fn priced_weights(tariff: &Tariff, request: &Request, weights: &Weights) -> Vec<(u32, Decimal)> {
    if tariff.priced_per == Per::Shipment {
        return vec![(1, weights.chargeable)];
    }
    let mut priced: Vec<(u32, Decimal)> = Vec::new();
    for parcel in &request.parcels {
        let piece = Parcel { pieces: 1, ..parcel.clone() };
        let Some(weight) = tariff.weighing.weigh(&[piece]).map(|weights| weights.chargeable) else {
            continue;
        };
        match priced.iter_mut().find(|(_, other)| *other == weight) {
            Some((pieces, _)) => *pieces += parcel.pieces,
            None => priced.push((parcel.pieces, weight)),
        }
    }
    priced
}

fn over(
    code: RefusalCode,
    kind: fn(Weight) -> Quantity,
    limit: Decimal,
    value: Decimal,
    unit: WeightUnit,
) -> Refusal {
    Refusal::over(code, kind(Weight::new(limit, unit)), Quantity::Weight(Weight::new(value, unit)))
}

fn bill<'a>(
    tariff: &'a Tariff,
    fx: &'a Fx,
    request: &'a Request,
    terms: &Terms<'_>,
    zone: &'a ServedZone,
    weights: &'a Weights,
    bases: &[PricedWeight],
) -> Bill<'a> {
    let mut bill = Bill::new(tariff, fx, request, zone, weights);
    let rows = tariff.adjustments.iter().chain(terms.adjustments);
    let (early, late) = rows.partition::<Vec<_>, _>(|row| row.before_fuel);
    bill.freight(bases);
    for row in early {
        bill.adjustment(row);
    }
    for index in 0..tariff.before_fuel {
        bill.surcharge(index);
    }
    bill.fuel(terms.fuel);
    for index in tariff.before_fuel..tariff.surcharges.len() {
        bill.surcharge(index);
    }
    bill.insurance();
    for row in late {
        bill.adjustment(row);
    }
    if let Some(tax) = terms.service_tax {
        let on = bill.taxable();
        let explanation = Explanation::ServiceTax { tax: tax.code.clone(), pct: tax.pct, on };
        bill.push_unless_zero(explanation, percent_of(tax.pct, on.amount), false);
    }
    bill
}

/// Converts each line into the currency of the quote.
fn exchange(outcome: &mut Outcome, tariff: &Tariff, fx: &Fx, terms: &Terms<'_>) {
    if tariff.currency == terms.currency {
        return;
    }
    let Some(exchange) = fx.rate(tariff.currency, terms.currency) else {
        outcome.refused.push(Refusal::no_rate(tariff.currency, terms.currency));
        return;
    };
    for line in &mut outcome.lines {
        line.original = Some(line.amount);
        line.amount = exchange.round(line.amount.amount);
        line.cost = line.cost.map(|cost| exchange.round(cost.amount));
    }
    outcome.exchange = Some(exchange);
}

/// Adds the charges of the import for freight and insurance in the currency of the quote.
fn import(outcome: &mut Outcome, fx: &Fx, terms: &Terms<'_>) {
    let Some(import) = terms.import.filter(|_| outcome.refused.is_empty()) else { return };
    let sum = |is_insurance: bool| {
        let is_meant = |line: &&Line| {
            matches!(line.explanation, Explanation::Insurance { .. }) == is_insurance
                && !matches!(line.explanation, Explanation::ServiceTax { .. })
        };
        let lines = outcome.lines.iter().filter(is_meant);
        Money::exact(lines.map(|line| line.amount.amount).sum(), terms.currency)
    };
    for charge in import.assess(sum(false), sum(true)) {
        let Some(exchange) = fx.rate(charge.amount.currency, terms.currency) else {
            outcome.refused.push(Refusal::no_rate(charge.amount.currency, terms.currency));
            continue;
        };
        let line = to_import_line(&charge, &exchange);
        if charge.is_estimate { outcome.estimates.push(line) } else { outcome.lines.push(line) }
    }
}

/// The money of a tax goes to the authority, so it costs what it is charged.
fn to_import_line(charge: &ImportCharge, exchange: &Exchange) -> Line {
    let amount = exchange.round(charge.amount.amount);
    Line {
        explanation: Explanation::Import { charge: charge.code.clone(), legal_ref: charge.legal_ref.clone() },
        amount,
        original: exchange.row.map(|_| charge.amount),
        cost: Some(amount),
        taxable: false,
    }
}

impl Outcome {
    pub fn empty() -> Self {
        Self {
            weights: None,
            zone: None,
            lines: Vec::new(),
            estimates: Vec::new(),
            total: None,
            exchange: None,
            refused: Vec::new(),
            cost: None,
        }
    }

    /// Adds the spread on all converted lines, then the total. A refused service has no lines.
    fn finish(mut self, currency: Currency, fx: &Fx) -> Self {
        if self.lines.iter().any(|line| line.amount.amount.abs() > MAX_LINE) {
            self.refused.push(Refusal::new(RefusalCode::OutOfRange));
        }
        if !self.refused.is_empty() {
            self.refused = distinct(self.refused);
            self.lines.clear();
            self.estimates.clear();
            return self;
        }
        let converted = self.lines.iter().filter(|line| line.original.is_some());
        let on = Money::exact(converted.map(|line| line.amount.amount).sum(), currency);
        if let Some(pct) = fx.spread_pct {
            let amount = on.percent(pct);
            if !amount.amount.is_zero() {
                let explanation = Explanation::FxSpread { pct, on };
                self.lines.push(Line { explanation, amount, original: None, cost: None, taxable: false });
            }
        }
        let total = self.lines.iter().map(|line| line.amount.amount).sum();
        self.total = Some(Money::exact(total, currency));
        self
    }
}

/// Refusals without repetitions: two lines can miss the same rate.
fn distinct(refused: Vec<Refusal>) -> Vec<Refusal> {
    refused.into_iter().fold(Vec::new(), |mut distinct, refusal| {
        if !distinct.contains(&refusal) {
            distinct.push(refusal);
        }
        distinct
    })
}

impl From<Unpriceable> for RefusalCode {
    fn from(problem: Unpriceable) -> Self {
        match problem {
            Unpriceable::NoParcels => Self::NoParcels,
            Unpriceable::NoWeight => Self::NoWeight,
            Unpriceable::OutOfRange => Self::OutOfRange,
        }
    }
}
