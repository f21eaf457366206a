//! An issued invoice by e-mail, with its PDF, to whom the client named for billing.

use minijinja::{Value, context};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::document::{self, InvoiceDocument};
use super::model::InvoiceKind;
use super::pdf::{self, Hand};
use freight::shipments::labels::PrintingCache;
use server_core::http::error::ApiResult;
use server_core::mail::{AttachedFile, Brand, Email, Envelope, Recipient, TenantLink};
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError};
use server_core::settings;
use trade::figures::{self, Money};

/// The contacts for billing, or else the client itself. Contacts that share an address get one e-mail.
pub const RECIPIENTS: &str = "
    select min(r.name), min(r.email) from (
        select c.name, c.email, 0 as place from contacts c join invoices i on i.id = $1
        where c.owner_type = 'client' and c.owner_id = i.client_id and c.receives_billing and c.email is not null
        union all
        select l.name, l.email, 1 from clients l join invoices i on i.id = $1
        where l.id = i.client_id and l.email is not null and not exists (
            select from contacts c where c.owner_type = 'client' and c.owner_id = i.client_id and c.receives_billing
                and c.email is not null)) r
    group by lower(r.email) order by min(r.place), min(r.email) limit 50";
pub const MARK_SENT: &str = "update invoices set emailed_at = $2 where id = $1";
pub const OPEN: &str = "select open_amount from invoices where id = $1 and status <> 'void'";

/// Sends an invoice to one address.
#[derive(Serialize, Deserialize)]
pub struct SendInvoice {
    pub invoice_id: Uuid,
    pub name: String,
    pub email: String,
}

/// Sends the invoice to its recipients once `tx` commits. Returns their number.
pub async fn send(tx: &mut TenantTx, id: Uuid, at: chrono::DateTime<chrono::Utc>) -> ApiResult<usize> {
    let to: Vec<(String, String)> = sqlx::query_as(RECIPIENTS).bind(id).fetch_all(&mut **tx).await?;
    let count = to.len();
    let emails: Vec<SendInvoice> =
        to.into_iter().map(|(name, email)| SendInvoice { invoice_id: id, name, email }).collect();
    if count > 0 {
        sqlx::query(MARK_SENT).bind(id).bind(at).execute(&mut **tx).await?;
        process::enqueue_all(tx, Owner::NOBODY, emails).await?;
    }
    Ok(count)
}

impl Process for SendInvoice {
    const KIND: &'static str = "invoices.send";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let app = cx.app();
        let mut tx = cx.begin().await?;
        let document = document::find(&mut tx, self.invoice_id).await?;
        let open: Option<Decimal> =
            sqlx::query_scalar(OPEN).bind(self.invoice_id).fetch_optional(&mut *tx).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, &app.config.public_origin).await?;
        let stationery = app.slot::<PrintingCache>().stationery(app, &mut tx, &settings).await?;
        tx.commit().await?;
        // Voided meanwhile.
        let Some((document, open)) = document.zip(open) else { return Ok(Outcome::Done) };
        let hand = Hand::from(stationery);
        let due = document.due_on.map(|day| figures::date(day, document.language, hand.habits));
        let content = pdf::draw(&document, hand).await?;
        let email = InvoiceEmail { document: &document, open, due: due.unwrap_or_default(), content };
        let link = TenantLink::new(
            &app.config.public_origin,
            cx.tenant(),
            &format!("/invoices/{}", self.invoice_id),
        )?;
        let to = Recipient { name: self.name, email: self.email, language: document.language };
        app.mailer.send(Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link }, &email).await?;
        Ok(Outcome::Done)
    }
}

struct InvoiceEmail<'a> {
    document: &'a InvoiceDocument,
    open: Decimal,
    due: String,
    content: Vec<u8>,
}

impl InvoiceEmail<'_> {
    fn money(&self, amount: Decimal) -> String {
        let money = Money { amount, currency: self.document.currency.clone() };
        figures::money(&money, self.document.language)
    }
}

impl Email for InvoiceEmail<'_> {
    const NAME: &'static str = "invoice";

    fn values(&self) -> Value {
        let InvoiceDocument { kind, number, corrects, total, .. } = self.document;
        let open = if self.open > Decimal::ZERO { self.money(self.open) } else { String::new() };
        context! {
            number, open, due => self.due.as_str(), total => self.money(*total),
            is_note => *kind == InvoiceKind::CreditNote, corrects => corrects.clone().unwrap_or_default(),
        }
    }

    fn attachments(&self) -> Vec<AttachedFile> {
        let name = pdf::name(self.document);
        vec![AttachedFile { name, content_type: "application/pdf", content: self.content.clone() }]
    }
}
