//! The priced lines of a shipment, or the reasons why a service does not take it.

use chrono::NaiveDate;
use poem_openapi::Enum;
use rust_decimal::Decimal;
use serde::Serialize;

use super::code::Code;
use super::fx::Exchange;
use super::measure::{Length, Weight, WeightUnit};
use super::money::{Currency, Money};
use super::price::{Band, Calculation};
use super::rows::Basis;
use super::weighing::Weights;

/// The result of one service. There are no lines if something is refused.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outcome {
    pub weights: Option<Weights>,
    pub zone: Option<Code>,
    pub lines: Vec<Line>,
    /// Charges that the addressee pays on delivery (DAP). They are not part of the total.
    pub estimates: Vec<Line>,
    /// The sum of the lines.
    pub total: Option<Money>,
    pub exchange: Option<Exchange>,
    pub refused: Vec<Refusal>,
    /// The same shipment by the cost table. Only staff who may see costs get it.
    pub cost: Option<Box<Outcome>>,
}

/// An amount with its explanation as a code and parameters; texts are made where they are shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Line {
    #[serde(flatten)]
    pub explanation: Explanation,
    /// In the currency of the quote.
    pub amount: Money,
    /// In the currency of the table, if that is another one.
    pub original: Option<Money>,
    /// The carrier's charge, if the surcharge's own row has it. In the currency of the quote.
    pub cost: Option<Money>,
    pub taxable: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "code", content = "params", rename_all = "snake_case")]
pub enum Explanation {
    /// Freight of a chargeable weight, which `pieces` of the shipment have each.
    Base {
        zone: Code,
        pieces: u32,
        unit: WeightUnit,
        weight: Decimal,
        rated_as: Decimal,
        band: Band,
        calculation: Calculation,
    },
    /// The difference to the lowest freight.
    Minimum {
        minimum: Money,
        freight: Money,
    },
    Fuel {
        pct: Decimal,
        on: Money,
        valid_from: NaiveDate,
    },
    Surcharge {
        surcharge: Code,
        basis: Basis,
        rate: Decimal,
        quantity: Decimal,
        bound: Option<Bound>,
    },
    Insurance {
        pct: Decimal,
        value: Money,
        bound: Option<Bound>,
    },
    Margin {
        pct: Decimal,
        on: Money,
    },
    Discount {
        pct: Decimal,
        on: Money,
    },
    ServiceTax {
        tax: Code,
        pct: Decimal,
        on: Money,
    },
    /// A duty, a tax or a fee of the import.
    Import {
        charge: Code,
        legal_ref: Option<Code>,
    },
    FxSpread {
        pct: Decimal,
        on: Money,
    },
}

/// The bound that replaced a calculated amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "amount", rename_all = "snake_case")]
pub enum Bound {
    Min(Decimal),
    Max(Decimal),
}

/// A reason why the service does not take the shipment, with the limit and the value that exceeds it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Refusal {
    pub code: RefusalCode,
    pub limit: Option<Quantity>,
    pub value: Option<Quantity>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename = "PriceRefusalCode", rename_all = "snake_case")]
pub enum RefusalCode {
    NoParcels,
    NoWeight,
    /// A number is negative or too large to be meant.
    OutOfRange,
    DestinationNotServed,
    OverWeight,
    UnderWeight,
    OverShipmentWeight,
    OverPieces,
    OverLength,
    OverSidesSum,
    OverLengthAndGirth,
    OverValue,
    OverInsuredValue,
    /// The shipment asks for insurance, and the table has none.
    InsuranceNotOffered,
    ContentsNotAccepted,
    /// The zone has no price for the band.
    NoPrice,
    /// The fuel percentage of the day is missing.
    NoFuelRate,
    NoExchangeRate,
    /// No price table of the service is assigned, or none is in force.
    NoTable,
    OriginNotServed,
    /// The service is for exports, imports or domestic shipments only.
    DirectionNotServed,
    /// The terms of delivery ask somebody else to pay the taxes than the service does.
    TermsNotOffered,
    /// The sender pays the taxes, and they cannot be calculated.
    TaxesUnknown,
    /// The sender pays the taxes, which depend on the state of the recipient.
    StateNeeded,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Quantity {
    Weight(Weight),
    Length(Length),
    Money(Money),
    Pieces(u32),
    /// Upper bound of a band, in the unit of the table.
    Band(Weight),
    Currencies(Currency, Currency),
}

impl Refusal {
    pub fn new(code: RefusalCode) -> Self {
        Self { code, limit: None, value: None }
    }

