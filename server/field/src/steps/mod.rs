//! The ways from one state to the next, as data; `trade::steps` says how a row is read.

pub mod cash_handover;
pub mod cod_payout;
pub mod delivery;
pub mod pickup;
pub mod run;
