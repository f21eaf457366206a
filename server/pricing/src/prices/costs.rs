//! The company's costs of a priced shipment, for those who may see them.

use poem_openapi::Object;
use rust_decimal::Decimal;

use super::priced::{PriceLine, PriceMoney, PriceRefusal};
use rating::money::Money;
use rating::outcome::{CostAndSell, Outcome};

/// Costs and sell price of one kind of line.
#[derive(Object, Clone, Debug)]
pub struct PriceCostLine {
    pub code: String,
    /// Code of the surcharge, tax or charge.
    pub of: Option<String>,
    pub sell: Option<PriceMoney>,
    pub cost: Option<PriceMoney>,
}

/// The company's costs of the shipment.
#[derive(Object, Clone, Debug)]
pub struct PriceCosts {
    /// Code of the cost table; null without one.
    pub table_code: Option<String>,
    /// The lines of the cost table.
    pub lines: Vec<PriceLine>,
    pub refused: Vec<PriceRefusal>,
    /// Costs and sell prices, by kind of line.
    pub beside: Vec<PriceCostLine>,
    pub total: Option<PriceMoney>,
    /// The sell price less the costs.
    pub margin: Option<PriceMoney>,
    /// The same in per cent of the sell price.
    pub margin_pct: Option<Decimal>,
}

impl PriceCosts {
    /// `table_code` is the code of the cost table.
    pub fn of(outcome: &Outcome, table_code: Option<String>) -> Self {
        let beside = outcome.cost_beside_sell();
        let priced = outcome.cost.as_deref();
        let of_surcharges = beside
            .iter()
            .filter_map(|line| line.cost)
            .reduce(|sum, next| Money { amount: sum.amount + next.amount, ..sum });
        let total = match priced {
            Some(cost) => cost.total.and(of_surcharges),
            None => of_surcharges,
        };
        let margin = outcome.total.zip(total).filter(|(sell, cost)| sell.currency == cost.currency);
        let margin = margin.map(|(sell, cost)| Money { amount: sell.amount - cost.amount, ..sell });
        let pct = outcome.total.zip(margin).filter(|(sell, _)| !sell.amount.is_zero());
        Self {
            table_code,
            lines: priced.map(|cost| cost.lines.iter().map(PriceLine::of).collect()).unwrap_or_default(),
            refused: priced
                .map(|cost| cost.refused.iter().map(PriceRefusal::from).collect())
                .unwrap_or_default(),
            beside: beside.into_iter().map(PriceCostLine::from).collect(),
            total: total.map(Into::into),
            margin: margin.map(Into::into),
            margin_pct: pct.map(|(sell, margin)| {
                (margin.amount * Decimal::ONE_HUNDRED / sell.amount).round_dp(2).normalize()
            }),
        }
    }
}

impl From<CostAndSell> for PriceCostLine {
    fn from(line: CostAndSell) -> Self {
        let (code, of) = line.key;
        Self {
            code: code.to_owned(),
            of: of.map(|code| code.to_string()),
            sell: line.sell.map(Into::into),
            cost: line.cost.map(Into::into),
        }
    }
}
