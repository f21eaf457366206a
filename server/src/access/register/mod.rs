//! A new client and the user it signs in as, and the proof that the address is that user's (AUTH-3).
//!
//! Whether an address is known already is found out in the process that writes the letter, so that neither the
//! answer nor its time tells.

mod api;
mod letter;
pub mod model;
mod store;

pub use api::{Entrance, RegisterApi, create};
pub use letter::SendRegistrationLetter;
