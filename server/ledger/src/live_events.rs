//! What the money of clients tells open pages.

use std::collections::BTreeSet;

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::live::{self, Audience};

/// Announces that the money of these clients changed. Every posting comes here, whichever area made it.
pub fn announce(tx: &mut TenantTx, clients: impl IntoIterator<Item = Uuid>) {
    let clients: Vec<Uuid> = clients.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    if !clients.is_empty() {
        live::records_changed(tx, &Audience::Parties(clients.clone()), "wallet", &clients);
    }
}
