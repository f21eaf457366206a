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
    pub fn check(self, spoken: Language, errors: &mut FieldErrors) -> Self {
        let trimmed = self.trim();
        if trimmed.text(spoken).is_empty() {
            errors.push(format!("title_locale.{}", spoken.locale_key()), MessageCode::Required);
        }
        trimmed
    }

    /// Without surrounding spaces.
    #[must_use]
    pub fn trim(self) -> Self {
        let [pt, en, es, zh] = [self.pt, self.en, self.es, self.zh].map(|text| text.trim().to_owned());
        Self { pt, en, es, zh }
    }

    /// The name in a language; empty where there is none.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::PtBr => &self.pt,
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::ZhCn => &self.zh,
        }
    }
}

/// A notice by language; missing languages are empty.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct LocaleNotice {
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 500))]
    #[serde(default)]
    pub zh: String,
}

impl LocaleNotice {
    /// Without surrounding spaces.
    #[must_use]
    pub fn trim(self) -> Self {
        let [pt, en, es, zh] = [self.pt, self.en, self.es, self.zh].map(|text| text.trim().to_owned());
        Self { pt, en, es, zh }
    }

    /// None without a text in any language.
    pub fn stored(&self) -> Option<&Self> {
        (*self != Self::default()).then_some(self)
    }
}

/// A text in four languages.
#[derive(Object, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct LocaleText {
    pub pt: String,
    pub en: String,
    pub es: String,
    pub zh: String,
}

impl LocaleText {
    /// Arguments: Portuguese, English, Spanish, Chinese.
    pub fn of(pt: &str, en: &str, es: &str, zh: &str) -> Self {
        Self { pt: pt.into(), en: en.into(), es: es.into(), zh: zh.into() }
    }

    /// The text in a language.
    pub fn text(&self, language: Language) -> &str {
        match language {
            Language::PtBr => &self.pt,
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::ZhCn => &self.zh,
        }
    }
}
