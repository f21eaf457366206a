//! The e-mails of a subscription.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use chrono_tz::Tz;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::store::{self, Update};
use super::texts::{EmailTemplate, Facts};
use super::{PAUSE, one_click, secret};
use server_core::http::messages::Language;
use server_core::http::token;
use server_core::mail::{Brand, Email, Envelope, OwnText, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Asks the owner of an address whether the subscription is wanted.
#[derive(Serialize, Deserialize)]
pub struct SendTrackingConfirmation {
    pub subscription_id: Uuid,
    /// When it was asked for. An e-mail that waited until the same was asked again is not sent.
    #[serde(default)]
    pub asked_at: Option<DateTime<Utc>>,
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
        let (id, now) = (self.subscription_id, app.clock.now());
        let found = store::begin_confirmation(&mut tx, id, hash, self.asked_at, now).await?;
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
        let email = UpdateEmail::of(update, &settings.name, to.language, stop);
        app.mailer.send(envelope, &email).await?;
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

/// The news of a shipment: the company's text, or the product's.
pub(super) struct UpdateEmail {
    pub facts: Facts,
    pub headline: String,
    pub details: String,
    /// Who asked for the recipient; empty when the reader did.
    pub sender: String,
    pub written: EmailTemplate,
    /// None in a sample.
    pub stop: Option<TenantLink>,
}

impl UpdateEmail {
    fn of(update: Update, company: &str, language: Language, stop: TenantLink) -> Self {
        let expected = update.due_on.filter(|_| !update.status.is_final());
        let is_recipient = update.to_email.is_some_and(|email| email.eq_ignore_ascii_case(&update.email));
        let facts = Facts {
            code: update.tracking_code,
            recipient: update.to_name.filter(|_| is_recipient).unwrap_or_default(),
            company: company.to_owned(),
            place: update.location,
            date: moment(update.occurred_at, &update.time_zone, language),
            expected: expected
                .map(|to| days(update.due_from_on.unwrap_or(to), to, language))
                .unwrap_or_default(),
            parcels: name_parcels(&update.parcels, update.parcel_count),
        };
        Self {
            facts,
            headline: in_language(&update.short_description_locale, language),
            details: in_language(&update.description_locale, language),
            sender: update.sender.unwrap_or_default(),
            written: update.written,
            stop: Some(stop),
        }
    }
}

impl Email for UpdateEmail {
    const NAME: &'static str = "tracking_update";

    fn values(&self) -> Value {
        let Facts { code, recipient, place, date, expected, parcels, .. } = &self.facts;
        context! {
            code, recipient, place, expected, parcels, when => date, headline => self.headline.as_str(), details => self.details.as_str(),
            sender => self.sender.as_str(),
        }
    }

    fn own_text(&self) -> OwnText {
        self.written.fill(&self.facts)
    }

    fn unsubscribe(&self) -> Option<String> {
        self.stop.as_ref().map(ToString::to_string)
    }
}

/// A text of the catalogue in this language.
pub(super) fn in_language(texts: &serde_json::Value, language: Language) -> String {
    texts[language.locale_key()].as_str().or_else(|| texts["en"].as_str()).unwrap_or_default().to_owned()
}

/// The numbers of some parcels of a shipment: `1, 3/5`. Empty for all.
fn name_parcels(parcels: &[i16], parcel_count: i16) -> String {
    if parcels.is_empty() {
        return String::new();
    }
    let list: Vec<String> = parcels.iter().map(i16::to_string).collect();
    format!("{}/{parcel_count}", list.join(", "))
}

/// The moment by the clock of the place.
pub(super) fn moment(at: DateTime<Utc>, time_zone: &str, language: Language) -> String {
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

/// A span of days, its common parts written once: 25–27 Nov 2026.
pub(super) fn days(from: NaiveDate, to: NaiveDate, language: Language) -> String {
    let last = day(to, language);
    if from >= to {
        return last;
    }
    let is_same_month = (from.year(), from.month()) == (to.year(), to.month());
    let (format, joint) = match (language, is_same_month) {
        _ if from.year() != to.year() => return format!("{} – {last}", day(from, language)),
        (Language::En, true) => ("%-d", "–"),
        (Language::En, false) => ("%-d %b", " – "),
        (Language::PtBr | Language::Es, true) => ("%d", "–"),
        (Language::PtBr | Language::Es, false) => ("%d/%m", " – "),
        (Language::ZhCn, true) => return format!("{}至{}", day(from, language), to.format("%-d日")),
        (Language::ZhCn, false) => return format!("{}至{}", day(from, language), to.format("%-m月%-d日")),
    };
    format!("{}{joint}{last}", from.format(format))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_by_the_clock_of_its_place() {
        let at = DateTime::from_timestamp(1_795_620_600, 0).unwrap();
        let written = Language::ALL.map(|language| moment(at, "America/Sao_Paulo", language));
        assert_eq!(
            written,
            ["25 Nov 2026 12:30", "25/11/2026 12:30", "25/11/2026 12:30", "2026年11月25日 12:30"]
        );
        assert_eq!(moment(at, "Nowhere/Else", Language::En), "25 Nov 2026 15:30");
    }

    #[test]
    fn a_span_of_days_says_common_parts_once() {
        let date = |text: &str| text.parse::<NaiveDate>().unwrap();
        let spans =
            [("2026-11-25", "2026-11-27"), ("2026-11-30", "2026-12-02"), ("2026-12-31", "2027-01-02")];
        let written = |language| spans.map(|(from, to)| days(date(from), date(to), language));
        assert_eq!(
            written(Language::En),
            ["25–27 Nov 2026", "30 Nov – 2 Dec 2026", "31 Dec 2026 – 2 Jan 2027"]
        );
        assert_eq!(written(Language::Es), ["25–27/11/2026", "30/11 – 02/12/2026", "31/12/2026 – 02/01/2027"]);
        assert_eq!(written(Language::ZhCn)[0], "2026年11月25日至27日");
        assert_eq!(days(date("2026-11-25"), date("2026-11-25"), Language::PtBr), "25/11/2026");
    }

    #[test]
    fn parcels_are_named_by_their_numbers() {
        assert_eq!(name_parcels(&[1, 3], 5), "1, 3/5");
        assert_eq!(name_parcels(&[], 5), "");
    }

    #[test]
    fn texts_of_the_catalogue_have_a_language() {
        let texts = serde_json::json!({ "pt": "Entregue", "en": "Delivered", "zh": "已签收" });
        assert_eq!(in_language(&texts, Language::PtBr), "Entregue");
        assert_eq!(in_language(&texts, Language::ZhCn), "已签收");
        assert_eq!(in_language(&texts, Language::Es), "Delivered");
    }
}
