//! Tenants and hosts in memory. Requests read only memory; the database is read after a change.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use arc_swap::ArcSwap;
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use crate::citus::IS_CITUS;
use crate::host::Host;
use crate::link::Entry;
use crate::notices;
use crate::pool::{self, Shard};
use crate::tenant::{Tenant, TenantId, TenantState};
use crate::{Inner, TenancyError};

/// The channel on which triggers of the registry notify changes.
const CHANNEL: &str = "remessa_registry";

/// A change is read at once; a burst of later changes (a migration of all tenants) is read together.
const BREATH: Duration = Duration::from_millis(50);

const TENANTS: &str = "
    select id, slug, state, schema_version, epoch, shard from tenants
    where state in ('active', 'suspended', 'deleting')";

const HOSTS: &str = "select host, tenant_id, is_primary from domains where verified_at is not null";

const SHARDS: &str = "select count(*) from pg_roles where rolname ~ '^remessa_app_[0-9]+$'";

pub(crate) struct Registry {
    snapshot: ArcSwap<Snapshot>,
    /// Counts the reads.
    read: watch::Sender<u64>,
    /// One read at a time: an earlier one that ends later would bring back an old state.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
pub(crate) struct Snapshot {
    hosts: HashMap<String, Arc<Tenant>>,
    ids: HashMap<TenantId, Arc<Tenant>>,
}

impl Registry {
    pub async fn load(control: &Arc<Shard>) -> Result<Self, TenancyError> {
        let snapshot = ArcSwap::from_pointee(load_snapshot(control).await?);
        Ok(Self { snapshot, read: watch::Sender::new(0), reading: tokio::sync::Mutex::default() })
    }

    pub async fn reload(&self, control: &Arc<Shard>) -> Result<(), TenancyError> {
        let _reading = self.reading.lock().await;
        self.snapshot.store(Arc::new(load_snapshot(control).await?));
        self.read.send_modify(|count| *count += 1);
        Ok(())
    }

    pub fn reads(&self) -> watch::Receiver<u64> {
        self.read.subscribe()
    }

    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }
}

impl Snapshot {
    pub fn by_host(&self, host: &Host) -> Option<Arc<Tenant>> {
        self.hosts.get(host.as_str()).cloned()
    }

    pub fn by_id(&self, id: &str) -> Option<Arc<Tenant>> {
        self.ids.get(&TenantId::parse(id)?).cloned()
    }

    pub fn all(&self) -> Vec<Arc<Tenant>> {
        let mut tenants: Vec<_> = self.ids.values().cloned().collect();
        tenants.sort_by(|a, b| a.slug.cmp(&b.slug));
        tenants
    }

    fn of(tenants: Vec<TenantRow>, hosts: &[HostRow]) -> Self {
        let primary: HashMap<&str, &str> = hosts
            .iter()
            .filter(|(_, _, is_primary)| *is_primary)
            .map(|(host, tenant, _)| (tenant.as_str(), host.as_str()))
            .collect();
        let ids: HashMap<_, _> = tenants
            .into_iter()
            .filter_map(|row| {
                let host = primary.get(row.0.as_str()).copied().unwrap_or_default();
                let tenant = tenant(row, host)?;
                Some((tenant.id, Arc::new(tenant)))
            })
            .collect();
        let hosts = hosts
            .iter()
            .filter_map(|(host, tenant, _)| {
                Some((host.clone(), Arc::clone(ids.get(&TenantId::parse(tenant)?)?)))
            })
            .collect();
        Self { hosts, ids }
    }
}

type TenantRow = (String, String, String, i32, i64, i16);
type HostRow = (String, String, bool);

fn tenant((id, slug, state, schema_version, epoch, shard): TenantRow, primary_host: &str) -> Option<Tenant> {
    Some(Tenant {
        id: TenantId::parse(&id)?,
        slug,
        state: TenantState::parse(&state)?,
        schema_version,
        epoch,
        primary_host: primary_host.to_owned(),
        shard: u16::try_from(shard).ok()?,
    })
}

async fn load_snapshot(control: &Arc<Shard>) -> Result<Snapshot, TenancyError> {
    let mut lease = pool::begin(control, Entry::control()).await?;
    let tenants = sqlx::query_as(TENANTS).fetch_all(lease.conn_mut()).await?;
    let hosts: Vec<HostRow> = sqlx::query_as(HOSTS).fetch_all(lease.conn_mut()).await?;
    lease.rollback().await;
    Ok(Snapshot::of(tenants, &hosts))
}

/// The number of login roles of the cluster.
pub(crate) async fn count_shards(control: &Arc<Shard>) -> Result<u16, TenancyError> {
    let mut lease = pool::begin(control, Entry::control()).await?;
    let count: i64 = sqlx::query_scalar(SHARDS).fetch_one(lease.conn_mut()).await?;
    lease.rollback().await;
    Ok(u16::try_from(count).unwrap_or_default())
}

/// Whether the database is the coordinator of a Citus cluster.
pub(crate) async fn is_citus(control: &Arc<Shard>) -> Result<bool, TenancyError> {
    let mut lease = pool::begin(control, Entry::control()).await?;
    let found = sqlx::query_scalar(IS_CITUS).fetch_one(lease.conn_mut()).await?;
    lease.rollback().await;
    Ok(found)
}

/// Updates the registry until the last [`crate::Tenancy`] is dropped. While the database is unavailable, the
/// registry in memory stays in use.
pub(crate) fn keep_fresh(inner: &Arc<Inner>, poll: Duration) {
    let heard = notices::listen(inner.control_login.clone(), CHANNEL);
    tokio::spawn(follow(Arc::downgrade(inner), heard, poll));
}

async fn follow(inner: Weak<Inner>, mut heard: watch::Receiver<u64>, poll: Duration) {
    loop {
        let _ = timeout(poll, heard.changed()).await;
        let Some(inner) = inner.upgrade() else { return };
        if let Err(error) = inner.refresh().await {
            tracing::warn!(%error, "the registry could not be read; serving what is in memory");
        }
        inner.control.sweep();
        inner.shards.iter().for_each(|shard| shard.sweep());
        drop(inner);
        sleep(BREATH).await;
    }
}
