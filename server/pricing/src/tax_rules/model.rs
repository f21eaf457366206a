//! Rules as they are stored and shown, and the checks of a change.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::FromRow;
use uuid::Uuid;

use crate::taxes::{Finding, RowError, RuleRow, RuleTerms, TaxBook, TaxRule, check};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::{MessageCode, Params};
use trade::money::has_too_many_decimals;

/// Decimals of rates and amounts as they are stored.
const RATE_DECIMALS: u32 = 6;
const AMOUNT_DECIMALS: u32 = 4;

/// A rule of an import tax.
#[derive(Object)]
pub struct TaxRuleRecord {
    /// The id of the shipped rule, also when the company changed it; else the id of the company's own rule.
    pub id: String,
    #[oai(flatten)]
    pub input: RuleTerms,
    /// True for a rule that the company added or changed.
    pub own: bool,
    /// True for a shipped rule that the company changed. Deleting the change restores the shipped rule.
    pub changed: bool,
    /// Time of the company's last change.
    pub updated_at: Option<DateTime<Utc>>,
    /// 0 for a shipped rule. Increases with every change. Send it with an update.
    pub version: i32,
    pub can: TaxRuleCan,
}

/// Actions that the current user can do on a rule.
#[derive(Object, Clone, Copy, Debug)]
pub struct TaxRuleCan {
    pub update: bool,
    /// For an own rule: delete it. For a changed one: restore the shipped rule.
    pub delete: bool,
}

/// The fields of a new rule.
#[derive(Object)]
pub struct TaxRuleCreate {
    #[oai(flatten)]
    pub input: RuleTerms,
    /// A rule of the same country and tax. It ends on the day before `valid_from`.
    pub follows: Option<TaxRuleFollowed>,
}

/// A rule that another one follows.
#[derive(Object)]
pub struct TaxRuleFollowed {
    #[oai(validator(max_length = 60))]
    pub id: String,
    /// Version that was read; 409 `stale_version` if the rule has changed since.
    pub version: i32,
}

/// The fields of a rule to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct TaxRuleUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: RuleTerms,
    /// Version that was read; 409 `stale_version` if the rule has changed since.
    pub version: i32,
}

/// A rule as it is read.
#[derive(FromRow)]
pub struct StoredRule {
    pub id: String,
    pub own_id: Option<Uuid>,
    pub stands_for: Option<String>,
    pub version: i32,
    pub updated_at: Option<DateTime<Utc>>,
    #[sqlx(flatten)]
    pub terms: RuleTerms,
}

impl StoredRule {
    /// The rule as it is applied. A stored rule that cannot be applied is a fault of the data.
    pub fn rule(self) -> ApiResult<TaxRule> {
        let row = RuleRow { id: self.id, terms: self.terms };
        TaxRule::try_from(row).map_err(|errors| ApiError::internal(anyhow::anyhow!("tax rule: {errors:?}")))
    }

    pub fn seen_by(self, grants: &Grants) -> TaxRuleRecord {
        let own = self.own_id.is_some();
        TaxRuleRecord {
            id: self.id,
            input: self.terms,
            own,
            changed: self.stands_for.is_some(),
            updated_at: self.updated_at,
            version: self.version,
            can: TaxRuleCan {
                update: grants.allow(Resource::TaxRule, Action::Update),
                delete: own && grants.allow(Resource::TaxRule, Action::Delete),
            },
        }
    }
}

/// The columns of an own rule.
#[derive(Serialize, FromRow)]
pub struct OwnRule {
    pub stands_for: Option<String>,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub terms: RuleTerms,
}

/// Trims the texts, and reports all errors at their fields.
pub fn check_terms(id: &str, mut terms: RuleTerms) -> ApiResult<RuleTerms> {
    let mut errors = FieldErrors::default();
    terms.country = required("country", &terms.country, &mut errors).to_uppercase();
    terms.tax = required("tax", &terms.tax, &mut errors).to_lowercase();
    terms.legal_ref = required("legal_ref", &terms.legal_ref, &mut errors);
    terms.source = required("source", &terms.source, &mut errors);
    terms.currency = required("currency", &terms.currency, &mut errors).to_uppercase();
    for place in [&mut terms.state, &mut terms.origin, &mut terms.dispatch] {
        *place = optional(place.as_ref()).map(|text| text.to_uppercase());
    }
    for text in [&mut terms.hs, &mut terms.replaces, &mut terms.credit, &mut terms.refusal, &mut terms.note] {
        *text = optional(text.as_ref());
    }
    let figures = [
        ("rate", terms.rate, RATE_DECIMALS),
        ("amount", terms.amount, AMOUNT_DECIMALS),
        ("minimum", terms.minimum, AMOUNT_DECIMALS),
        ("maximum", terms.maximum, AMOUNT_DECIMALS),
        ("limit_from", terms.limit_from, AMOUNT_DECIMALS),
        ("limit_to", terms.limit_to, AMOUNT_DECIMALS),
        ("weight_to", terms.weight_to, 3),
    ];
    for (field, figure, decimals) in figures {
        let Some(figure) = figure else { continue };
        if has_too_many_decimals(figure, decimals) {
            errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", decimals.into())]));
        } else if figure.is_sign_negative() || figure >= LIMIT {
            errors.push(field, MessageCode::Invalid);
        }
    }
    errors.into_result()?;
    match TaxRule::try_from(RuleRow { id: id.to_owned(), terms: terms.clone() }) {
        Ok(_) => Ok(terms),
        Err(problems) => Err(to_refusal(&problems)),
    }
}

/// 100 000 000 000: amounts and limits are below this.
const LIMIT: rust_decimal::Decimal = rust_decimal::Decimal::from_parts(1_215_752_192, 23, 0, false, 0);

fn to_refusal(problems: &[RowError]) -> ApiError {
    let mut errors = FieldErrors::default();
    for RowError { column, problem, .. } in problems {
        errors.push(
            *column,
            match *problem {
                "missing" => MessageCode::Required,
                "not_used" => MessageCode::NotUsedHere,
                _ => MessageCode::Invalid,
            },
        );
    }
    ApiError::invalid(errors)
}

/// Reports what the changed rule does to the others of its country.
pub fn check_among(book: &TaxBook, id: &str) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    for finding in check(book) {
        match finding {
            Finding::Ambiguous { rules, .. } if rules.iter().any(|rule| rule == id) => {
                errors.push_with("tax", MessageCode::TaxRuleAmbiguous, other_than(id, &rules));
            }
            Finding::OrderDiffers { rules, .. } if rules.iter().any(|rule| rule == id) => {
                errors.push_with("seq", MessageCode::TaxOrderDiffers, other_than(id, &rules));
            }
            Finding::UnknownTax { rule, tax } if rule == id => {
                errors.push_with("replaces", MessageCode::TaxUnknown, Params::from([("tax", json!(tax))]));
            }
            Finding::PerItemNeeded { rule } if rule == id => errors.push("per", MessageCode::TaxPerItem),
            Finding::UnknownTax { rule, .. } => {
                let params = Params::from([("rule", json!(rule))]);
                return Err(ApiError::refused(MessageCode::TaxRuleNeeded).with_params(params));
            }
            _ => {}
        }
    }
    errors.into_result()
}

fn other_than(id: &str, rules: &[String; 2]) -> Params {
    let other = rules.iter().find(|rule| *rule != id).unwrap_or(&rules[0]);
    Params::from([("rule", json!(other))])
}
