//! A rule as a row of the table, and its check when it becomes a [`TaxRule`].

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::{
    Limits, TaxBase, TaxBuyer, TaxChannel, TaxClass, TaxCollected, TaxConfidence, TaxContents, TaxKind,
    TaxKindName, TaxLimitBase, TaxPer, TaxProgramme, TaxRounding, TaxRule,
};

/// Terms of a rule: conditions, calculation, limits, validity and source.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromRow)]
#[oai(rename = "TaxRuleInput")]
pub struct RuleTerms {
    /// Country of destination (ISO 3166-1 alpha-2), or the code of a group of countries.
    #[oai(validator(max_length = 12))]
    pub country: String,
    /// State of the receiver, as in ISO 3166-2 after the hyphen. Each empty condition holds for every declaration.
    #[oai(validator(max_length = 6))]
    pub state: Option<String>,
    /// Country or group in which the goods were made.
    #[oai(validator(max_length = 12))]
    pub origin: Option<String>,
    /// Country or group from which the parcel is sent.
    #[oai(validator(max_length = 12))]
    pub dispatch: Option<String>,
    pub channel: Option<TaxChannel>,
    pub programme: Option<TaxProgramme>,
    pub buyer: Option<TaxBuyer>,
    pub contents: Option<TaxContents>,
    /// First digits of the commodity code.
    #[oai(validator(max_length = 10))]
    pub hs: Option<String>,
    /// Code of the tax, for example `br.ii`.
    #[oai(validator(max_length = 40))]
    pub tax: String,
    pub class: TaxClass,
    /// Order of calculation. A rounded tax is part of the base of later ones that include its class.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub seq: i16,
    pub kind: TaxKindName,
    /// A fraction: 0.17 is 17 %.
    pub rate: Option<Decimal>,
    /// The deduction, the flat amount or the threshold of the kind, in the rule's currency.
    pub amount: Option<Decimal>,
    /// Currency of amounts and limits.
    #[oai(validator(max_length = 3))]
    pub currency: String,
    pub minimum: Option<Decimal>,
    pub maximum: Option<Decimal>,
    pub per: TaxPer,
    pub limit_base: TaxLimitBase,
    /// The rule applies above this value.
    pub limit_from: Option<Decimal>,
    /// The rule applies up to and including this value.
    pub limit_to: Option<Decimal>,
    /// Maximum gross weight in kilograms.
    pub weight_to: Option<Decimal>,
    /// `goods`, and what is added to it: `goods+freight+insurance+duty+tax+fee`.
    #[oai(validator(max_length = 60))]
    pub tax_base: String,
    pub rounding: TaxRounding,
    /// Codes of taxes that are not due when this one is, separated by spaces.
    #[oai(validator(max_length = 200))]
    pub replaces: Option<String>,
    /// The tax that a `top_up` raises.
    #[oai(validator(max_length = 40))]
    pub credit: Option<String>,
    /// Code of the reason of a `refuse`.
    #[oai(validator(max_length = 60))]
    pub refusal: Option<String>,
    pub collected: TaxCollected,
    /// First day of declarations for which the rule holds.
    pub valid_from: NaiveDate,
    /// The last day; null while no end is known.
    pub valid_to: Option<NaiveDate>,
    /// The law, decree or ordinance.
    #[oai(validator(max_length = 500))]
    pub legal_ref: String,
    /// The source in which it was found.
    #[oai(validator(max_length = 500))]
    pub source: String,
    pub confidence: TaxConfidence,
    /// A rule that is off is not applied. The note says why it is off.
    pub enabled: bool,
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
}

/// A rule with its id, before the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleRow {
    pub id: String,
    pub terms: RuleTerms,
}

/// A column that does not fit the rest of its row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowError {
    pub rule: String,
    pub column: &'static str,
    /// `missing`, `invalid` or `not_used`.
    pub problem: &'static str,
}

impl TryFrom<RuleRow> for TaxRule {
    type Error = Vec<RowError>;

    fn try_from(row: RuleRow) -> Result<Self, Self::Error> {
        let errors = problems(&row);
        let RuleRow { id, terms: row } = row;
        let (Some(kind), Some(base)) = (read_kind(&row), TaxBase::parse(&row.tax_base)) else {
            return Err(errors);
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Self {
            id,
            country: row.country,
            state: row.state,
            origin: row.origin,
            dispatch: row.dispatch,
            channel: row.channel,
            programme: row.programme,
            buyer: row.buyer,
            contents: row.contents,
            hs: row.hs,
            tax: row.tax,
            class: row.class,
            seq: row.seq,
            kind,
            currency: row.currency,
            minimum: row.minimum,
            maximum: row.maximum,
            per: row.per,
            limits: Limits {
                base: row.limit_base,
                from: row.limit_from,
                to: row.limit_to,
                weight_to: row.weight_to,
            },
            base,
            rounding: row.rounding,
            replaces: row
                .replaces
                .iter()
                .flat_map(|codes| codes.split_whitespace())
                .map(str::to_owned)
                .collect(),
            collected: row.collected,
            valid_from: row.valid_from,
            valid_to: row.valid_to,
            legal_ref: row.legal_ref,
            source: row.source,
            confidence: row.confidence,
            enabled: row.enabled,
            note: row.note,
        })
    }
}

