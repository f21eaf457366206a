//! Who may do what. `policy.csv` is read once, through casbin, into bitsets; requests ask the bitsets.
//! Knows nothing of HTTP, SQL or the state of a record.

mod enforcer;
mod grants;
mod menu;
mod resource;
mod subject;

pub use enforcer::{Policy, PolicyError};
pub use grants::{Grants, Scope};
pub use menu::{BUILT, Entry, Menu, default_on, menu};
pub use resource::{Action, Resource};
pub use subject::UserType;
