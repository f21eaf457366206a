//! Who pays what under the terms of delivery.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{Assessment, TaxCollected, TaxLine, TaxRounding};
use trade::money::decimals_of;
use trade::wire_name;

wire_name! {
    /// Terms of delivery, as far as duties are concerned.
    DutyTerms {
        /// The sender pays duties and taxes.
        Ddp = "ddp",
        /// The addressee pays them on delivery.
        Ddu = "ddu",
    }
}

/// The carrier's fee for paying duties in advance: a percentage of them, not below the minimum. A price of the
/// service, not a tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdvanceFee {
    /// A fraction of the duties and taxes paid.
    pub rate: Decimal,
    /// In the currency of the declaration.
    pub minimum: Decimal,
}

/// An assessment divided by who pays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    pub currency: String,
    /// Charged to the sender with the freight. A debt to the authority, not a revenue.
    pub charged: Vec<TaxLine>,
    /// Charged to the sender for paying in advance. A revenue.
    pub advance_fee: Decimal,
    /// An estimate of what the addressee pays on delivery.
    pub on_delivery: Vec<TaxLine>,
    /// Collected by the seller with the price of the goods. The carrier only shows it.
    pub at_sale: Vec<TaxLine>,
}

impl Settlement {
    /// Amount that the sender pays on top of the freight.
    pub fn charged_total(&self) -> Decimal {
        sum_amounts(&self.charged) + self.advance_fee
    }

    /// Amount that the addressee should expect to pay.
    pub fn on_delivery_total(&self) -> Decimal {
        sum_amounts(&self.on_delivery)
    }
}

/// Divides an assessment under DDP or DAP. The fee is asked only under DDP and only when there is something to pay.
pub fn settle(assessment: &Assessment, terms: DutyTerms, fee: Option<&AdvanceFee>) -> Settlement {
    let lines = assessment.lines.iter().cloned();
    let (at_sale, at_import) = lines.partition::<Vec<_>, _>(|line| line.collected == TaxCollected::Sale);
    let (charged, on_delivery) = match terms {
        DutyTerms::Ddp => (at_import, Vec::new()),
        DutyTerms::Ddu => (Vec::new(), at_import),
    };
    let paid = sum_amounts(&charged);
    let advance_fee = fee.filter(|_| !paid.is_zero()).map_or(Decimal::ZERO, |fee| {
        TaxRounding::HalfUp.round((paid * fee.rate).max(fee.minimum), decimals_of(&assessment.currency))
    });
    Settlement { currency: assessment.currency.clone(), charged, advance_fee, on_delivery, at_sale }
}

fn sum_amounts(lines: &[TaxLine]) -> Decimal {
    lines.iter().map(|line| line.amount).sum()
}
