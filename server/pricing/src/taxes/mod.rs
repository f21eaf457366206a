//! Taxes of import: dated rules, a declaration, and what is due on it. Pure: no requests, no tables.
//!
//! [`assess`] answers for quotes, confirmation, import, re-weigh and the API, so that all have one result.

mod amount;
mod assess;
mod book;
mod check;
mod declaration;
mod items;
mod rounding;
mod row;
mod rule;
mod select;
mod terms;
#[cfg(test)]
mod tests;

pub use assess::{Assessment, Params, Refusal, RegimeRefusal, TaxLine, assess};
pub use book::{CountryGroup, TaxBook};
pub use check::{Finding, check};
pub use declaration::{Declaration, Fx, FxRate, Line};
pub use rounding::TaxRounding;
pub use row::{RowError, RuleRow, RuleTerms};
pub use rule::{
    Limits, TaxBase, TaxBuyer, TaxChannel, TaxClass, TaxCollected, TaxConfidence, TaxContents, TaxKind,
    TaxKindName, TaxLimitBase, TaxPer, TaxProgramme, TaxRule,
};
pub use terms::{AdvanceFee, DutyTerms, Settlement, settle};
