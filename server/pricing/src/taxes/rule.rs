//! A dated rule of a tax of import.

use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::TaxRounding;
use trade::wire_name;

wire_name! {
    /// How the parcel enters the country.
    TaxChannel {
        /// By the post, under a postal declaration.
        Postal = "postal",
        /// By a courier, under a simplified declaration.
        Courier = "courier",
        /// Under an ordinary declaration, as cargo does.
        Entry = "entry",
    }
}
wire_name! {
    /// Whether the seller is registered in the destination's programme for distance sales: Remessa Conforme, IOSS, or a
    /// GST or IVA registration of foreign sellers.
    TaxProgramme { Inside = "inside", Outside = "outside" }
}
wire_name! {
    /// Who receives the goods. A business has a tax number of the destination.
    TaxBuyer { Consumer = "consumer", Business = "business" }
}
wire_name! {
    /// Contents of a parcel, for taxes.
    TaxContents {
        Merchandise = "merchandise",
        /// From a private person to a private person, without payment.
        Gift = "gift",
        Documents = "documents",
        /// For the receiver's own use, with a prescription where one is needed.
        Medicine = "medicine",
        Sample = "sample",
        Return = "return",
    }
}
wire_name! {
    /// Kind of a charge, which decides the base of later ones.
    TaxClass {
        Duty = "duty",
        /// VAT, GST, ICMS, IVA and other taxes on consumption.
        Tax = "tax",
        Fee = "fee",
        /// A condition of the regime. Yields no line.
        Gate = "gate",
    }
}
wire_name! {
    /// The unit to which a rule is applied.
    TaxPer {
        Shipment = "shipment",
        /// Each group of lines with the same commodity code and origin.
        Item = "item",
    }
}
wire_name! {
    /// The value that limits are compared with.
    TaxLimitBase { Goods = "goods", GoodsFreight = "goods+freight", Cif = "goods+freight+insurance" }
}
wire_name! {
    /// Who collects a tax.
    TaxCollected {
        /// The carrier at import, for the authority.
        Import = "import",
        /// The seller with the price. The carrier collects nothing.
        Sale = "sale",
    }
}
wire_name! {
    /// How well the sources support a rule.
    TaxConfidence {
        /// The source prints a result that the row gives.
        Published = "published",
        /// The row follows from a quoted rule.
        Rule = "rule",
        /// The rule was seen in a secondary source only.
        Secondary = "secondary",
        /// Announced, and not in force when read.
        Expected = "expected",
    }
}

wire_name! {
    /// How a tax is calculated.
    TaxKindName {
        Percent = "percent",
        PercentLess = "percent_less",
        FlatPerLine = "flat_per_line",
        FlatPlusPercent = "flat_plus_percent",
        Excess = "excess",
        GrossUp = "gross_up",
        Tariff = "tariff",
        Listed = "listed",
        TopUp = "top_up",
        Exempt = "exempt",
        Refuse = "refuse",
    }
}

/// How the amount is calculated. Rates are fractions: 0.17 is 17 %. Amounts are in the rule's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaxKind {
    Percent {
        rate: Decimal,
    },
    /// A percentage less a fixed amount, not below zero.
    PercentLess {
        rate: Decimal,
        deduction: Decimal,
    },
    /// An amount for each distinct line: a commodity code of six digits with an origin.
    FlatPerLine {
        amount: Decimal,
    },
    /// An amount for the shipment, and a percentage.
    FlatPlusPercent {
        amount: Decimal,
        rate: Decimal,
    },
    /// A percentage of the part of the base above an amount. Without a rate, the tariff's rate of the line.
    Excess {
        rate: Option<Decimal>,
        over: Decimal,
    },
    /// A percentage of a base that contains the tax: base × r / (1 − r).
    GrossUp {
        rate: Decimal,
    },
    /// The rate of the customs tariff for the commodity, given with the line; else the rule's usual rate.
    Tariff {
        usual: Option<Decimal>,
    },
    /// The rate of a list of commodities, given with the line under the tax's code; else the rule's usual rate.
    Listed {
        usual: Option<Decimal>,
    },
    /// Raises an earlier tax of the same goods to a percentage: rate × base − earlier tax, not below zero.
    TopUp {
        rate: Decimal,
        credit: String,
    },
    /// Nothing is due, for the rule's reason. The taxes it replaces are not due either.
    Exempt,
    /// The regime ends here and nothing is calculated. The code names the reason.
    Refuse {
        code: String,
    },
}

/// The value a tax is calculated on: the goods, and what is added to them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TaxBase {
    pub freight: bool,
    pub insurance: bool,
    /// Duties assessed before.
    pub duty: bool,
    /// Taxes assessed before.
    pub tax: bool,
    /// Fees assessed before.
    pub fee: bool,
}

