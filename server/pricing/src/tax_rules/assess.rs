//! A declaration to try, and what is due on it.

use chrono::NaiveDate;
use poem_openapi::{Enum, Object};
use rust_decimal::Decimal;

use crate::taxes::{
    Assessment, Declaration, DutyTerms, Fx, FxRate, Line, Refusal, RegimeRefusal, Settlement, TaxBuyer,
    TaxChannel, TaxClass, TaxContents, TaxKindName, TaxLine, TaxProgramme,
};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;

/// Who pays a tax.
#[derive(Enum, Clone, Copy, Debug)]
#[oai(rename_all = "snake_case")]
pub enum TaxPayer {
    /// The sender, with the freight.
    Sender,
    /// The addressee, on delivery.
    Addressee,
    /// The buyer, with the price of the goods. The carrier collects nothing.
    Seller,
}

/// Why nothing can be calculated.
#[derive(Enum, Clone, Copy, Debug)]
#[oai(rename_all = "snake_case")]
pub enum TaxRefusalCode {
    InvalidDeclaration,
    CountryNotCovered,
    NoRuleInForce,
    ExchangeRateMissing,
    RateMissing,
    OutsideRegime,
    RulesConflict,
}

/// A declaration to assess.
#[derive(Object)]
pub struct TaxDeclaration {
    /// Country of destination, ISO 3166-1 alpha-2.
    #[oai(validator(max_length = 2))]
    pub country: String,
    /// State of the receiver, as in ISO 3166-2 after the hyphen.
    #[oai(validator(max_length = 6))]
    pub state: Option<String>,
    /// Postcode of the receiver. Needed where it says whether the address is in a territory with taxes of its own.
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
    /// Country from which the parcel is sent.
    #[oai(validator(max_length = 2))]
    pub dispatch: String,
    pub channel: TaxChannel,
    pub programme: TaxProgramme,
    pub buyer: TaxBuyer,
    pub contents: TaxContents,
    /// Day of the declaration; today when empty.
    pub date: Option<NaiveDate>,
    /// Currency of all values.
    #[oai(validator(max_length = 3))]
    pub currency: String,
    #[oai(validator(min_items = 1, max_items = 200))]
    pub lines: Vec<TaxDeclarationLine>,
    pub freight: Option<Decimal>,
    pub insurance: Option<Decimal>,
    /// Gross weight in kilograms.
    pub weight_kg: Option<Decimal>,
    /// Whether the sender or the addressee pays.
    pub terms: DutyTerms,
    /// Exchange rates for limits and amounts in other currencies.
    #[oai(validator(max_items = 10))]
    pub rates: Option<Vec<TaxExchangeRate>>,
}

/// A line of a declaration.
#[derive(Object)]
pub struct TaxDeclarationLine {
    /// Commodity code, with or without dots.
    #[oai(validator(max_length = 14))]
    pub hs: Option<String>,
    /// Country in which the goods were made.
    #[oai(validator(max_length = 2))]
    pub origin: String,
    /// Value of all units.
    pub value: Decimal,
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub quantity: u32,
    /// Rate of the customs tariff, as a fraction, where it is known.
    pub tariff_rate: Option<Decimal>,
}

/// One unit of the first currency is `rate` units of the second.
#[derive(Object)]
pub struct TaxExchangeRate {
    #[oai(validator(max_length = 3))]
    pub from_currency: String,
    #[oai(validator(max_length = 3))]
    pub to_currency: String,
    pub rate: Decimal,
}

/// The taxes that are due. Either `lines` or `refused` is empty.
#[derive(Object, Clone, Debug)]
pub struct TaxAssessment {
    pub currency: String,
    pub date: NaiveDate,
    pub lines: Vec<TaxAssessmentLine>,
    pub sender_pays: Decimal,
    pub addressee_pays: Decimal,
    pub refused: Vec<TaxRefusal>,
    /// The last day with the same rules; null while no change is known.
    pub unchanged_until: Option<NaiveDate>,
}

/// One tax with the figures of its calculation, in the declaration's currency.
#[derive(Object, Clone, Debug)]
pub struct TaxAssessmentLine {
    pub tax: String,
    pub class: TaxClass,
    pub kind: TaxKindName,
    /// Id of the rule.
    pub rule: String,
    pub paid_by: TaxPayer,
    pub amount: Decimal,
    /// The value that is taxed.
    pub base: Decimal,
    /// A fraction: 0.17 is 17 %.
    pub rate: Option<Decimal>,
    /// Deduction, flat amount or threshold of the rule, in `rule_currency`.
    pub rule_amount: Option<Decimal>,
    pub rule_currency: Option<String>,
    /// Number of distinct lines, for an amount per line.
    pub count: Option<u32>,
    /// Commodity code and origin, for a tax on some of the goods.
    pub hs: Option<String>,
    pub origin: Option<String>,
    pub limit_from: Option<Decimal>,
    pub limit_to: Option<Decimal>,
    pub legal_ref: String,
}

/// A reason, with the values it is about.
#[derive(Object, Clone, Debug)]
pub struct TaxRefusal {
    pub code: TaxRefusalCode,
    pub field: Option<String>,
    pub country: Option<String>,
    pub tax: Option<String>,
    pub hs: Option<String>,
    pub origin: Option<String>,
    /// Currencies of a missing exchange rate.
    pub from: Option<String>,
    pub to: Option<String>,
    /// Rules of a conflict, or the rule that ends the regime.
    pub rules: Vec<String>,
    /// Code of the reason for which the regime ends, for example `over_simplified_limit`.
    pub reason: Option<String>,
    /// The value that is above the limit, both in `currency`.
    pub value: Option<Decimal>,
    pub limit: Option<Decimal>,
    pub currency: Option<String>,
    pub legal_ref: Option<String>,
}

