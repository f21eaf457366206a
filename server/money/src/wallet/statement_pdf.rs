//! The PDF of a wallet's month.

use std::sync::LazyLock;

use chrono::NaiveDate;
use chrono_tz::Tz;
use rust_decimal::Decimal;

use super::statement::{StatementEntry, WalletStatement};
use crate::invoices::model::InvoiceParty;
use crate::invoices::{amount_text, set_party};
use freight::shipments::labels::model::Stationery;
use freight::shipments::labels::printing;
use ledger::TransactionKind;
use paper::captions::statement as captions;
use paper::check;
use paper::data::{Data, Row};
use paper::layout::Layout;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;
use trade::figures::{self, Habits};

const LAYOUT: &str = include_str!("../../../assets/layouts/wallet_statement.toml");

static READ: LazyLock<Option<Layout>> = LazyLock::new(|| check::parse_layout(LAYOUT).ok());

/// The facts of the document besides the money.
pub struct StatementPaper {
    pub issuer: InvoiceParty,
    pub holder: InvoiceParty,
    pub holder_code: String,
    pub footer: Option<String>,
    pub language: Language,
    /// The time zone in which an entry has its day.
    pub zone: Tz,
    pub issued_on: NaiveDate,
}

/// Draws the statement on the paper of the company's country.
pub async fn draw(
    statement: &WalletStatement,
    paper: &StatementPaper,
    stationery: Stationery,
) -> ApiResult<Vec<u8>> {
    let layout =
        READ.as_ref().ok_or_else(|| ApiError::internal(anyhow::anyhow!("no layout of statements")))?;
    let layout = layout.clone().on(stationery.paper);
    printing::draw(layout, data(statement, paper, stationery)).await
}

fn data(statement: &WalletStatement, paper: &StatementPaper, stationery: Stationery) -> Data {
    let Stationery { habits, mark, .. } = stationery;
    let language = paper.language;
    let mut data = Data::new(String::new(), paper.issuer.name.clone(), mark);
    captions::CAPTIONS.set(&mut data, language);
    let day = |day| figures::date(day, language, habits);
    let period = format!("{} – {}", day(statement.month.first_day()), day(statement.month.last_day()));
    data.title = format!("{} {period}", data.text("title"));
    data.set("period", period);
    data.set("issued", day(paper.issued_on));
    data.set("code", paper.holder_code.clone());
    set_party(
        &mut data,
        ["issuer.name", "issuer.document", "issuer.address", "issuer.contact"],
        &paper.issuer,
    );
    set_party(
        &mut data,
        ["holder.name", "holder.document", "holder.address", "holder.contact"],
        &paper.holder,
    );
    let amount = |amount: Decimal| amount_text(amount, &statement.currency, language);
    let (money_in, money_out) = statement.sums();
    data.set("currency", statement.currency.clone());
    data.set("opening", amount(statement.opening));
    data.set("in", amount(money_in));
    data.set("out", amount(money_out));
    data.set("closing", amount(statement.closing()));
    data.set("footer", paper.footer.clone().unwrap_or_default());
    let empty = if statement.entries.is_empty() { captions::NO_ENTRIES.in_language(language) } else { "" };
    data.set("empty", empty);
    let rows = statement.entries.iter().map(|entry| row(statement, paper, entry, habits));
    data.set_rows("entries", rows.collect());
    data
}

fn row(statement: &WalletStatement, paper: &StatementPaper, entry: &StatementEntry, habits: Habits) -> Row {
    let language = paper.language;
    let day = entry.created_at.with_timezone(&paper.zone).date_naive();
    let amount = |amount: Decimal| amount_text(amount, &statement.currency, language);
    let lines = [name_entry(entry, language), entry.note.as_deref().unwrap_or_default()];
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    Row::from([
        ("date", figures::date(day, language, habits)),
        ("description", lines.join("\n")),
        ("reference", entry.label.clone()),
        ("amount", amount(entry.amount)),
        ("balance", amount(entry.balance_after)),
    ])
}

/// A claim that was paid is booked as an adjustment, and named by what it is for.
fn name_entry(entry: &StatementEntry, language: Language) -> &'static str {
    match entry.ref_type.as_str() {
        "claim" => captions::CLAIM_PAID.in_language(language),
        _ => name_of(entry.kind, language),
    }
}

/// The name of what moved the money.
const fn name_of(kind: TransactionKind, language: Language) -> &'static str {
    let words = match kind {
        TransactionKind::DepositConfirmed => captions::DEPOSIT_CONFIRMED,
        TransactionKind::ShipmentConfirmed => captions::SHIPMENT_CONFIRMED,
        TransactionKind::ShipmentCancelled => captions::SHIPMENT_CANCELED,
        TransactionKind::ShipmentReweighed => captions::SHIPMENT_REWEIGHED,
        TransactionKind::ShipmentRepriced => captions::SHIPMENT_REPRICED,
        TransactionKind::PickupCancelled => captions::PICKUP_CANCELLED,
        TransactionKind::ParcelsHandled => captions::PARCELS_HANDLED,
        TransactionKind::CashCollected => captions::CASH_COLLECTED,
        TransactionKind::CashReturned => captions::CASH_RETURNED,
        TransactionKind::CashHandedOver => captions::CASH_HANDED_OVER,
        TransactionKind::CodPaidOut => captions::COD_PAID_OUT,
        TransactionKind::Refund => captions::REFUND,
        TransactionKind::Adjustment => captions::ADJUSTMENT,
        TransactionKind::Invoice => captions::INVOICE,
        TransactionKind::InvoicePaid => captions::INVOICE_PAID,
        TransactionKind::CreditNote => captions::CREDIT_NOTE,
        TransactionKind::ClientMerge => captions::CLIENT_MERGE,
        TransactionKind::Reversal => captions::REVERSAL,
    };
    words.in_language(language)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_entry_has_a_name_in_every_language() {
        for kind in TransactionKind::ALL {
            assert!(Language::ALL.iter().all(|language| !name_of(*kind, *language).is_empty()), "{kind:?}");
        }
    }

    #[test]
    fn a_claim_that_was_paid_is_named_so() {
        let entry = StatementEntry {
            created_at: chrono::DateTime::UNIX_EPOCH,
            kind: TransactionKind::Adjustment,
            ref_type: "claim".into(),
            label: "CL-1".into(),
            note: None,
            amount: Decimal::ONE,
            balance_after: Decimal::ONE,
        };
        assert_eq!(name_entry(&entry, Language::En), "Claim paid");
    }

    #[test]
    fn the_layout_can_be_read() {
        assert!(READ.is_some());
    }
}
