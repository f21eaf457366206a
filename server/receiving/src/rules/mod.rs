//! Parcels that arrive: weighed again, joined.

pub mod repack;
pub mod reweigh;
