//! Karrio, a server that speaks to many carriers: its calls, its forms and its answers.

mod answers;
mod client;
mod forms;
mod handovers;
pub mod reports;

pub use client::Karrio;
