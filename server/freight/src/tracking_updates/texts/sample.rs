//! E-mails about a shipment that does not exist, and the default text.

use chrono::{DateTime, TimeDelta, Utc};

use super::store::Event;
use super::{EmailTemplate, Facts};
use crate::tracking_updates::email::{UpdateEmail, days, in_language, moment};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::mail::{Brand, Content, Recipient};
use server_core::settings::Settings;

/// The event, language and company of a sample.
pub struct Sample<'a> {
    pub event: &'a Event,
    pub language: Language,
    pub settings: &'a Settings,
    pub now: DateTime<Utc>,
}

impl Sample<'_> {
    pub fn email(&self, written: EmailTemplate) -> UpdateEmail {
        let today = self.settings.today(self.now);
        let facts = Facts {
            code: "RM123456785BR".to_owned(),
            recipient: "Ana Souza".to_owned(),
            company: self.settings.name.clone(),
            place: "São Paulo".to_owned(),
            date: moment(self.now, &self.settings.time_zone, self.language),
            expected: days(today + TimeDelta::days(2), today + TimeDelta::days(4), self.language),
            parcels: if self.event.code.starts_with("PART_") { "1, 2/3".to_owned() } else { String::new() },
        };
        email_of(self.event, self.language, facts, written)
    }
}

/// Subject and body of the product's template, with placeholders for the data of the shipment.
pub fn default_text(event: &Event, language: Language) -> ApiResult<(String, String)> {
    let email = email_of(event, language, Facts::placeholders(), EmailTemplate::default());
    let to = Recipient { name: String::new(), email: String::new(), language };
    let content = Content::of(&Brand::default(), &to, &email).map_err(ApiError::internal)?;
    let body: Vec<String> = content.paragraphs.iter().map(|lines| lines.join("\n")).collect();
    Ok((content.subject, body.join("\n\n")))
}

fn email_of(event: &Event, language: Language, facts: Facts, written: EmailTemplate) -> UpdateEmail {
    UpdateEmail {
        facts,
        headline: in_language(&event.short_description_locale, language),
        details: in_language(&event.description_locale, language),
        sender: String::new(),
        written,
        stop: None,
    }
}
