//! Invoices and credit notes: drafts of charged shipments and of items that staff add, numbers without a gap, payments, and what they make of the ledger.

mod actions_api;
mod api;
mod credit;
mod credit_api;
mod document;
mod draft;
mod email;
pub mod export;
mod export_api;
mod input;
mod issue;
mod items;
mod items_api;
pub mod list;
pub mod model;
mod notifications;
mod numbers;
mod paper_api;
mod pdf;
mod process;
mod reversal;
mod selection;
mod settle;
mod share;
mod store;
mod void;
mod webhook_events;

pub use actions_api::InvoiceActionApi;
pub use api::InvoiceApi;
pub use credit_api::InvoiceCreditApi;
pub use draft::drop_reversed_charge;
pub use email::SendInvoice;
pub use export::ExportInvoices;
pub use export_api::InvoiceExportApi;
pub(crate) use issue::IssueContext;
pub use items_api::InvoiceItemApi;
pub use list::INVOICES;
pub use paper_api::InvoicePaperApi;
pub(crate) use pdf::{amount as amount_text, party as set_party};
pub use process::{GenerateInvoices, IssueInvoices};
pub(crate) use store::load_client;

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::InvoiceSummary;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::record::Where;

/// Whether the state of an invoice allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let mut invoice: InvoiceSummary = INVOICES.find(tx, &Where::all(), id).await?;
    if action == Action::Credit {
        invoice.is_given_back = store::is_given_back(tx, &invoice).await?;
    }
    let owner = RecordOwner::ByParties {
        client_id: Some(invoice.client_id),
        subsidiary_id: invoice.subsidiary_id,
        partner_id: None,
    };
    Ok(RecordState { owner, status: None, verdict: invoice.verdict(action) })
}
