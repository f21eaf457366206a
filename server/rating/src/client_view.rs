//! The lines that a client may see.

use rust_decimal::Decimal;
use serde::Serialize;

use super::code::Code;
use super::fx::Exchange;
use super::money::Money;
use super::outcome::{Explanation, Line, Outcome, Refusal};
use super::weighing::Weights;

/// An outcome without costs and margins. It has no field for them, so no empty key shows that they exist.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClientView {
    pub weights: Option<Weights>,
    pub zone: Option<Code>,
    pub lines: Vec<ClientLine>,
    pub estimates: Vec<ClientLine>,
    pub total: Option<Money>,
    pub exchange: Option<Exchange>,
    pub refused: Vec<Refusal>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ClientLine {
    /// Kind of the line: `base`, `fuel`…
    pub code: &'static str,
    /// Code of the surcharge, tax or charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<Code>,
    /// Parameters, if no margin can be calculated from them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    pub amount: Money,
    pub taxable: bool,
}

impl From<&Outcome> for ClientView {
    /// Margins are part of the base line, whose amount differs from its formula then. So the parameters
    /// of lines stay out as soon as there is a margin: a fuel percentage with its amount would tell the base without it.
    fn from(outcome: &Outcome) -> Self {
        let is_margin = |line: &&Line| matches!(line.explanation, Explanation::Margin { .. });
        let margin: Decimal = outcome.lines.iter().filter(is_margin).map(|line| line.amount.amount).sum();
        let has_margin = outcome.lines.iter().any(|line| is_margin(&line));
        let shown = outcome.lines.iter().filter(|line| !is_margin(line));
        let mut lines: Vec<_> = shown.map(|line| ClientLine::new(line, !has_margin)).collect();
        if let Some(base) = lines.iter_mut().find(|line| line.code == "base") {
            base.amount.amount += margin;
        }
        Self {
            weights: outcome.weights.clone(),
            zone: outcome.zone.clone(),
            lines,
            estimates: outcome.estimates.iter().map(|line| ClientLine::new(line, true)).collect(),
            total: outcome.total,
            exchange: outcome.exchange,
            refused: outcome.refused.clone(),
        }
    }
}

impl ClientLine {
    fn new(line: &Line, is_explained: bool) -> Self {
        let (code, of) = line.explanation.key();
        let is_import = matches!(line.explanation, Explanation::Import { .. });
        let explanation = (is_explained || is_import).then(|| line.explanation.clone());
        Self { code, of, explanation, amount: line.amount, taxable: line.taxable }
    }
}