impl TaxDeclaration {
    /// The declaration with trimmed texts, and who pays.
    pub fn check(self, today: NaiveDate) -> ApiResult<(Declaration, DutyTerms)> {
        let mut errors = FieldErrors::default();
        let upper =
            |field: &str, text: &str, errors: &mut FieldErrors| required(field, text, errors).to_uppercase();
        let lines = self.lines.iter().enumerate().map(|(index, line)| Line {
            hs: optional(line.hs.as_ref()).unwrap_or_default(),
            origin: upper(&format!("lines.{index}.origin"), &line.origin, &mut errors),
            value: line.value,
            quantity: line.quantity,
            tariff_rate: line.tariff_rate,
            listed_rates: std::collections::BTreeMap::new(),
        });
        let lines: Vec<Line> = lines.collect();
        let rates = self.rates.unwrap_or_default().into_iter().map(|rate| FxRate {
            from: rate.from_currency.trim().to_uppercase(),
            to: rate.to_currency.trim().to_uppercase(),
            rate: rate.rate,
        });
        let declaration = Declaration {
            country: upper("country", &self.country, &mut errors),
            state: optional(self.state.as_ref()).map(|state| state.to_uppercase()),
            postcode: optional(self.postcode.as_ref()),
            dispatch: upper("dispatch", &self.dispatch, &mut errors),
            channel: self.channel,
            programme: self.programme,
            buyer: self.buyer,
            contents: self.contents,
            date: self.date.unwrap_or(today),
            currency: upper("currency", &self.currency, &mut errors),
            lines,
            freight: self.freight.unwrap_or_default(),
            insurance: self.insurance.unwrap_or_default(),
            weight_kg: self.weight_kg,
            fx: Fx(rates.collect()),
        };
        errors.into_result()?;
        if let Some(field) = declaration.invalid_field() {
            return Err(ApiError::invalid_field(field, MessageCode::Invalid));
        }
        Ok((declaration, self.terms))
    }
}

impl TaxAssessment {
    pub fn of(
        assessment: Assessment,
        settlement: &Settlement,
        date: NaiveDate,
        unchanged_until: Option<NaiveDate>,
    ) -> Self {
        let paid = [
            (&settlement.charged, TaxPayer::Sender),
            (&settlement.on_delivery, TaxPayer::Addressee),
            (&settlement.at_sale, TaxPayer::Seller),
        ];
        let lines = paid.into_iter().flat_map(|(lines, by)| lines.iter().map(move |line| line_of(line, by)));
        Self {
            date,
            lines: lines.collect(),
            sender_pays: settlement.charged_total(),
            addressee_pays: settlement.on_delivery_total(),
            refused: assessment.refused.into_iter().map(TaxRefusal::from).collect(),
            unchanged_until,
            currency: assessment.currency,
        }
    }
}

fn line_of(line: &TaxLine, paid_by: TaxPayer) -> TaxAssessmentLine {
    let params = line.params.clone();
    TaxAssessmentLine {
        tax: line.tax.clone(),
        class: line.class,
        kind: line.code,
        rule: line.rule.clone(),
        paid_by,
        amount: line.amount,
        base: params.base,
        rate: params.rate,
        rule_amount: params.amount,
        rule_currency: params.currency,
        count: params.count,
        hs: params.hs,
        origin: params.origin,
        limit_from: params.limit_from,
        limit_to: params.limit_to,
        legal_ref: line.legal_ref.clone(),
    }
}

impl TaxRefusal {
    fn with(code: TaxRefusalCode) -> Self {
        Self {
            code,
            field: None,
            country: None,
            tax: None,
            hs: None,
            origin: None,
            from: None,
            to: None,
            rules: Vec::new(),
            reason: None,
            value: None,
            limit: None,
            currency: None,
            legal_ref: None,
        }
    }

    fn of_regime(regime: RegimeRefusal) -> Self {
        Self {
            rules: vec![regime.rule],
            reason: Some(regime.reason),
            value: regime.value,
            limit: regime.limit,
            currency: Some(regime.currency),
            legal_ref: Some(regime.legal_ref),
            ..Self::with(TaxRefusalCode::OutsideRegime)
        }
    }
}

impl From<Refusal> for TaxRefusal {
    fn from(refusal: Refusal) -> Self {
        use TaxRefusalCode as Code;
        match refusal {
            Refusal::InvalidDeclaration { field } => {
                Self { field: Some(field.to_owned()), ..Self::with(Code::InvalidDeclaration) }
            }
            Refusal::CountryNotCovered { country } => {
                Self { country: Some(country), ..Self::with(Code::CountryNotCovered) }
            }
            Refusal::NoRuleInForce { country, .. } => {
                Self { country: Some(country), ..Self::with(Code::NoRuleInForce) }
            }
            Refusal::ExchangeRateMissing { from, to } => {
                Self { from: Some(from), to: Some(to), ..Self::with(Code::ExchangeRateMissing) }
            }
            Refusal::RateMissing { tax, hs, origin } => {
                Self { tax: Some(tax), hs: Some(hs), origin: Some(origin), ..Self::with(Code::RateMissing) }
            }
            Refusal::Regime(regime) => Self::of_regime(*regime),
            Refusal::RulesConflict { tax, rules } => {
                Self { tax: Some(tax), rules: rules.to_vec(), ..Self::with(Code::RulesConflict) }
            }
        }
    }
}
