use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::PgConnection;
use uuid::Uuid;

use crate::live::{AnnouncedEvents, Announcement, Hinter};
use crate::pool::Lease;
use crate::{TenancyError, Tenant};

/// A transaction in one tenant's schema, with that tenant's role: `sqlx::query(SQL).execute(&mut **tx)`.
///
/// Only [`TenantTx::commit`] commits the work; dropping rolls back in the background.
pub struct TenantTx {
    tenant: Arc<Tenant>,
    lease: Lease,
    is_citus: bool,
    announced: AnnouncedEvents,
    hinter: Hinter,
}

impl TenantTx {
    pub(crate) fn new(tenant: Arc<Tenant>, lease: Lease, is_citus: bool, hinter: Hinter) -> Self {
        Self { tenant, lease, is_citus, announced: AnnouncedEvents::default(), hinter }
    }

    /// Whether the tenant's tables can stand on another machine than the one that answers.
    #[must_use]
    pub fn is_citus(&self) -> bool {
        self.is_citus
    }

    /// The tenant the transaction is in.
    #[must_use]
    pub fn tenant(&self) -> &Arc<Tenant> {
        &self.tenant
    }

    /// Adds an event, which is sent after the commit. An equal one is sent once.
    pub fn announce(&mut self, event: Announcement) {
        if !self.announced.events.contains(&event) {
            self.announced.events.push(event);
        }
    }

    /// Names the user who does all this: their own pages hear of it first.
    pub fn set_sender(&mut self, user_id: Uuid) {
        self.announced.sender = Some(user_id);
    }

    /// Commits the work and its events. A cancelled caller does not stop it.
    ///
    /// # Errors
    /// `Sql` when the database refused it (nothing is committed), `OutcomeUnknown` when the
    /// connection was lost meanwhile, `Ended` when a statement inside had already ended the transaction or
    /// changed the role.
    pub async fn commit(self) -> Result<(), TenancyError> {
        let Self { tenant, lease, announced, hinter, .. } = self;
        let hint = (!announced.events.is_empty()).then_some((hinter, tenant.id));
        lease.commit_with(announced, hint).await
    }

    /// Rolls back and waits until the connection is free again.
    pub async fn rollback(self) {
        self.lease.rollback().await;
    }
}

/// A transaction on the registry, without rights in tenants' schemas. Closed like a [`TenantTx`].
pub struct ControlTx {
    lease: Lease,
}

impl ControlTx {
    pub(crate) fn new(lease: Lease) -> Self {
        Self { lease }
    }

    /// Commits the work.
    ///
    /// # Errors
    /// As [`TenantTx::commit`].
    pub async fn commit(self) -> Result<(), TenancyError> {
        self.lease.commit().await
    }

    /// Rolls back and waits until the connection is free again.
    pub async fn rollback(self) {
        self.lease.rollback().await;
    }
}

impl Deref for TenantTx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.lease.conn()
    }
}

impl DerefMut for TenantTx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.lease.conn_mut()
    }
}

impl Deref for ControlTx {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.lease.conn()
    }
}

impl DerefMut for ControlTx {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.lease.conn_mut()
    }
}

impl fmt::Debug for TenantTx {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TenantTx({})", self.tenant.id)
    }
}

impl fmt::Debug for ControlTx {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("ControlTx")
    }
}
