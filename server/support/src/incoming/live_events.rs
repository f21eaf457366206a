//! Live events of e-mails that wait for staff.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::live::{self, Audience};

/// Tells open pages that an e-mail waits for staff, or waits no longer.
pub fn announce_change(tx: &mut TenantTx, id: Uuid) {
    live::records_changed(tx, &Audience::Staff, Resource::SupportMail.name(), &[id]);
}
