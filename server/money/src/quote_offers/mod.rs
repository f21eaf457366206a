//! Quotes that a customer gets by e-mail: the PDF, the link that shows and accepts them, and the draft they become.

mod api;
mod email;
mod notifications;
mod pdf;
mod public_api;
mod store;

pub use api::SentQuoteApi;
pub use email::SendQuote;
pub use public_api::PublicOfferApi;
