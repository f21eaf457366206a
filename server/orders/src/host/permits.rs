//! How many calls to the own host of a company, to which its orders are forwarded, are under way at once on this server.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tenancy::TenantId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Calls of one company.
const AT_A_TIME: usize = 8;

/// A slow host holds up its own company alone.
#[derive(Clone, Default)]
pub struct CallPermits(Arc<Mutex<HashMap<TenantId, Arc<Semaphore>>>>);

impl CallPermits {
    /// None when enough are under way.
    pub fn take(&self, tenant: TenantId) -> Option<OwnedSemaphorePermit> {
        let mut of_tenants = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = of_tenants.entry(tenant).or_insert_with(|| Arc::new(Semaphore::new(AT_A_TIME))).clone();
        drop(of_tenants);
        own.try_acquire_owned().ok()
    }
}