/// The kind with its figures. `None` if one is missing.
fn read_kind(row: &RuleTerms) -> Option<TaxKind> {
    Some(match row.kind {
        TaxKindName::Percent => TaxKind::Percent { rate: row.rate? },
        TaxKindName::PercentLess => TaxKind::PercentLess { rate: row.rate?, deduction: row.amount? },
        TaxKindName::FlatPerLine => TaxKind::FlatPerLine { amount: row.amount? },
        TaxKindName::FlatPlusPercent => TaxKind::FlatPlusPercent { amount: row.amount?, rate: row.rate? },
        TaxKindName::Excess => TaxKind::Excess { rate: row.rate, over: row.amount? },
        TaxKindName::GrossUp => TaxKind::GrossUp { rate: row.rate? },
        TaxKindName::Tariff => TaxKind::Tariff { usual: row.rate },
        TaxKindName::Listed => TaxKind::Listed { usual: row.rate },
        TaxKindName::TopUp => TaxKind::TopUp { rate: row.rate?, credit: row.credit.clone()? },
        TaxKindName::Exempt => TaxKind::Exempt,
        TaxKindName::Refuse => TaxKind::Refuse { code: row.refusal.clone()? },
    })
}

/// Whether a kind needs, may have or never uses the columns rate and amount.
fn figures(kind: TaxKindName) -> [Figure; 2] {
    match kind {
        TaxKindName::Percent | TaxKindName::GrossUp | TaxKindName::TopUp => [Figure::Needed, Figure::Unused],
        TaxKindName::PercentLess | TaxKindName::FlatPlusPercent => [Figure::Needed, Figure::Needed],
        TaxKindName::FlatPerLine => [Figure::Unused, Figure::Needed],
        TaxKindName::Excess => [Figure::Optional, Figure::Needed],
        TaxKindName::Tariff | TaxKindName::Listed => [Figure::Optional, Figure::Unused],
        TaxKindName::Exempt | TaxKindName::Refuse => [Figure::Unused; 2],
    }
}

#[derive(Clone, Copy)]
enum Figure {
    Needed,
    Optional,
    Unused,
}

impl Figure {
    fn problem(self, given: bool) -> Option<&'static str> {
        match self {
            Self::Needed if !given => Some("missing"),
            Self::Unused if given => Some("not_used"),
            _ => None,
        }
    }
}

fn problems(RuleRow { id, terms: row }: &RuleRow) -> Vec<RowError> {
    let [rate, amount] = figures(row.kind);
    let negative = |value: Option<Decimal>| value.is_some_and(|value| value < Decimal::ZERO);
    let invalid = |wrong: bool| wrong.then_some("invalid");
    let missing = |text: &str| text.trim().is_empty().then_some("missing");
    // A tax inside its own base cannot take the whole price; other rates stop at ten times the value.
    let highest = if row.kind == TaxKindName::GrossUp { Decimal::new(99, 2) } else { Decimal::TEN };
    let digits = |hs: &String| hs.len() > 10 || !hs.bytes().all(|byte| byte.is_ascii_digit());
    [
        ("id", missing(id)),
        ("legal_ref", missing(&row.legal_ref)),
        ("source", missing(&row.source)),
        ("tax", missing(&row.tax)),
        ("rate", rate.problem(row.rate.is_some())),
        ("rate", invalid(negative(row.rate) || row.rate.is_some_and(|rate| rate > highest))),
        ("amount", amount.problem(row.amount.is_some())),
        ("amount", invalid(negative(row.amount))),
        ("credit", need(row.kind == TaxKindName::TopUp, row.credit.is_some())),
        ("refusal", need(row.kind == TaxKindName::Refuse, row.refusal.is_some())),
        (
            "class",
            invalid(
                (row.kind == TaxKindName::Refuse) != (row.class == TaxClass::Gate)
                    && row.kind != TaxKindName::Exempt,
            ),
        ),
        ("currency", invalid(row.currency.len() != 3)),
        ("hs", invalid(row.hs.as_ref().is_some_and(digits))),
        (
            "limit_to",
            invalid(row.limit_to.is_some_and(|to| to <= row.limit_from.unwrap_or(Decimal::NEGATIVE_ONE))),
        ),
        ("maximum", invalid(row.maximum.is_some_and(|most| most < row.minimum.unwrap_or_default()))),
        ("tax_base", invalid(TaxBase::parse(&row.tax_base).is_none())),
        ("valid_to", invalid(row.valid_to.is_some_and(|last| last < row.valid_from))),
        ("note", (!row.enabled && row.note.is_none()).then_some("missing")),
    ]
    .into_iter()
    .filter_map(|(column, problem)| Some(RowError { rule: id.clone(), column, problem: problem? }))
    .collect()
}

/// A column that exactly one kind has.
fn need(needed: bool, given: bool) -> Option<&'static str> {
    let figure = if needed { Figure::Needed } else { Figure::Unused };
    figure.problem(given)
}