    pub fn over(code: RefusalCode, limit: Quantity, value: Quantity) -> Self {
        Self { code, limit: Some(limit), value: Some(value) }
    }

    pub fn no_rate(from: Currency, to: Currency) -> Self {
        let value = Some(Quantity::Currencies(from, to));
        Self { code: RefusalCode::NoExchangeRate, limit: None, value }
    }
}

/// Cost and sell of one kind of line, as the lines of a quote are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CostAndSell {
    /// Kind of the line, and the code of its surcharge, tax or charge.
    pub key: (&'static str, Option<Code>),
    pub sell: Option<Money>,
    pub cost: Option<Money>,
}

impl Outcome {
    /// Adds reasons against the shipment, which come first. An outcome with a reason has no lines.
    #[must_use]
    pub fn refused_also(mut self, reasons: Vec<Refusal>) -> Self {
        if reasons.is_empty() {
            return self;
        }
        let own = std::mem::take(&mut self.refused);
        self.refused = reasons;
        for refusal in own {
            if self.refused.iter().all(|known| known.code != refusal.code) {
                self.refused.push(refusal);
            }
        }
        Self { lines: Vec::new(), estimates: Vec::new(), total: None, cost: None, ..self }
    }

    /// The sum in the currency of the table, without charges of the import and the exchange.
    pub fn table_total(&self) -> Option<Money> {
        let is_own = |line: &&Line| {
            !matches!(line.explanation, Explanation::Import { .. } | Explanation::FxSpread { .. })
        };
        let amounts = self.lines.iter().filter(is_own).map(|line| line.original.unwrap_or(line.amount));
        amounts.reduce(|sum, next| Money { amount: sum.amount + next.amount, ..sum })
    }

    pub fn find(&self, kind: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.explanation.key().0 == kind)
    }

    /// The lines of both tables side by side. A line of the cost table has precedence over the cost of a surcharge's row.
    pub fn cost_beside_sell(&self) -> Vec<CostAndSell> {
        let mut rows: Vec<CostAndSell> = Vec::new();
        let mut row = |key: (&'static str, Option<Code>)| -> usize {
            let index = rows.iter().position(|row| row.key == key);
            index.unwrap_or_else(|| {
                rows.push(CostAndSell { key, sell: None, cost: None });
                rows.len() - 1
            })
        };
        let sell: Vec<usize> = self.lines.iter().map(|line| row(line.explanation.key())).collect();
        let costs = self.cost.iter().flat_map(|cost| &cost.lines);
        let cost: Vec<(usize, Money)> =
            costs.map(|line| (row(line.explanation.key()), line.amount)).collect();
        for (index, line) in sell.into_iter().zip(&self.lines) {
            rows[index].sell = add(rows[index].sell, line.amount);
            if let Some(own) = line.cost.filter(|_| cost.iter().all(|(other, _)| *other != index)) {
                rows[index].cost = add(rows[index].cost, own);
            }
        }
        for (index, amount) in cost {
            rows[index].cost = add(rows[index].cost, amount);
        }
        rows
    }
}

fn add(sum: Option<Money>, money: Money) -> Option<Money> {
    Some(sum.map_or(money, |sum| Money { amount: sum.amount + money.amount, ..sum }))
}

impl Explanation {
    /// The kind of the line as in its JSON, and the code of its surcharge, tax or charge.
    pub fn key(&self) -> (&'static str, Option<Code>) {
        match self {
            Self::Base { .. } => ("base", None),
            Self::Minimum { .. } => ("minimum", None),
            Self::Fuel { .. } => ("fuel", None),
            Self::Surcharge { surcharge, .. } => ("surcharge", Some(surcharge.clone())),
            Self::Insurance { .. } => ("insurance", None),
            Self::Margin { .. } => ("margin", None),
            Self::Discount { .. } => ("discount", None),
            Self::ServiceTax { tax, .. } => ("service_tax", Some(tax.clone())),
            Self::Import { charge, .. } => ("import", Some(charge.clone())),
            Self::FxSpread { .. } => ("fx_spread", None),
        }
    }
}
