//! Parcels that arrive: weighed again, stored, joined.

pub mod repack;
pub mod reweigh;
pub mod storage;
