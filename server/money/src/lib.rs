//! Money of clients: wallets, deposits, claims and invoices over the ledger, and the quotes that they get and accept.

use poem_openapi::OpenApi;

mod amount;
pub mod audit;
pub mod claims;
mod client;
pub mod deposits;
pub mod indications;
pub mod invoices;
pub mod merge;
pub mod open_money;
mod payment_account;
mod payment_code;
mod payment_day;
mod payment_reference;
pub mod quote_offers;
pub mod report_parts;
mod scope;
pub mod wallet;

pub fn api() -> impl OpenApi {
    (
        wallet::WalletApi,
        wallet::WalletStatementApi,
        deposits::DepositApi,
        invoices::InvoiceApi,
        invoices::InvoiceActionApi,
        invoices::InvoiceCreditApi,
        invoices::InvoiceExportApi,
        invoices::InvoiceItemApi,
        invoices::InvoicePaperApi,
        indications::IndicationApi,
        (quote_offers::SentQuoteApi, quote_offers::PublicOfferApi),
        claims::ClaimApi,
    )
}
