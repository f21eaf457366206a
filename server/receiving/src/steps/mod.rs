//! The ways from one state to the next, as data; `trade::steps` says how a row is read.

pub mod inbound_parcel;
pub mod repack;
pub mod reweigh;
