//! User administration (PERM-4).

pub mod acting_user;
pub mod administrator;
mod api;
mod colleagues;
mod deactivation;
pub mod deletion_email;
pub mod erasure;
pub mod list;
pub mod model;
pub mod outsiders;
pub mod own_user;
pub mod registration;
pub mod staff;
pub mod staff_choice;
pub mod store;
mod subsidiaries;

pub use api::UserApi;
pub use colleagues::ColleagueApi;
