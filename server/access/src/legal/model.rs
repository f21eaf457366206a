//! API types, and the check of a consent.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use sqlx::types::Json;
use uuid::Uuid;

use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{Language, MessageCode};
use server_core::settings::{LegalTextInForce, Settings};
use trade::legal::LegalKind;

/// A version of the terms or of the privacy notice.
#[derive(Object)]
pub struct LegalTextVersion {
    pub id: Uuid,
    pub kind: LegalKind,
    pub version: i32,
    /// Empty when this version took the text away.
    pub texts: Vec<LegalText>,
    pub asks: bool,
    pub created_at: DateTime<Utc>,
}

/// The text in one language.
#[derive(Object, Clone)]
pub struct LegalText {
    pub language: Language,
    /// Plain text; line breaks are kept.
    #[oai(validator(max_length = 100000))]
    pub text: String,
}

/// The next version of a text.
#[derive(Object)]
pub struct LegalTextInput {
    pub kind: LegalKind,
    /// At least in the default language; none takes the text away.
    #[oai(validator(max_items = 4))]
    pub texts: Vec<LegalText>,
    /// True when users of clients must accept it: at the registration, and after the next sign-in.
    pub asks: bool,
}

/// A version that a user accepted.
#[derive(Object, sqlx::FromRow)]
pub struct LegalConsent {
    pub kind: LegalKind,
    pub version: i32,
    pub accepted_at: DateTime<Utc>,
    /// Network address from which it was accepted.
    pub ip_address: String,
}

/// The versions that the current user accepts.
#[derive(Object)]
pub struct ConsentInput {
    /// Version of the terms; null when they are not asked for.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub accepted_terms: Option<i32>,
    /// Version of the privacy notice; null when it is not asked for.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub accepted_privacy: Option<i32>,
}

#[derive(sqlx::FromRow)]
pub struct LegalVersion {
    pub id: Uuid,
    pub kind: LegalKind,
    pub version: i32,
    /// By the tag of the language.
    pub texts: Json<BTreeMap<String, String>>,
    pub asks: bool,
    pub created_at: DateTime<Utc>,
}

impl LegalVersion {
    pub fn view(self) -> LegalTextVersion {
        let to_text =
            |tag: &str, text: String| Language::nearest(tag).map(|language| LegalText { language, text });
        LegalTextVersion {
            id: self.id,
            kind: self.kind,
            version: self.version,
            texts: self.texts.0.into_iter().filter_map(|(tag, text)| to_text(&tag, text)).collect(),
            asks: self.asks,
            created_at: self.created_at,
        }
    }
}

impl LegalTextInput {
    /// The texts by language; languages without a text are left out. Reports all errors at `texts`.
    pub fn check(&self, settings: &Settings) -> ApiResult<BTreeMap<String, String>> {
        let mut errors = FieldErrors::default();
        let mut texts = BTreeMap::new();
        for LegalText { language, text } in &self.texts {
            if !settings.languages.contains(language) {
                errors.push("texts", MessageCode::UnknownOption);
            }
            let text = text.trim();
            if !text.is_empty() {
                texts.insert(language.as_str().to_owned(), text.to_owned());
            }
        }
        if !texts.is_empty() && !texts.contains_key(settings.default_language.as_str()) {
            errors.push("texts", MessageCode::Required);
        }
        errors.into_result()?;
        Ok(texts)
    }
}

/// Reports the texts that must be accepted and were not, or in another version than that in force.
pub fn check_accepted(
    settings: &Settings,
    terms: Option<i32>,
    privacy: Option<i32>,
    errors: &mut FieldErrors,
) -> Vec<LegalTextInForce> {
    let asked: Vec<LegalTextInForce> = settings.legal.iter().copied().filter(|text| text.asks).collect();
    for text in &asked {
        let (field, accepted) = match text.kind {
            LegalKind::Terms => ("accepted_terms", terms),
            LegalKind::Privacy => ("accepted_privacy", privacy),
        };
        if accepted != Some(text.version) {
            errors.push(field, MessageCode::ConsentRequired);
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_version_in_force_counts_and_only_texts_that_ask() {
        let text = |kind, version, asks| LegalTextInForce { kind, version, asks };
        let legal = vec![text(LegalKind::Terms, 2, true), text(LegalKind::Privacy, 5, false)];
        let settings = Settings { legal, ..Settings::default() };
        let refused = |terms| {
            let mut errors = FieldErrors::default();
            check_accepted(&settings, terms, None, &mut errors);
            errors.contains("accepted_terms") || errors.contains("accepted_privacy")
        };
        assert!(refused(None) && refused(Some(1)) && !refused(Some(2)));
        let mut errors = FieldErrors::default();
        assert!(check_accepted(&Settings::default(), None, None, &mut errors).is_empty());
        assert!(errors.is_empty(), "nothing is asked without texts");
    }
}
