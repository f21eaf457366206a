//! Terms of use and privacy notice of the company: their versions, and which of them users accepted.

mod api;
mod email;
mod model;
mod store;

pub use api::LegalApi;
pub use email::{AskForConsent, TellConsentDue};
pub use model::{LegalVersion, check_accepted};
pub use store::{accept, list_due, list_of_kind};
