//! The run of a driver: the order of its stops.

pub mod stop_order;
