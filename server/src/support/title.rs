//! Titles and descriptions in the languages of the product.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use crate::http::error::FieldErrors;
use crate::http::messages::{Language, MessageCode};

/// A title in each language; empty where there is none.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportTitle {
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub zh: String,
}

/// A description in each language; empty where there is none.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportDescription {
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub zh: String,
}

impl SupportTitle {
    /// Trims the texts. The title is required in the company's default language.
    pub fn checked(&self, spoken: Language, errors: &mut FieldErrors) -> Self {
        let [en, pt, es, zh] = [&self.en, &self.pt, &self.es, &self.zh].map(|text| text.trim().to_owned());
        let (field, text) = match spoken {
            Language::PtBr => ("title_locale.pt", &pt),
            Language::En => ("title_locale.en", &en),
            Language::Es => ("title_locale.es", &es),
            Language::ZhCn => ("title_locale.zh", &zh),
        };
        if text.is_empty() {
            errors.push(field, MessageCode::Required);
        }
        Self { en, pt, es, zh }
    }
}

impl SupportDescription {
    pub fn checked(&self) -> Self {
        let [en, pt, es, zh] = [&self.en, &self.pt, &self.es, &self.zh].map(|text| text.trim().to_owned());
        Self { en, pt, es, zh }
    }
}
