//! Wallets of clients: balance, credit, statement of a month, and what staff change by hand.

mod api;
pub mod model;
mod statement;
mod statement_api;
mod statement_pdf;
mod store;

pub use api::WalletApi;
pub use statement_api::WalletStatementApi;
pub use store::{ENTRIES, WALLETS};
