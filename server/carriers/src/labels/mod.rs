//! Labels of the last mile. Each is a row before it is asked for, so that a lost answer is looked for before anything is bought
//! again.

mod api;
mod asking;
mod automatic;
mod model;
mod process;
mod purchase;
pub mod store;

pub use api::CarrierLabelApi;
pub use automatic::buy_at;
pub use model::{CarrierLabelStatus, ExpectedCost, check_cost, find_difference, to_money};
pub use process::AskCarrier;
pub use purchase::find_warehouse;
pub use store::ASKING;
