//! The e-mails of a subscription.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::{self, Update};
use super::{PAUSE, one_click, secret};
use crate::http::messages::Language;
use crate::http::token;
use crate::mail::{Brand, Email, Envelope, Recipient, TenantLink};
use crate::process::{Outcome, Process, ProcessCx, ProcessError};
use crate::settings;

/// Asks the owner of an address whether the subscription is wanted.
#[derive(Serialize, Deserialize)]
pub struct SendTrackingConfirmation {
    pub subscription_id: Uuid,
}

impl Process for SendTrackingConfirmation {
    const KIND: &'static str = "freight.send_tracking_confirmation";
    const PRIORITY: i16 = -10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let token = token::generate();
        let mut tx = cx.begin().await?;
        let hash = token::hash(&token);
        let found = store::begin_confirmation(&mut tx, self.subscription_id, hash, app.clock.now()).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let Some(confirmation) = found else { return Ok(Outcome::Done) };
        let to = recipient(confirmation.email, &confirmation.language);
        let link = TenantLink::new(origin, cx.tenant(), &format!("/tracking-updates/confirm/{token}"))?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &ConfirmationEmail { code: confirmation.tracking_code }).await?;
        Ok(Outcome::Done)
    }
}

/// Tells the owner of an address how far the shipment is.
#[derive(Serialize, Deserialize)]
pub struct SendTrackingUpdate {
    pub subscription_id: Uuid,
}

impl Process for SendTrackingUpdate {
    const KIND: &'static str = "freight.send_tracking_update";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let (origin, now) = (&app.config.public_origin, app.clock.now());
        let mut tx = cx.begin().await?;
        let found = store::find_update(&mut tx, self.subscription_id).await?;
        let settings = settings::load(&mut tx).await?;
        let Some(update) = found.filter(|_| settings.flag(settings::TRACKING_EMAILS)) else {
            return Ok(Outcome::Done);
        };
        if let Some(wait) = update.last_sent_at.and_then(|sent| (sent + PAUSE - now).to_std().ok()) {
            return Err(ProcessError::later(wait));
        }
        store::mark_sent(&mut tx, self.subscription_id, now).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let to = recipient(update.email.clone(), &update.language);
        let page = |path: &str| TenantLink::new(origin, cx.tenant(), path);
        let link = page(&format!("/tracking/{}", update.tracking_code))?;
        let stop = secret::of(&app.config.secret, &cx.tenant().id, self.subscription_id);
        let stop = page(&format!("{}/{stop}", one_click::PATH))?;
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        app.mailer.send(envelope, &UpdateEmail::of(&update, to.language, stop)).await?;
        Ok(Outcome::Done)
    }
}

/// A visitor has no name; the text has no input of the form.
fn recipient(email: String, language: &str) -> Recipient {
    let language = Language::nearest(language).unwrap_or_default();
    Recipient { name: email.clone(), email, language }
}

struct ConfirmationEmail {
    code: String,
}

impl Email for ConfirmationEmail {
    const NAME: &'static str = "tracking_confirmation";

    fn values(&self) -> Value {
        context! { code => self.code.as_str() }
    }
}

struct UpdateEmail {
    code: String,
    headline: String,
    details: String,
    place: String,
    when: String,
    /// The expected day, while the shipment is on its way.
    expected: Option<String>,
    stop: TenantLink,
}

impl UpdateEmail {
    fn of(update: &Update, language: Language, stop: TenantLink) -> Self {
        let expected = update.due_on.filter(|_| !update.status.is_final());
        Self {
            code: update.tracking_code.clone(),
            headline: localized(&update.short_description_locale, language),
            details: localized(&update.description_locale, language),
            place: update.location.clone(),
            when: moment(update.occurred_at, &update.time_zone, language),
            expected: expected.map(|day| self::day(day, language)),
            stop,
        }
    }
}

impl Email for UpdateEmail {
    const NAME: &'static str = "tracking_update";

    fn values(&self) -> Value {
        context! {
            code => self.code.as_str(), headline => self.headline.as_str(), details => self.details.as_str(),
            place => self.place.as_str(), when => self.when.as_str(), expected => self.expected.as_deref(),
        }
    }

    fn unsubscribe(&self) -> Option<String> {
        Some(self.stop.to_string())
    }
}

/// A text of the catalogue in this language.
fn localized(texts: &serde_json::Value, language: Language) -> String {
    texts[language.locale_key()].as_str().or_else(|| texts["en"].as_str()).unwrap_or_default().to_owned()
}

/// The moment by the clock of the place.
fn moment(at: DateTime<Utc>, time_zone: &str, language: Language) -> String {
    let local = at.with_timezone(&time_zone.parse().unwrap_or(Tz::UTC));
    format!("{} {}", day(local.date_naive(), language), local.format("%H:%M"))
}

fn day(day: NaiveDate, language: Language) -> String {
    let format = match language {
        Language::En => "%-d %b %Y",
        Language::PtBr | Language::Es => "%d/%m/%Y",
        Language::ZhCn => "%Y年%-m月%-d日",
    };
    day.format(format).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_by_the_clock_of_its_place() {
        let at = DateTime::from_timestamp(1_795_620_600, 0).unwrap();
        let told = Language::ALL.map(|language| moment(at, "America/Sao_Paulo", language));
        assert_eq!(
            told,
            ["25 Nov 2026 12:30", "25/11/2026 12:30", "25/11/2026 12:30", "2026年11月25日 12:30"]
        );
        assert_eq!(moment(at, "Nowhere/Else", Language::En), "25 Nov 2026 15:30");
    }

    #[test]
    fn texts_of_the_catalogue_have_a_language() {
        let texts = serde_json::json!({ "pt": "Entregue", "en": "Delivered", "zh": "已签收" });
        assert_eq!(localized(&texts, Language::PtBr), "Entregue");
        assert_eq!(localized(&texts, Language::ZhCn), "已签收");
        assert_eq!(localized(&texts, Language::Es), "Delivered");
    }
}
