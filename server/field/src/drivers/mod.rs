//! What drivers record at stops, also without a network: the records, their clocks, the state that follows from them, and the
//! calls of their phones.

mod api;
pub mod attempt_reason;
pub mod batch;
pub mod clock;
pub mod deliveries_fold;
pub mod delivery_outcome;
pub mod field_file;
pub mod fold_input;
mod own_routes;
mod own_store;
mod parcel_index;
pub mod personal_data;
mod pickup_outcome;
pub mod pickups_fold;
pub mod record;
pub mod record_paper;
pub mod record_pictures;
pub mod record_row;
pub mod record_store;
pub mod stop_fold;
#[cfg(test)]
mod tests;
mod undone_records;
pub mod wire;

pub use api::FieldApi;
