//! Names of records in the languages of the product.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use super::error::FieldErrors;
use super::messages::{Language, MessageCode};

/// A name by language; missing languages are empty.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct LocaleTitle {
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 120))]
    #[serde(default)]
    pub zh: String,
}

impl LocaleTitle {
    /// Trims the texts. The one in the company's default language is required; a missing one is reported at
    /// `title_locale`.
    #[must_use]
    pub fn checked(mut self, spoken: Language, errors: &mut FieldErrors) -> Self {
        for text in [&mut self.pt, &mut self.en, &mut self.es, &mut self.zh] {
            *text = text.trim().to_owned();
        }
        let (field, text) = match spoken {
            Language::PtBr => ("title_locale.pt", &self.pt),
            Language::En => ("title_locale.en", &self.en),
            Language::Es => ("title_locale.es", &self.es),
            Language::ZhCn => ("title_locale.zh", &self.zh),
        };
        if text.is_empty() {
            errors.push(field, MessageCode::Required);
        }
        self
    }
}
