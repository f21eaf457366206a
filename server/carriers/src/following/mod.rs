//! Reports of carriers about parcels become events of their shipments: asked for every hour, or told by the server itself.

mod apply;
mod process;
mod sweep;
pub mod webhook;

pub use process::FollowLabels;
pub use sweep::sweep;
