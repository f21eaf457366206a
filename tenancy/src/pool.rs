//! The connections of one login role, and how one of them is lent.
//!
//! Sticky: a tenant gets the connection that served it last, because a connection loses its plans when its
//! tenant changes (three times the work). Clean or closed: a connection is returned only after the server
//! confirmed the end of the transaction; otherwise it is closed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{PgConnection, Row};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

use crate::TenancyError;
use crate::config::TenancyConfig;
use crate::error::is_lost;
use crate::link::{CONTROL, Entry, Link};
use crate::live::{self, AnnouncedEvents, Hinter};
use crate::tenant::TenantId;

/// Maximum tenants of a connection before a new tenant gets a new connection.
const CROWD: usize = 16;

pub(crate) struct Shard {
    options: PgConnectOptions,
    size: usize,
    seats: Arc<Semaphore>,
    per_tenant: usize,
    tenant_seats: Mutex<HashMap<TenantId, Arc<Semaphore>>>,
    /// One of each tenant.
    snapshot_seats: Mutex<HashMap<TenantId, Arc<Semaphore>>>,
    /// Half of the seats: snapshots last, and the others are for the requests of all tenants.
    snapshots: Arc<Semaphore>,
    /// Least recently used first.
    idle: Mutex<Vec<Link>>,
    limits: Limits,
}

#[derive(Clone)]
struct Limits {
    queue: Duration,
    connect: Duration,
    entry: Duration,
    commit: Duration,
    rollback: Duration,
    lifetime: Duration,
    memory: i64,
    tenants: usize,
    weighing: usize,
}

/// The right to one connection of the shard, within the tenant's maximum.
struct Seat {
    _shard: OwnedSemaphorePermit,
    _tenant: Option<OwnedSemaphorePermit>,
    _snapshot: Option<SnapshotSeat>,
}

/// The turn of a tenant's snapshot, among those of the shard.
struct SnapshotSeat {
    _tenant: Option<OwnedSemaphorePermit>,
    _shard: Option<OwnedSemaphorePermit>,
}

impl Shard {
    pub fn control(config: &TenancyConfig) -> Result<Arc<Self>, TenancyError> {
        Self::new(config, CONTROL, config.control_connections)
    }

    pub fn tenants(config: &TenancyConfig, shard: u16) -> Result<Arc<Self>, TenancyError> {
        Self::new(config, &format!("remessa_app_{shard}"), config.connections_per_shard)
    }

    fn new(config: &TenancyConfig, role: &str, size: usize) -> Result<Arc<Self>, TenancyError> {
        Ok(Arc::new(Self {
            options: config.login(role)?,
            size,
            seats: Arc::new(Semaphore::new(size)),
            per_tenant: config.connections_per_tenant.clamp(1, size.max(1)),
            tenant_seats: Mutex::default(),
            snapshot_seats: Mutex::default(),
            snapshots: Arc::new(Semaphore::new(size.div_ceil(2))),
            idle: Mutex::default(),
            limits: Limits {
                queue: config.queue_deadline,
                connect: config.connect_deadline,
                entry: config.entry_deadline,
                commit: config.commit_deadline,
                rollback: config.rollback_deadline,
                lifetime: config.connection_lifetime,
                memory: config.backend_memory,
                tenants: config.tenants_per_connection,
                weighing: config.tenants_between_weighings,
            },
        }))
    }

    async fn seat(&self, tenant: Option<TenantId>) -> Result<Seat, TenancyError> {
        let deadline = Instant::now() + self.limits.queue;
        let tenant = match tenant {
            Some(tenant) => {
                Some(acquire(find_seats(&self.tenant_seats, tenant, self.per_tenant), deadline).await?)
            }
            None => None,
        };
        let shard = acquire(Arc::clone(&self.seats), deadline).await?;
        Ok(Seat { _shard: shard, _tenant: tenant, _snapshot: None })
    }

