//! Live events: what a transaction tells connected pages.
//!
//! A feature announces an event in the transaction of its change; `tenancy` numbers it at the commit. Events name records
//! and carry no contents: pages fetch the records, so that scope and `can` apply. The area `socket` sends them.

mod announcements;
mod event;
pub mod store;

pub use announcements::{Control, MAX_IDS};
pub use announcements::{
    announce, find_audience, parties_changed, records_change_unheard, records_changed, rights_changed,
    sessions_ended, settings_changed, user_changed,
};
pub use event::{Audience, LiveEvent, RecordsChanged, RightsChanged, SettingsChanged};
