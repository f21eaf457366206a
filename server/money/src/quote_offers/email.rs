//! A quote by e-mail, with its PDF and the link that accepts it.

use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::pdf::QuotePaper;
use super::store;
use freight::shipments::labels::PrintingCache;
use pricing::quotes;
use server_core::http::messages::Language;
use server_core::http::token;
use server_core::mail::{AttachedFile, Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};
use server_core::settings;
use trade::figures::{self, Money};

/// Sends a quote to one address.
#[derive(Serialize, Deserialize)]
pub struct SendQuote {
    pub quote_id: Uuid,
    pub email: String,
    pub language: Language,
}

impl Process for SendQuote {
    const KIND: &'static str = "freight.send_quote";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let origin = &app.config.public_origin;
        let secret = token::generate();
        let mut tx = cx.begin().await?;
        let found = quotes::begin_sending(&mut tx, self.quote_id, &self.email, token::hash(&secret)).await?;
        // Withdrawn, confirmed or sent to another address meanwhile.
        let Some(quote) = found else { return Ok(Outcome::Done) };
        let Some(offer) = quotes::chosen_offer(&quote)? else { return Ok(Outcome::Done) };
        let (from, to) = (quote.input.origin.country_id, quote.input.destination.country_id);
        let Some(countries) = store::load_countries(&mut tx, from, to).await? else {
            return Ok(Outcome::Done);
        };
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        let stationery = app.slot::<PrintingCache>().stationery(app, &mut tx, &settings).await?;
        tx.commit().await?;
        let paper = QuotePaper {
            quote: &quote,
            offer: &offer,
            countries: &countries,
            to_name: quote.client_name.as_deref().unwrap_or(&self.email),
            to_email: &self.email,
            settings: &settings,
            stationery: stationery.in_language(self.language),
        };
        let total = offer.total.as_ref().map(|total| {
            figures::money(&Money { amount: total.amount, currency: total.currency.clone() }, self.language)
        });
        let email = QuoteEmail {
            number: quote.number,
            service: paper.stationery.one_of(Some(&offer.service_title_locale)),
            to: paper.stationery.one_of(Some(&countries.to_names)),
            total: total.unwrap_or_default(),
            until: figures::date(quote.dates.valid_until, self.language, paper.stationery.habits),
            file: AttachedFile {
                name: paper.file_name(),
                content_type: "application/pdf",
                content: paper.draw().await?,
            },
        };
        let link = TenantLink::new(origin, cx.tenant(), &format!("/quote/{secret}"))?;
        let to =
            Recipient { name: paper.to_name.to_owned(), email: self.email.clone(), language: self.language };
        app.mailer.send(Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link }, &email).await?;
        Ok(Outcome::Done)
    }
}

struct QuoteEmail {
    number: i64,
    service: String,
    to: String,
    total: String,
    until: String,
    file: AttachedFile,
}

impl Email for QuoteEmail {
    const NAME: &'static str = "quote";

    fn values(&self) -> Value {
        let Self { number, service, to, total, until, .. } = self;
        context! { number, service, to, total, until }
    }

    fn attachments(&self) -> Vec<AttachedFile> {
        vec![self.file.clone()]
    }
}
