use chrono::{DateTime, Days, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use server_core::http::error::FieldErrors;
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};

/// Decimals of a rate.
const DECIMALS: u32 = 8;
/// Rates of the future are known for this long.
const MAX_DAYS_AHEAD: u64 = 366;

/// Input of an exchange rate.
#[derive(Object, Serialize, Clone, Debug)]
pub struct ExchangeRateInput {
    /// ISO 4217; `XDR` for special drawing rights.
    #[oai(validator(max_length = 3, min_length = 3))]
    pub from_currency: String,
    /// ISO 4217; `XDR` for special drawing rights.
    #[oai(validator(max_length = 3, min_length = 3))]
    pub to_currency: String,
    /// One unit of `from_currency` in `to_currency`, with at most eight decimals.
    pub rate: Decimal,
    /// First day on which it applies, at most a year ahead.
    pub valid_from: NaiveDate,
    /// Where it comes from, such as a central bank.
    #[oai(validator(max_length = 120))]
    pub source: Option<String>,
}

/// An exchange rate.
#[derive(Object)]
pub struct ExchangeRate {
    pub id: Uuid,
    #[oai(flatten)]
    pub input: ExchangeRateInput,
    /// True when a later row for the same currencies and day applies instead.
    pub replaced: bool,
    /// The user who entered it; null when it was not a user.
    pub created_by_name: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// A file with rates.
#[derive(Object)]
pub struct ExchangeRateFile {
    /// CSV with a header line: `from`, `to`, `rate`, `date` and, if known, `source`. Dates are `YYYY-MM-DD`. At most 5,000
    /// lines.
    #[oai(validator(max_length = 1_000_000))]
    pub csv: String,
}

/// The result of an import.
#[derive(Object)]
pub struct ExchangeRateImport {
    /// Rates that were added.
    pub added: i64,
    /// Rates that the company already had.
    pub unchanged: i64,
}

impl ExchangeRateInput {
    /// Normalizes the input and reports errors at its fields, with this beginning.
    pub fn check(self, at: &str, today: NaiveDate, errors: &mut FieldErrors) -> Self {
        let mut push = |field: &str, code, params| errors.push_with(format!("{at}{field}"), code, params);
        let (from_currency, to_currency) =
            (normalize_code(&self.from_currency), normalize_code(&self.to_currency));
        if from_currency == to_currency {
            push("to_currency", MessageCode::SameCurrency, Params::new());
        }
        if self.rate <= Decimal::ZERO {
            push("rate", MessageCode::AboveZero, Params::new());
        }
        let largest = Decimal::from(9_999_999_999_i64);
        if self.rate > largest {
            push("rate", MessageCode::TooLarge, Params::from([("max", json!(largest.to_string()))]));
        }
        if self.rate.normalize().scale() > DECIMALS {
            push("rate", MessageCode::TooManyDecimals, Params::from([("max", json!(DECIMALS))]));
        }
        if self.valid_from > today + Days::new(MAX_DAYS_AHEAD) || self.valid_from < NaiveDate::default() {
            push("valid_from", MessageCode::NotADate, Params::new());
        }
        let source = optional(self.source.as_ref());
        Self { from_currency, to_currency, rate: self.rate.normalize(), source, ..self }
    }
}

fn normalize_code(typed: &str) -> String {
    typed.trim().to_uppercase()
}