    /// The seat of a snapshot, after that of the tenant's snapshot before, however long it lasts. The tenant's turn comes first, so
    /// that a tenant with many does not stand in the way of others.
    async fn take_snapshot_seat(&self, tenant: Option<TenantId>) -> Result<Seat, TenancyError> {
        let turn = match tenant {
            Some(tenant) => find_seats(&self.snapshot_seats, tenant, 1).acquire_owned().await.ok(),
            None => None,
        };
        let shard = Arc::clone(&self.snapshots).acquire_owned().await.ok();
        let snapshot = SnapshotSeat { _tenant: turn, _shard: shard };
        Ok(Seat { _snapshot: Some(snapshot), ..self.seat(tenant).await? })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Link>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An open connection for the tenant, or `None` if a new one is better. The caller holds a seat.
    fn take(&self, tenant: Option<TenantId>) -> Option<Link> {
        let mut idle = self.idle();
        let lent = self.size - self.seats.available_permits().min(self.size);
        let room = lent + idle.len() <= self.size;
        let Some(tenant) = tenant else { return idle.pop() };
        let at = idle
            .iter()
            .rposition(|link| link.last == Some(tenant))
            .or_else(|| idle.iter().position(|link| link.touched.contains(&tenant)))
            .or_else(|| {
                let (at, link) = idle.iter().enumerate().min_by_key(|(_, link)| link.touched.len())?;
                (!room || link.touched.len() < CROWD).then_some(at)
            })?;
        Some(idle.remove(at))
    }

    fn return_link(&self, link: Link) {
        if self.is_spent(&link) { link.close() } else { self.idle().push(link) }
    }

    fn is_spent(&self, link: &Link) -> bool {
        link.is_spent(self.limits.memory, self.limits.tenants)
    }

    /// Closes old idle connections.
    pub fn sweep(&self) {
        let spent: Vec<Link> = self.idle().extract_if(.., |link| self.is_spent(link)).collect();
        spent.into_iter().for_each(Link::close);
    }

    async fn open(&self) -> Result<Link, TenancyError> {
        Link::open(&self.options, self.limits.connect, self.limits.lifetime).await
    }

    /// Refuses a database on which injected SQL in an expression could change the role, or a temporary table
    /// could outlive its transaction.
    pub async fn refuse_unsafe_database(&self) -> Result<(), TenancyError> {
        const HOLES: &str = "
            select has_function_privilege('pg_catalog.set_config(text, text, boolean)', 'execute'),
                   has_database_privilege(current_database(), 'temporary'),
                   has_schema_privilege('public', 'create'),
                   (select rolsuper or rolinherit or rolcreaterole from pg_roles where rolname = current_user)";
        let mut link = self.open().await?;
        let row = sqlx::query(HOLES).fetch_one(&mut link.conn).await?;
        let holes = [
            "set_config is callable",
            "temporary tables are allowed",
            "schema public can be written",
            "the login role has rights of its own",
        ];
        for (at, hole) in holes.into_iter().enumerate() {
            if row.try_get(at)? {
                return Err(TenancyError::Unsafe(format!(
                    "{hole}; prepare the database with `remessa migrate`"
                )));
            }
        }
        let sync: String = sqlx::query_scalar(CRASH_SYNC).fetch_one(&mut link.conn).await?;
        if sync != "syncfs" {
            tracing::warn!(
                "recovery_init_sync_method is {sync}: after a crash, Postgres will sync each tenant's files one by one \
                 before it answers, which takes minutes with a thousand tenants; set it to syncfs"
            );
        }
        self.return_link(link);
        Ok(())
    }
}

fn find_seats(
    seats: &Mutex<HashMap<TenantId, Arc<Semaphore>>>,
    tenant: TenantId,
    count: usize,
) -> Arc<Semaphore> {
    let mut seats = seats.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(seats.entry(tenant).or_insert_with(|| Arc::new(Semaphore::new(count))))
}

const CRASH_SYNC: &str = "select current_setting('recovery_init_sync_method')";

async fn acquire(seats: Arc<Semaphore>, deadline: Instant) -> Result<OwnedSemaphorePermit, TenancyError> {
    match timeout_at(deadline, seats.acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        _ => Err(TenancyError::Busy),
    }
}

/// Lends a connection inside a transaction. Entering runs in its own task: a cancelled caller cannot leave a
/// connection half inside a tenant. The finished lease is then dropped and rolled back.
pub(crate) async fn begin(shard: &Arc<Shard>, entry: Entry) -> Result<Lease, TenancyError> {
    let seat = match entry.is_snapshot {
        true => shard.take_snapshot_seat(entry.tenant).await?,
        false => shard.seat(entry.tenant).await?,
    };
    let task = tokio::spawn(enter(Arc::clone(shard), seat, entry));
    task.await.unwrap_or_else(|_| Err(TenancyError::timed_out()))
}

async fn enter(shard: Arc<Shard>, seat: Seat, entry: Entry) -> Result<Lease, TenancyError> {
    if let Some(mut link) = shard.take(entry.tenant) {
        match link.enter(&entry, shard.limits.entry).await {
            Ok(()) => return Ok(Lease::new(shard, seat, link, &entry)),
            Err(error) if !is_lost(&error) => return Err(TenancyError::Sql(error)),
            // An event that closed one idle connection (a restart) has probably closed all; this saves other
            // requests the same error.
            Err(_) => shard.idle().clear(),
        }
    }
    let mut link = shard.open().await?;
    match link.enter(&entry, shard.limits.entry).await {
        Ok(()) => Ok(Lease::new(shard, seat, link, &entry)),
        Err(error) if is_lost(&error) => Err(TenancyError::Unavailable(error)),
        Err(error) => Err(TenancyError::Sql(error)),
    }
}

/// A connection inside a transaction. Dropping it rolls back in the background.
pub(crate) struct Lease {
    commit: String,
    borrowed: Option<BorrowedLink>,
}

struct BorrowedLink {
    link: Link,
    shard: Arc<Shard>,
    /// Dropped last, when the connection is returned or closed.
    _seat: Seat,
}

impl Lease {
    fn new(shard: Arc<Shard>, seat: Seat, link: Link, entry: &Entry) -> Self {
        Self { commit: entry.commit(), borrowed: Some(BorrowedLink { link, shard, _seat: seat }) }
    }

