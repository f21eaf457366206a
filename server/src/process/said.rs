//! Live events of background tasks.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::live::{self, Audience};

/// Tells the owner's pages of a new task, its start or its end. Its progress in between is not an event.
pub fn told(tx: &mut TenantTx, owner: Option<Uuid>, ids: &[Uuid]) {
    if let Some(owner) = owner.filter(|owner| !owner.is_nil()) {
        live::records_changed(tx, &Audience::Users(vec![owner]), Resource::BackgroundTask.name(), ids);
    }
}
