//! Input of a draft, and what it could have.

use chrono::NaiveDate;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::selection::{ChargeSum, InvoiceCharge};

/// An invoice to draft: all charges of a period that are not on an invoice yet, or the charges of chosen shipments.
#[derive(Object)]
pub struct InvoiceInput {
    pub client_id: Uuid,
    /// ISO 4217.
    #[oai(validator(max_length = 3))]
    pub currency: String,
    #[oai(flatten)]
    pub draft: InvoiceDraft,
}

/// Fields of a draft that can change.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceDraft {
    /// First day of the charges, in the company's time zone.
    pub period_from: Option<NaiveDate>,
    /// Last day of the charges. Required without shipments.
    pub period_to: Option<NaiveDate>,
    /// Only the charges of these shipments, instead of a period.
    #[oai(validator(max_items = 1000))]
    pub shipment_ids: Option<Vec<Uuid>>,
    /// The branch that issues it; the one of most charges if omitted.
    pub subsidiary_id: Option<Uuid>,
    /// Days from the issue until it is due; the client's terms if omitted.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub terms_days: Option<i16>,
    /// Printed on the invoice.
    #[oai(validator(max_length = 1000))]
    pub note: Option<String>,
}

/// The fields of a draft to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct InvoiceUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub draft: InvoiceDraft,
    /// Version that was read; 409 `stale_version` if the invoice has changed since.
    pub version: i32,
}

/// Charges that can be invoiced.
#[derive(Object)]
pub struct InvoiceProposal {
    /// The first 1,000, oldest first; none for all clients.
    pub charges: Vec<InvoiceCharge>,
    /// Sums of all, by currency.
    pub sums: Vec<ChargeSum>,
    /// The client's payment terms: days from issue until an invoice is due; null for all clients.
    pub terms_days: Option<i16>,
}

impl InvoiceProposal {
    /// The sums that wait, of all clients.
    pub fn of_all(sums: Vec<ChargeSum>) -> Self {
        let sums = sums.into_iter().map(ChargeSum::with_decimals).collect();
        Self { charges: Vec::new(), sums, terms_days: None }
    }
}
