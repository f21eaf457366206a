use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::status::ShipmentStatus;
use server_core::http::error::FieldErrors;
use server_core::http::fields::required;
use server_core::http::messages::{Language, MessageCode};
use server_core::http::record_state::SwitchCan;
use server_core::http::title::LocaleTitle;
use trade::event_stage::EventStage;

/// A sentence by language; missing languages have the one of the company's default language.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackingEventDescription {
    #[oai(default, validator(max_length = 300))]
    #[serde(default)]
    pub pt: String,
    #[oai(default, validator(max_length = 300))]
    #[serde(default)]
    pub en: String,
    #[oai(default, validator(max_length = 300))]
    #[serde(default)]
    pub es: String,
    #[oai(default, validator(max_length = 300))]
    #[serde(default)]
    pub zh: String,
}

/// Input of a tracking event.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TrackingEventInput {
    /// Capital letters, digits and underscores; unique. Cannot be changed for an event of the system.
    #[oai(validator(max_length = 30))]
    pub code: String,
    /// Cannot be changed for an event of the system.
    pub stage: EventStage,
    /// Status of the shipment after the event; null leaves it unchanged. Cannot be changed for an event of the system.
    pub status_effect: Option<ShipmentStatus>,
    /// True when public tracking and clients see it.
    pub public: bool,
    /// True when people who follow the shipment get an e-mail about it.
    pub notify: bool,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub short_description_locale: LocaleTitle,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub description_locale: TrackingEventDescription,
}

/// The fields of a tracking event to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct TrackingEventUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: TrackingEventInput,
    /// Version that was read; 409 `stale_version` if the event has changed since.
    pub version: i32,
}

/// A tracking event of the catalogue.
#[derive(Object, sqlx::FromRow)]
pub struct TrackingEventKind {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: TrackingEventInput,
    /// True for an event of the company, false for one of the system.
    pub own: bool,
    /// True when no further event is expected.
    pub terminal: bool,
    /// UPU EMSEVT code; null when there is none.
    pub upu_code: Option<String>,
    /// Cargo-IMP status code; null when there is none.
    pub fsu_code: Option<String>,
    /// Only active events can be recorded.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// A tracking event in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct TrackingEventOption {
    pub id: Uuid,
    pub code: String,
    /// Short description in the caller's language.
    pub label: String,
    pub stage: EventStage,
    /// Status of the shipment after the event; null leaves it unchanged.
    pub status_effect: Option<ShipmentStatus>,
}

impl TrackingEventInput {
    /// Normalizes the input and reports errors at its fields.
    pub fn check(mut self, default_language: Language, own: bool, errors: &mut FieldErrors) -> Self {
        self.code = required("code", &self.code, errors).to_uppercase();
        if !self.code.is_empty() && !is_code(&self.code) {
            errors.push("code", MessageCode::InvalidEventCode);
        }
        // Earlier statuses come from what people do with the shipment here.
        if own && self.status_effect.is_some_and(|status| status < ShipmentStatus::Received) {
            errors.push("status_effect", MessageCode::UnknownOption);
        }
        let LocaleTitle { pt, en, es, zh } = self.short_description_locale;
        let mut short = [pt, en, es, zh];
        fill_missing_texts(&mut short, default_language, "short_description_locale", errors);
        let [pt, en, es, zh] = short;
        self.short_description_locale = LocaleTitle { pt, en, es, zh };
        let TrackingEventDescription { pt, en, es, zh } = self.description_locale;
        let mut long = [pt, en, es, zh];
        fill_missing_texts(&mut long, default_language, "description_locale", errors);
        let [pt, en, es, zh] = long;
        self.description_locale = TrackingEventDescription { pt, en, es, zh };
        self
    }

    /// Reports changes that an event of the system does not allow.
    pub fn check_kept(&self, before: &Self, errors: &mut FieldErrors) {
        let changed = [
            ("code", self.code != before.code),
            ("stage", self.stage != before.stage),
            ("status_effect", self.status_effect != before.status_effect),
        ];
        for (field, _) in changed.into_iter().filter(|(_, is_changed)| *is_changed) {
            errors.push(field, MessageCode::SystemEvent);
        }
    }
}

fn is_code(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Trims the texts, and gives a language without one that of the default language, which is required: e-mails and labels
/// need all of them.
fn fill_missing_texts(
    texts: &mut [String; 4],
    default_language: Language,
    field: &str,
    errors: &mut FieldErrors,
) {
    let key = default_language.locale_key();
    let place = ["pt", "en", "es", "zh"].iter().position(|one| *one == key).unwrap_or_default();
    for text in &mut *texts {
        *text = text.trim().to_owned();
    }
    let usual = texts[place].clone();
    if usual.is_empty() {
        errors.push(format!("{field}.{key}"), MessageCode::Required);
    }
    for text in texts.iter_mut().filter(|text| text.is_empty()) {
        text.clone_from(&usual);
    }
}
