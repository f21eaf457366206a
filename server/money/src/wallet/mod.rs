//! Wallets of clients: balance, credit, statement, and what staff change by hand.

mod api;
pub mod model;
mod store;

pub use api::WalletApi;
pub use store::{ENTRIES, WALLETS};
