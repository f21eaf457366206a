//! The input of a provider, and its check. Pure.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::{Language, MessageCode};
use server_core::http::title::LocaleTitle;
use trade::tracking_page;
use trade::wire_name;

wire_name! {
    /// Kind of a provider.
    ProviderType {
        Airline = "airline", Postal = "postal", Courier = "courier", Broker = "broker", LastMile = "last_mile",
        Warehouse = "warehouse",
    }
}

wire_name! {
    /// A task that a provider does for the company.
    ProviderCapability {
        Pickup = "pickup", Linehaul = "linehaul", Customs = "customs", LastMile = "last_mile", Labels = "labels",
        Tracking = "tracking", Storage = "storage", Returns = "returns", Insurance = "insurance",
    }
}

/// Input of a provider.
#[derive(Object, Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct ProviderInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    pub provider_type: ProviderType,
    pub country_id: Option<i16>,
    /// IATA designator of an airline: two letters or digits, such as `LA`.
    #[oai(validator(max_length = 2))]
    pub iata_code: Option<String>,
    /// The three digits with which the airline's air waybills begin.
    #[oai(validator(max_length = 3))]
    pub awb_prefix: Option<String>,
    /// Standard Carrier Alpha Code: two to four letters.
    #[oai(validator(max_length = 4))]
    pub scac: Option<String>,
    /// Address of its page about a parcel. It begins with `https://` and has `{code}` in the place of the tracking code.
    #[oai(validator(max_length = 500))]
    pub tracking_url: Option<String>,
    /// Each at most once.
    #[sqlx(json)]
    #[oai(validator(max_items = 9, unique_items))]
    pub capabilities: Vec<ProviderCapability>,
    /// Profiles whose users see and choose the provider; empty for everybody. Users who may change providers see all.
    #[oai(default, validator(max_items = 50, unique_items))]
    #[serde(default)]
    pub profile_ids: Vec<Uuid>,
}

impl ProviderInput {
    /// Normalizes and checks the input; returns all errors at once, with those that were found before.
    pub fn check(
        self,
        default_language: Language,
        country_exists: bool,
        mut errors: FieldErrors,
    ) -> ApiResult<Self> {
        if self.country_id.is_some() && !country_exists {
            errors.push("country_id", MessageCode::UnknownCountry);
        }
        let mut coded = |field: &'static str, typed: &Option<String>, fits: fn(&str) -> bool| {
            let text = optional(typed.as_ref())?.to_uppercase();
            if !fits(&text) {
                errors.push(field, MessageCode::Invalid);
            }
            Some(text)
        };
        let iata_code = coded("iata_code", &self.iata_code, is_airline);
        let awb_prefix = coded("awb_prefix", &self.awb_prefix, is_prefix);
        let scac = coded("scac", &self.scac, is_scac);
        let tracking_url = optional(self.tracking_url.as_ref());
        if tracking_url.as_deref().is_some_and(|url| !tracking_page::is_template(url)) {
            errors.push("tracking_url", MessageCode::InvalidTrackingUrl);
        }
        let checked = Self {
            code: required("code", &self.code, &mut errors),
            title_locale: self.title_locale.check(default_language, &mut errors),
            iata_code,
            awb_prefix,
            scac,
            tracking_url,
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

fn is_airline(code: &str) -> bool {
    code.len() == 2
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && code.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_prefix(number: &str) -> bool {
    number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_scac(code: &str) -> bool {
    (2..=4).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> ProviderInput {
        ProviderInput {
            code: " LATAM ".into(),
            title_locale: LocaleTitle { pt: "LATAM Cargo".into(), ..LocaleTitle::default() },
            provider_type: ProviderType::Airline,
            country_id: Some(32),
            iata_code: Some("la".into()),
            awb_prefix: Some("045".into()),
            scac: Some(" ".into()),
            tracking_url: Some("https://carga.test/rastreio?awb={code}".into()),
            capabilities: vec![ProviderCapability::Linehaul],
            profile_ids: Vec::new(),
        }
    }

    #[test]
    fn codes_are_stored_in_capitals_and_blanks_are_not_stored() {
        let stored = form().check(Language::PtBr, true, FieldErrors::default()).unwrap();
        assert_eq!(
            (stored.code.as_str(), stored.iata_code.as_deref(), stored.scac),
            ("LATAM", Some("LA"), None)
        );
    }

    #[test]
    fn all_errors_of_a_form_are_reported_at_once() {
        let wrong = ProviderInput {
            code: " ".into(),
            iata_code: Some("11".into()),
            awb_prefix: Some("45A".into()),
            scac: Some("A1".into()),
            tracking_url: Some("http://carga.test/{code}".into()),
            ..form()
        };
        let errors_text =
            format!("{:?}", wrong.check(Language::En, false, FieldErrors::default()).unwrap_err());
        for field in
            ["code", "title_locale.en", "country_id", "iata_code", "awb_prefix", "scac", "tracking_url"]
        {
            assert!(errors_text.contains(&format!("\"{field}\"")), "{field} in {errors_text}");
        }
    }
}