impl TaxBase {
    /// Reads `goods`, `goods+freight+insurance+duty` and the like. `None` for another text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('+');
        if parts.next() != Some("goods") {
            return None;
        }
        parts.try_fold(Self::default(), |base, part| match part {
            "freight" => Some(Self { freight: true, ..base }),
            "insurance" => Some(Self { insurance: true, ..base }),
            "duty" => Some(Self { duty: true, ..base }),
            "tax" => Some(Self { tax: true, ..base }),
            "fee" => Some(Self { fee: true, ..base }),
            _ => None,
        })
    }

    /// Whether charges of a class enter the base.
    pub fn includes(self, class: TaxClass) -> bool {
        match class {
            TaxClass::Duty => self.duty,
            TaxClass::Tax => self.tax,
            TaxClass::Fee => self.fee,
            TaxClass::Gate => false,
        }
    }
}

/// The values and weights a rule is for: above `from`, up to and including `to`. Values in the rule's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    pub base: TaxLimitBase,
    pub from: Option<Decimal>,
    pub to: Option<Decimal>,
    /// Highest gross weight in kilograms, compared where the weight is known.
    pub weight_to: Option<Decimal>,
}

/// A dated rule. An empty condition holds for every declaration.
///
/// The most specific rule of each tax applies to a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaxRule {
    pub id: String,
    /// Country of destination, or a group of countries such as the European Union.
    pub country: String,
    /// State or province of the receiver, as in ISO 3166-2 after the hyphen.
    pub state: Option<String>,
    /// Country or group of countries where the goods were made.
    pub origin: Option<String>,
    /// Country or group of countries the parcel is sent from.
    pub dispatch: Option<String>,
    pub channel: Option<TaxChannel>,
    pub programme: Option<TaxProgramme>,
    pub buyer: Option<TaxBuyer>,
    pub contents: Option<TaxContents>,
    /// First digits of the commodity code.
    pub hs: Option<String>,
    /// Code of the tax, `br.ii`.
    pub tax: String,
    pub class: TaxClass,
    /// Order of calculation. A tax enters the base of later ones after rounding.
    pub seq: i16,
    pub kind: TaxKind,
    /// Currency of limits and amounts.
    pub currency: String,
    pub minimum: Option<Decimal>,
    pub maximum: Option<Decimal>,
    pub per: TaxPer,
    pub limits: Limits,
    pub base: TaxBase,
    pub rounding: TaxRounding,
    /// Taxes that are not due on the same goods when this one is due, or when it exempts from them.
    pub replaces: Vec<String>,
    pub collected: TaxCollected,
    pub valid_from: NaiveDate,
    /// The last day of validity.
    pub valid_to: Option<NaiveDate>,
    pub legal_ref: String,
    pub source: String,
    pub confidence: TaxConfidence,
    pub enabled: bool,
    /// Why the row is switched off, or what an administrator should know.
    pub note: Option<String>,
}

impl TaxRule {
    /// Whether the rule is in force on the date of a declaration.
    pub fn holds_on(&self, date: NaiveDate) -> bool {
        self.enabled && self.valid_from <= date && self.valid_to.is_none_or(|last| date <= last)
    }

    /// Name of the kind, which is the code of the line it gives.
    pub fn kind_name(&self) -> TaxKindName {
        match self.kind {
            TaxKind::Percent { .. } => TaxKindName::Percent,
            TaxKind::PercentLess { .. } => TaxKindName::PercentLess,
            TaxKind::FlatPerLine { .. } => TaxKindName::FlatPerLine,
            TaxKind::FlatPlusPercent { .. } => TaxKindName::FlatPlusPercent,
            TaxKind::Excess { .. } => TaxKindName::Excess,
            TaxKind::GrossUp { .. } => TaxKindName::GrossUp,
            TaxKind::Tariff { .. } => TaxKindName::Tariff,
            TaxKind::Listed { .. } => TaxKindName::Listed,
            TaxKind::TopUp { .. } => TaxKindName::TopUp,
            TaxKind::Exempt => TaxKindName::Exempt,
            TaxKind::Refuse { .. } => TaxKindName::Refuse,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_names_its_parts() {
        let all = TaxBase { freight: true, insurance: true, duty: true, ..TaxBase::default() };
        assert_eq!(TaxBase::parse("goods"), Some(TaxBase::default()));
        assert_eq!(TaxBase::parse("goods+freight+insurance+duty"), Some(all));
        assert_eq!(TaxBase::parse("freight"), None);
        assert_eq!(TaxBase::parse("goods+postage"), None);
    }
}
