//! Host → tenant → schema.
//!
//! A request's host names a tenant ([`Host`], [`Tenancy::resolve`]: memory only). [`Tenancy::begin`] opens a
//! transaction in which the tenant's role and schema are set, and [`TenantTx`] is the only way to run SQL on a
//! tenant. [`admin`] is the library under the command line: provisioning, migrations, domains, archives.

pub mod admin;
pub mod citus;
mod config;
pub mod dns;
mod error;
mod host;
mod link;
mod live;
mod migrations;
mod notices;
mod pool;
mod registry;
mod tenant;
mod tx;

use std::sync::Arc;

pub use citus::breaks_constraint;
pub use config::TenancyConfig;
pub use error::TenancyError;
pub use host::Host;
pub use live::{Announcement, Hint, Readers};
pub use migrations::{Migration, MigrationSet};
pub use tenant::{Tenant, TenantId, TenantState};
pub use tx::{ControlTx, TenantTx};

use link::Entry;
use live::Hinter;
use pool::Shard;
use registry::Registry;

/// The registry in memory and the connections. Cheap to clone.
#[derive(Clone)]
pub struct Tenancy {
    inner: Arc<Inner>,
}

struct Inner {
    registry: Registry,
    control: Arc<Shard>,
    shards: Vec<Arc<Shard>>,
    schema: std::ops::RangeInclusive<i32>,
    is_citus: bool,
    control_login: sqlx::postgres::PgConnectOptions,
    hinter: Hinter,
}

impl Tenancy {
    /// Reads the registry, checks the protections of the database, and keeps the registry up to date.
    ///
    /// # Errors
    /// [`TenancyError::Unavailable`] when the database cannot be reached, [`TenancyError::Unsafe`]
    /// when a tenant could leave its schema on it.
    pub async fn connect(config: &TenancyConfig) -> Result<Self, TenancyError> {
        let control = Shard::control(config)?;
        let registry = Registry::load(&control).await?;
        let count = registry::count_shards(&control).await?;
        let is_citus = registry::is_citus(&control).await?;
        let limit = if is_citus { config.tenants_per_connection } else { usize::MAX };
        let config = &TenancyConfig { tenants_per_connection: limit, ..config.clone() };
        let shards = (0..count).map(|k| Shard::tenants(config, k)).collect::<Result<Vec<_>, _>>()?;
        if let Some(shard) = shards.first() {
            shard.refuse_unsafe_database().await?;
        }
        let control_login = config.login(link::CONTROL)?;
        let inner = Arc::new(Inner {
            registry,
            hinter: Hinter::start(&control),
            control,
            shards,
            schema: config.schema.clone(),
            is_citus,
            control_login,
        });
        registry::keep_fresh(&inner, config.registry_poll);
        Ok(Self { inner })
    }

    /// The tenant of a host, from memory. Includes suspended tenants, which get their own page.
    #[must_use]
    pub fn resolve(&self, host: &Host) -> Option<Arc<Tenant>> {
        self.inner.registry.snapshot().by_host(host)
    }

    /// The tenant of an id, for jobs and messages with an id.
    #[must_use]
    pub fn tenant(&self, id: &str) -> Option<Arc<Tenant>> {
        self.inner.registry.snapshot().by_id(id)
    }

    /// All tenants of the registry, by slug.
    #[must_use]
    pub fn tenants(&self) -> Vec<Arc<Tenant>> {
        self.inner.registry.snapshot().all()
    }

    /// Reads the registry now, without waiting for a notice or the next poll.
    ///
    /// # Errors
    /// [`TenancyError::Unavailable`]; the registry in memory is then unchanged.
    pub async fn refresh(&self) -> Result<(), TenancyError> {
        self.inner.refresh().await
    }

    /// Opens a transaction in the tenant's schema, with the tenant's role.
    ///
    /// A request with an open transaction must not wait for a second one: both count for the tenant's maximum
    /// of connections.
    ///
    /// # Errors
    /// `Unknown`, `Suspended` and `Behind` by the current registry (not the one when `tenant` was
    /// resolved), `Busy` when no connection was free in time, `Unavailable` when the database does not
    /// answer.
    pub async fn begin(&self, tenant: &Tenant) -> Result<TenantTx, TenancyError> {
        self.enter(tenant, Entry::tenant).await
    }

    /// Opens a transaction that reads everything as of one moment, and writes nothing. It may last for minutes: a tenant has
    /// one at a time, and all tenants of a shard half of its connections, which leaves the others to requests. The next one waits
    /// without a deadline.
    ///
    /// On Citus, the machine of the tenant gives each statement its own moment.
    ///
    /// # Errors
    /// As [`Tenancy::begin`].
    pub async fn begin_snapshot(&self, tenant: &Tenant) -> Result<TenantTx, TenancyError> {
        self.enter(tenant, Entry::snapshot).await
    }

    async fn enter(&self, tenant: &Tenant, entry: fn(&Tenant) -> Entry) -> Result<TenantTx, TenancyError> {
        let tenant = self.tenant(tenant.id.as_ref()).ok_or(TenancyError::Unknown)?;
        match tenant.state {
            TenantState::Active => {}
            TenantState::Suspended => return Err(TenancyError::Suspended),
            TenantState::Deleting => return Err(TenancyError::Unknown),
        }
        if !self.inner.schema.contains(&tenant.schema_version) {
            return Err(TenancyError::Behind);
        }
        let shard = self.inner.shards.get(usize::from(tenant.shard)).ok_or_else(|| {
            TenancyError::Unsafe(format!(
                "tenant {} stands in shard {}, not served here",
                tenant.id, tenant.shard
            ))
        })?;
        let lease = pool::begin(shard, entry(&tenant)).await?;
        Ok(TenantTx::new(tenant, lease, self.inner.is_citus, self.inner.hinter.clone()))
    }

    /// Opens a transaction on the registry. It has no rights in tenants' schemas.
    ///
    /// # Errors
    /// `Busy` and `Unavailable`, as [`Tenancy::begin`].
    pub async fn control(&self) -> Result<ControlTx, TenancyError> {
        Ok(ControlTx::new(pool::begin(&self.inner.control, Entry::control()).await?))
    }

    /// Listens on a Postgres channel: the count increases with every notice and every new connection. Every
    /// role can send notices, so they carry no data: read the changes from the tables, and also from time to
    /// time without a notice.
    #[must_use]
    pub fn listen(&self, channel: &'static str) -> tokio::sync::watch::Receiver<u64> {
        notices::listen(self.inner.control_login.clone(), channel)
    }

    /// Changes whenever the registry was read: a tenant may have another state.
    #[must_use]
    pub fn changes(&self) -> tokio::sync::watch::Receiver<u64> {
        self.inner.registry.reads()
    }

    /// The hints of new events, of this process and of all others, until the receiver is gone. Hints can be lost.
    #[must_use]
    pub fn hints(&self) -> tokio::sync::mpsc::Receiver<Hint> {
        live::hints(self.inner.control_login.clone())
    }

    /// Whether the database answers now.
    pub async fn ready(&self) -> bool {
        match self.control().await {
            Ok(tx) => {
                tx.rollback().await;
                true
            }
            Err(_) => false,
        }
    }
}

impl Inner {
    async fn refresh(&self) -> Result<(), TenancyError> {
        self.registry.reload(&self.control).await
    }
}
