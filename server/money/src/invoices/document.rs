//! An issued invoice as it was written: one row that cannot change, from which every PDF is drawn.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::items::InvoiceItemDetails;
use super::model::{InvoiceKind, InvoiceParty};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::Language;

/// The form of the content. A reader of every form stays in the program.
const FORMAT: i16 = 1;

pub const INSERT: &str = "
    insert into invoice_documents (invoice_id, format, content, content_hash, created_at) values ($1, $2, $3, $4, $5)";
pub const FIND: &str = "select content from invoice_documents where invoice_id = $1";

/// The content of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceDocument {
    pub kind: InvoiceKind,
    pub number: String,
    /// Number of the invoice that a credit note corrects.
    pub corrects: Option<String>,
    pub issued_on: NaiveDate,
    /// None for a credit note.
    pub due_on: Option<NaiveDate>,
    pub period: Option<(NaiveDate, NaiveDate)>,
    /// Zone of the company when it issued, by which a charge has its day. Documents of earlier releases were written in UTC.
    #[serde(default)]
    pub time_zone: Option<String>,
    /// Language of the client, or else of the company.
    pub language: Language,
    pub currency: String,
    pub total: Decimal,
    pub tax: Decimal,
    pub issuer: InvoiceParty,
    pub bill_to: InvoiceParty,
    pub items: Vec<WrittenItem>,
    /// How to pay: lines of an account of the company.
    pub accounts: Vec<Vec<String>>,
    /// Code that the payer's bank app reads, for the first of these accounts that has such a code.
    #[serde(default)]
    pub payment_code: Option<String>,
    pub note: Option<String>,
    /// At the foot of each page.
    #[serde(default)]
    pub footer: Option<String>,
}

/// An item of the content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenItem {
    pub tracking_code: String,
    pub details: InvoiceItemDetails,
    pub service_amount: Decimal,
    pub tax_amount: Decimal,
}

impl InvoiceDocument {
    /// The day of a charge, as its period counts it.
    pub fn day_of(&self, at: DateTime<Utc>) -> NaiveDate {
        let zone: Tz = self.time_zone.as_deref().and_then(|name| name.parse().ok()).unwrap_or(Tz::UTC);
        at.with_timezone(&zone).date_naive()
    }

    /// None for a form of a newer release.
    pub fn from_content(content: &[u8]) -> Option<Self> {
        serde_json::from_slice(content).ok()
    }

    /// Writes the content, once.
    pub async fn store(&self, tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
        let content = serde_json::to_vec(self).map_err(ApiError::internal)?;
        let hash = Sha256::digest(&content).to_vec();
        let insert = sqlx::query(INSERT).bind(id).bind(FORMAT).bind(content).bind(hash).bind(at);
        insert.execute(&mut **tx).await?;
        Ok(())
    }
}

/// The content of an issued invoice; none for a draft.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<InvoiceDocument>> {
    let content: Option<Vec<u8>> = sqlx::query_scalar(FIND).bind(id).fetch_optional(&mut **tx).await?;
    Ok(content.as_deref().and_then(InvoiceDocument::from_content))
}
