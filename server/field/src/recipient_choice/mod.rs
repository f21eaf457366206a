//! What a recipient wants after a failed attempt: the link of an e-mail, good for one choice, until the parcels are loaded
//! again. After the last attempt, the signed-in client chooses.

mod client_api;
mod client_choice;
pub mod days;
mod deadline_notice;
mod deadline_rule;
mod deadline_store;
mod deadlines;
mod email;
mod public_api;
pub mod store;

pub use client_api::ShipmentDeliveryApi;
pub use deadlines::decide_due;
pub use email::{AskRecipient, RecipientAddress, find_address};
pub use public_api::PublicDeliveryApi;
