//! Permissions. `policy.csv` is read once, through casbin, into bitsets; requests read the bitsets. Does not
//! use HTTP, SQL or the state of a record.

mod action;
mod actions;
mod enforcer;
mod grants;
mod menu;
mod named;
mod profile;
mod resource;
mod subject;

pub use action::Action;
pub use enforcer::{Policy, PolicyError};
pub use grants::{Grants, Scope};
pub use menu::{Entry, MENU, default_on, flag_of, list_closed, menu};
pub use profile::Rule;
pub use resource::{Owner, Resource};
pub use subject::{ProfileKind, ProfileUser, UserType};
