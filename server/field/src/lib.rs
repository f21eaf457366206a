//! Parcels in hand: received and weighed again, stored, picked up, delivered. The rules, pure: no table, no request.

#[cfg(test)]
mod case_files;
pub mod drivers;
pub mod pickup_window;
pub mod receiving;
pub mod runs;
pub mod steps;
