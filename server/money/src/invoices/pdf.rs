//! The PDF of an invoice, drawn from its document.

use std::sync::{Arc, LazyLock};

use rust_decimal::Decimal;

use super::document::{InvoiceDocument, WrittenItem};
use super::items::InvoiceItemDetails;
use super::model::{InvoiceKind, InvoiceParty};
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use ledger::TransactionKind;
use paper::captions::invoice as captions;
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use paper::mark::Mark;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use server_core::http::title::LocaleTitle;
use trade::figures::{self, Habits};
use trade::identifiers::Phone;
use trade::money::in_currency;
use trade::paper_format::PaperFormat;

const LAYOUT: &str = include_str!("../../../assets/layouts/invoice.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// How the company writes, and its logo.
#[derive(Clone)]
pub struct Hand {
    pub habits: Habits,
    pub mark: Option<Arc<Mark>>,
    pub paper: PaperFormat,
}

impl From<Stationery> for Hand {
    fn from(stationery: Stationery) -> Self {
        Self { habits: stationery.habits, mark: stationery.mark, paper: stationery.paper }
    }
}

/// Draws the document.
pub async fn draw(document: &InvoiceDocument, hand: Hand) -> ApiResult<Vec<u8>> {
    let layout = READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of invoices")))?;
    let layout = layout.clone().on(hand.paper);
    printing::draw(layout, data(document, hand)).await
}

/// The name of the file.
pub fn name(document: &InvoiceDocument) -> String {
    format!("{}.pdf", document.number)
}

fn data(document: &InvoiceDocument, Hand { habits, mark, .. }: Hand) -> Data {
    let language = document.language;
    let mut data = Data::new(String::new(), document.issuer.name.clone(), mark);
    captions::CAPTIONS.set(&mut data, language);
    let is_note = document.kind == InvoiceKind::CreditNote;
    let title = if is_note { captions::CREDIT_NOTE } else { captions::INVOICE };
    let title = title.in_language(language);
    data.title = format!("{title} {}", document.number);
    data.set("title", title);
    data.set("number", document.number.clone());
    let corrects = document.corrects.as_ref();
    data.set(
        "corrects",
        corrects
            .map(|number| format!("{} {number}", captions::CORRECTS.in_language(language)))
            .unwrap_or_default(),
    );
    let day = |day| figures::date(day, language, habits);
    data.set("issued", day(document.issued_on));
    data.set("due", document.due_on.map(day).unwrap_or_default());
    let period = document.period.map(|(from, to)| format!("{} – {}", day(from), day(to)));
    data.set("period", period.unwrap_or_default());
    party(
        &mut data,
        ["issuer.name", "issuer.document", "issuer.address", "issuer.contact"],
        &document.issuer,
    );
    party(
        &mut data,
        ["client.name", "client.document", "client.address", "client.contact"],
        &document.bill_to,
    );
    let amount = |amount: Decimal| self::amount(amount, &document.currency, language);
    data.set("currency", document.currency.clone());
    data.set("services", amount(document.total - document.tax));
    data.set("duties", amount(document.tax));
    data.set("total", amount(document.total));
    data.set("note", document.note.clone().unwrap_or_default());
    let accounts: Vec<String> = document.accounts.iter().map(|lines| lines.join("\n")).collect();
    data.set("accounts", accounts.join("\n"));
    data.set("footer", document.footer.clone().unwrap_or_default());
    data.set("pay.code", document.payment_code.clone().unwrap_or_default());
    data.set("pay.reference", format!("{}: {}", captions::REFERENCE.in_language(language), document.number));
    data.set_rows("items", document.items.iter().map(|item| row(document, item, habits)).collect());
    data
}

/// Sets the lines of a party.
pub fn party(data: &mut Data, [name, document, address, contact]: [&'static str; 4], party: &InvoiceParty) {
    data.set(name, party.name.clone());
    data.set(document, party.document.clone().unwrap_or_default());
    data.set(address, party.address.join("\n"));
    let ways = [party.email.clone(), party.phone.as_deref().map(Phone::format_stored)];
    data.set(contact, ways.into_iter().flatten().collect::<Vec<_>>().join(" · "));
}

fn row(document: &InvoiceDocument, item: &WrittenItem, habits: Habits) -> Row {
    let (language, details) = (document.language, &item.details);
    let date = details.charged_at.map(|at| figures::date(document.day_of(at), language, habits));
    let amount = |amount: Decimal| self::amount(amount, &document.currency, language);
    let to = [details.to_name.as_deref(), details.to_city.as_deref(), details.to_country.as_deref()];
    let to = to.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let service = details.service.as_ref().map(|title| one_of(title, language)).unwrap_or_default();
    let reference = details.reference.clone().unwrap_or_default();
    let kind = details.kind.map_or("", |kind| describe_kind(kind, language));
    let own = details.description.clone().unwrap_or_default();
    let units = units(details, document, language);
    let tax_note = details.tax_note.clone().unwrap_or_default();
    let lines = [kind.to_owned(), service, to, reference, own, units, tax_note];
    let description: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    Row::from([
        ("date", date.unwrap_or_default()),
        ("code", item.tracking_code.clone()),
        ("description", description.join("\n")),
        ("services", amount(item.service_amount)),
        ("duties", amount(item.tax_amount)),
        ("total", amount(item.service_amount + item.tax_amount)),
    ])
}

/// The kind of an item that is not the charge of a shipment itself; empty for the others.
const fn describe_kind(kind: TransactionKind, language: Language) -> &'static str {
    let words = match kind {
        TransactionKind::ShipmentRepriced => captions::REPRICED,
        TransactionKind::ShipmentReweighed => captions::REWEIGHED,
        TransactionKind::ShipmentCancelled => captions::CANCELED,
        TransactionKind::PickupCancelled => captions::PICKUP_FEE,
        TransactionKind::ParcelsHandled => captions::HANDLING,
        TransactionKind::Reversal => captions::REVERSED,
        _ => return "",
    };
    words.in_language(language)
}

/// Quantity and price of a unit, for example `3 × 12.50`; nothing for a single unit.
fn units(details: &InvoiceItemDetails, document: &InvoiceDocument, language: Language) -> String {
    let units = details.quantity.filter(|quantity| *quantity != Decimal::ONE).zip(details.unit_price);
    units.map_or_else(String::new, |(quantity, price)| {
        let quantity = figures::number(&quantity.normalize().to_string(), language);
        format!("{quantity} × {}", amount(price, &document.currency, language))
    })
}

/// The title in the language, or else in any.
fn one_of(title: &LocaleTitle, language: Language) -> String {
    let own = match language {
        Language::PtBr => &title.pt,
        Language::En => &title.en,
        Language::Es => &title.es,
        Language::ZhCn => &title.zh,
    };
    let all = [own, &title.en, &title.pt, &title.es, &title.zh];
    all.into_iter().find(|text| !text.is_empty()).cloned().unwrap_or_default()
}

/// Without the currency, for example `1,234.50`.
pub fn amount(amount: Decimal, currency: &str, language: Language) -> String {
    figures::number(&in_currency(amount, Some(currency)).to_string(), language)
}
