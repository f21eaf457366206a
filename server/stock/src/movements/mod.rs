//! Movements of goods: the ledger of the stock. They are posted, never changed, and taken back by another movement.

mod api;
pub mod model;
pub mod movement_view;
mod photo_api;
pub mod photo_store;
pub mod posting;
mod reverse_api;
pub mod store;
mod webhook_events;

pub use api::StockMovementApi;
pub use photo_api::StockPhotoApi;
pub use reverse_api::StockReverseApi;
pub use store::MOVEMENTS;
pub use webhook_events::announce_expiring;
