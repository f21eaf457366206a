//! The tenants with entries that are not sealed yet.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use tenancy::TenantId;

#[derive(Clone, Default)]
pub struct UnsealedTenants(Arc<Mutex<HashSet<TenantId>>>);

impl UnsealedTenants {
    pub fn note(&self, tenant: TenantId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(tenant);
    }

    /// Empties the list.
    pub fn take(&self) -> HashSet<TenantId> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
