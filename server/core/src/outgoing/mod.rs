//! Connections to places that a company or its operator names. All of them go through this guard, so that nobody reaches the
//! inside of the installation by them.

mod address;
mod client;
mod diversion;
mod health;
mod names;
mod place;

pub use client::{Outgoing, OutgoingAnswer, OutgoingError, OutgoingRequest, list_causes};
pub use diversion::{divert, hurry, trust};
pub use health::{FailedCall, HostFailure, HostHealth};
pub use names::{answer_in_turn, count_answers_left, stand_for};
pub use place::{OutgoingUrl, is_outside_name};
