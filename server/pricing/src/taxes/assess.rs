//! Assesses a declaration: lines that explain each tax, or the reasons why nothing can be calculated.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::amount::Calculation;
use super::items::items_of;
use super::select::select;
use super::{Declaration, TaxBook, TaxClass, TaxCollected, TaxKindName};

/// The figures a line was calculated with, for texts in the reader's language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// The tax base, in the currency of the declaration.
    pub base: Decimal,
    /// A fraction: 0.17 is 17 %.
    pub rate: Option<Decimal>,
    /// Deduction, flat amount or threshold of the rule, in `currency`.
    pub amount: Option<Decimal>,
    pub currency: Option<String>,
    /// Number of distinct lines.
    pub count: Option<u32>,
    /// Commodity code and origin of the goods, for a tax on some of them.
    pub hs: Option<String>,
    pub origin: Option<String>,
    /// Value above which, and up to which, the rule holds, in the rule's currency.
    pub limit_from: Option<Decimal>,
    pub limit_to: Option<Decimal>,
}

/// One tax of the assessment, rounded to the currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxLine {
    /// Name of the calculation.
    pub code: TaxKindName,
    /// Code of the tax, `br.ii`.
    pub tax: String,
    pub class: TaxClass,
    /// Id of the rule.
    pub rule: String,
    pub amount: Decimal,
    pub collected: TaxCollected,
    pub params: Params,
    pub legal_ref: String,
}

/// Why nothing can be calculated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// A field is missing, negative or too large.
    InvalidDeclaration {
        field: &'static str,
    },
    /// No rule for the country of destination.
    CountryNotCovered {
        country: String,
    },
    /// The country's rules do not hold on the date, or not for this declaration.
    NoRuleInForce {
        country: String,
        date: NaiveDate,
    },
    ExchangeRateMissing {
        from: String,
        to: String,
    },
    /// The rate depends on the commodity and was not given with the line.
    RateMissing {
        tax: String,
        hs: String,
        origin: String,
    },
    /// The simplified regime does not take the shipment.
    Regime(Box<RegimeRefusal>),
    /// Two rules of one tax describe the declaration equally well. The book has an error.
    RulesConflict {
        tax: String,
        rules: [String; 2],
    },
}

/// A rule that ends the regime. `value` is above `limit`, where there is one; both are in `currency`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RegimeRefusal {
    pub rule: String,
    /// Code of the reason, `over_simplified_limit`.
    pub reason: String,
    pub limit: Option<Decimal>,
    pub value: Option<Decimal>,
    pub currency: String,
    pub legal_ref: String,
}

/// Taxes of one declaration. `refused` is empty, or `lines` is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Assessment {
    pub currency: String,
    pub lines: Vec<TaxLine>,
    pub refused: Vec<Refusal>,
}

impl Assessment {
    /// The sum of the rounded lines.
    pub fn total(&self) -> Decimal {
        self.lines.iter().map(|line| line.amount).sum()
    }

    pub fn total_of(&self, class: TaxClass) -> Decimal {
        self.lines.iter().filter(|line| line.class == class).map(|line| line.amount).sum()
    }
}

/// Calculates the taxes of a declaration under the rules of its date.
///
/// Each line is rounded to the currency, and a rounded tax enters the base of later ones. The order of the declared lines
/// has no effect.
pub fn assess(book: &TaxBook, declaration: &Declaration) -> Assessment {
    let currency = declaration.currency.clone();
    match calculate_lines(book, declaration) {
        Ok(lines) => Assessment { currency, lines, refused: Vec::new() },
        Err(refused) => Assessment { currency, lines: Vec::new(), refused },
    }
}

fn calculate_lines(book: &TaxBook, declaration: &Declaration) -> Result<Vec<TaxLine>, Vec<Refusal>> {
    if let Some(field) = declaration.invalid_field() {
        return Err(vec![Refusal::InvalidDeclaration { field }]);
    }
    let items = items_of(declaration);
    let charges = select(book, declaration, &items)?;
    let mut calculation = Calculation::new(declaration, &items);
    let mut lines = Vec::new();
    let mut refused = Vec::new();
    for charge in charges.iter().filter(|charge| charge.rule.class != TaxClass::Gate) {
        match calculation.add(charge) {
            Ok(line) => lines.push(line),
            Err(refusal) if refused.contains(&refusal) => {}
            Err(refusal) => refused.push(refusal),
        }
    }
    if refused.is_empty() { Ok(lines) } else { Err(refused) }
}
