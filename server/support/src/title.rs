//! Descriptions and texts for replies in the languages of the product.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use server_core::http::error::FieldErrors;
use server_core::http::messages::{Language, MessageCode, Params};

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

/// A longer text in each language; empty where there is none.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportText {
    #[oai(default, validator(max_length = 5000))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 5000))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 5000))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 5000))]
    #[serde(default)]
    pub zh: String,
}

const KEYS: [&str; 4] = ["en", "pt", "es", "zh"];

/// The place of a language in the texts.
const fn position_of(language: Language) -> usize {
    match language {
        Language::En => 0,
        Language::PtBr => 1,
        Language::Es => 2,
        Language::ZhCn => 3,
    }
}

/// Trims the texts. The one in the company's default language is required.
fn trim_texts(
    field: &str,
    texts: [&String; 4],
    default_language: Language,
    errors: &mut FieldErrors,
) -> [String; 4] {
    let texts = texts.map(|text| text.trim().to_owned());
    if texts[position_of(default_language)].is_empty() {
        errors.push(format!("{field}.{}", KEYS[position_of(default_language)]), MessageCode::Required);
    }
    texts
}

/// Placeholders of a text for replies.
const PLACEHOLDERS: [&str; 3] = ["name", "number", "shipment"];

/// The first word in braces that is no placeholder. Other braces are plain text.
fn unknown_placeholder(text: &str) -> Option<&str> {
    text.split('{').skip(1).find_map(|rest| {
        let name = &rest[..rest.find('}')?];
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_word && !PLACEHOLDERS.contains(&name)).then_some(name)
    })
}

impl SupportText {
    /// Trims the texts. The one in the company's default language is required, and every placeholder is known.
    pub fn to_checked(&self, default_language: Language, errors: &mut FieldErrors) -> Self {
        let texts = [&self.en, &self.pt, &self.es, &self.zh];
        let texts = trim_texts("body_locale", texts, default_language, errors);
        for (key, text) in KEYS.iter().zip(&texts) {
            if let Some(name) = unknown_placeholder(text) {
                let params = Params::from([("name", format!("{{{name}}}").into())]);
                errors.push_with(format!("body_locale.{key}"), MessageCode::UnknownPlaceholder, params);
            }
        }
        let [en, pt, es, zh] = texts;
        Self { en, pt, es, zh }
    }
}

impl SupportText {
    pub fn to_trimmed(&self) -> Self {
        let [en, pt, es, zh] = [&self.en, &self.pt, &self.es, &self.zh].map(|text| text.trim().to_owned());
        Self { en, pt, es, zh }
    }

    /// The text in a language.
    pub fn text(&self, language: Language) -> &str {
        [&self.en, &self.pt, &self.es, &self.zh][position_of(language)]
    }
}

impl SupportDescription {
    pub fn to_trimmed(&self) -> Self {
        let [en, pt, es, zh] = [&self.en, &self.pt, &self.es, &self.zh].map(|text| text.trim().to_owned());
        Self { en, pt, es, zh }
    }

    /// The text in a language.
    pub fn text(&self, language: Language) -> &str {
        [&self.en, &self.pt, &self.es, &self.zh][position_of(language)]
    }
}

/// A question and its answer are both there in a language, or neither; in the company's default language both are. A missing
/// one is reported at its field.
pub fn check_pairs(
    question: &SupportDescription,
    answer: &SupportText,
    default_language: Language,
    errors: &mut FieldErrors,
) {
    for language in Language::ALL {
        let (asked, answered) = (!question.text(language).is_empty(), !answer.text(language).is_empty());
        let is_required = language == default_language;
        let key = language.locale_key();
        if !asked && (answered || is_required) {
            errors.push(format!("question_locale.{key}"), MessageCode::Required);
        }
        if !answered && (asked || is_required) {
            errors.push(format!("answer_locale.{key}"), MessageCode::Required);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_in_braces_are_placeholders() {
        assert_eq!(unknown_placeholder("Hello {name}, {code} is late"), Some("code"));
        for text in ["{name} {number} {shipment}", "{ x }", "{}", "{", "}{", "{a b}"] {
            assert_eq!(unknown_placeholder(text), None, "{text}");
        }
    }

    #[test]
    fn a_language_has_a_question_and_its_answer_or_neither() {
        let question = SupportDescription { pt: "Onde?".into(), en: "Where?".into(), ..Default::default() };
        let answer = SupportText { en: "Here".into(), es: "Aquí".into(), ..Default::default() };
        let mut errors = FieldErrors::default();
        check_pairs(&question, &answer, Language::PtBr, &mut errors);
        // The answer in Portuguese, and the question in Spanish.
        assert_eq!(errors.len(), 2);
    }

    #[test]
    fn the_text_in_the_companys_language_is_required() {
        let mut errors = FieldErrors::default();
        let text = SupportText { en: " Thanks ".into(), ..SupportText::default() };
        assert_eq!(text.to_checked(Language::En, &mut errors).en, "Thanks");
        assert_eq!(errors.len(), 0);
        text.to_checked(Language::PtBr, &mut errors);
        assert_eq!(errors.len(), 1);
    }
}