    pub fn conn(&self) -> &PgConnection {
        &self.borrowed.as_ref().expect("a lease holds its connection until it is consumed").link.conn
    }

    pub fn conn_mut(&mut self) -> &mut PgConnection {
        &mut self.borrowed.as_mut().expect("a lease holds its connection until it is consumed").link.conn
    }

    pub async fn commit(self) -> Result<(), TenancyError> {
        self.commit_with(AnnouncedEvents::default(), None).await
    }

    /// Writes events as the last statement, commits, and then gives the hint.
    pub async fn commit_with(
        mut self,
        announced: AnnouncedEvents,
        hint: Option<(Hinter, TenantId)>,
    ) -> Result<(), TenancyError> {
        let Some(borrowed) = self.borrowed.take() else { return Err(TenancyError::Ended) };
        let text = std::mem::take(&mut self.commit);
        let task = tokio::spawn(async move {
            let done = borrowed.commit(&announced, text).await;
            // Also when the outcome is unknown: the work may be committed.
            if let (Ok(()) | Err(TenancyError::OutcomeUnknown), Some((hinter, tenant))) = (&done, hint) {
                hinter.hint(tenant);
            }
            done
        });
        task.await.unwrap_or(Err(TenancyError::OutcomeUnknown))
    }

    pub async fn rollback(mut self) {
        if let Some(borrowed) = self.borrowed.take() {
            // A failed task has closed its connection, which is a rollback too.
            let _ = tokio::spawn(borrowed.rollback()).await;
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // Without a runtime (at shutdown) the connection is just closed.
        if let (Some(borrowed), Ok(runtime)) = (self.borrowed.take(), tokio::runtime::Handle::try_current()) {
            runtime.spawn(borrowed.rollback());
        }
    }
}

impl BorrowedLink {
    async fn commit(mut self, announced: &AnnouncedEvents, text: String) -> Result<(), TenancyError> {
        if !announced.events.is_empty() {
            self = self.insert(announced).await?;
        }
        let Ok(left) = timeout(self.shard.limits.commit, self.link.commit(&text)).await else {
            return Err(TenancyError::OutcomeUnknown);
        };
        if left.is_committed() {
            if left.is_outside() {
                self.give_back();
            }
            return Ok(());
        }
        if left.had_ended() {
            return Err(TenancyError::Ended);
        }
        match left.error {
            Some(error) if !is_lost(&error) => {
                // The commit was refused (an aborted transaction, a deferred constraint): only a rollback is
                // needed.
                tokio::spawn(self.rollback());
                Err(TenancyError::Sql(error))
            }
            _ => Err(TenancyError::OutcomeUnknown),
        }
    }

    /// Without its events, the work is rolled back.
    async fn insert(mut self, announced: &AnnouncedEvents) -> Result<Self, TenancyError> {
        match timeout(self.shard.limits.commit, live::insert(&mut self.link.conn, announced)).await {
            Ok(Ok(())) => Ok(self),
            Ok(Err(error)) if !is_lost(&error) => {
                tokio::spawn(self.rollback());
                Err(TenancyError::Sql(error))
            }
            Ok(Err(error)) => Err(TenancyError::Unavailable(error)),
            Err(_) => Err(TenancyError::timed_out()),
        }
    }

    async fn rollback(mut self) {
        let left = timeout(self.shard.limits.rollback, self.link.rollback()).await;
        if left.is_ok_and(|left| left.is_outside()) {
            self.give_back();
        }
    }

    fn give_back(self) {
        if self.link.is_to_be_weighed(self.shard.limits.weighing) {
            tokio::spawn(self.give_back_weighed());
        } else {
            let Self { link, shard, _seat } = self;
            shard.return_link(link);
        }
    }

    async fn give_back_weighed(mut self) {
        if self.link.weigh(self.shard.limits.entry).await.is_ok() {
            let Self { link, shard, _seat } = self;
            shard.return_link(link);
        }
    }
}
