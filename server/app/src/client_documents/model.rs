//! A document of a client on the wire.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use trade::money::in_currency;
use trade::wire_name;

wire_name! {
    /// Kind of a document of a client.
    PortalDocumentKind {
        Invoice = "invoice",
        CreditNote = "credit_note",
        /// The receipt that the client sent with a deposit.
        Receipt = "receipt",
        CustomsDeclaration = "customs_declaration",
        CommercialInvoice = "commercial_invoice",
    }
}

/// A document of a client.
#[derive(serde::Serialize, Object, Clone, Debug, sqlx::FromRow)]
pub struct PortalDocument {
    /// Kind and record together.
    pub id: String,
    pub kind: PortalDocumentKind,
    /// The invoice, the deposit or the shipment.
    pub record_id: Uuid,
    /// Number of the invoice, name of the receipt, or tracking code.
    pub name: String,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub at: DateTime<Utc>,
    /// Null for customs papers.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub amount: Option<Decimal>,
    /// ISO 4217.
    pub currency: Option<String>,
}

impl PortalDocument {
    /// With the decimals of the currency.
    pub fn with_decimals(self) -> Self {
        let amount = self.amount.map(|amount| in_currency(amount, self.currency.as_deref()));
        Self { amount, ..self }
    }
}
