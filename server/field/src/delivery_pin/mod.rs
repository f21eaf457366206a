//! PINs of deliveries: the recipient gets one when the parcels are on their way, and says it at the door. It is calculated, so
//! that the e-mail can carry it and neither the database nor the phone of the driver has it: the phone checks its last digit,
//! which follows from the others, and the server the rest once the record arrives.

mod api;
mod check;
mod code;
mod email;
mod store;

pub use api::DeliveryPinApi;
pub use check::DeliveryPins;
pub use email::{TellPin, tell};
