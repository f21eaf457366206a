//! Callers in a closed loop; each list page is one transaction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ::tenancy::{MigrationSet, Tenancy, Tenant};
use chrono::{DateTime, Utc};
use rand::RngExt;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::backends::{self, Watch};
use super::{Figure, Tenancies};
use crate::database::Database;
use crate::figures::quantile;

/// A list page: fifty rows, two joins.
pub const PAGE: &str = "
    select s.id, s.tracking_code, s.status, s.declared_weight_g, s.created_at, c.name, v.title_locale ->> 'en'
    from shipments s
    join clients c on c.id = s.client_id
    left join services v on v.id = s.service_id
    order by s.created_at desc, s.id desc limit 50";

type Row = (Uuid, String, i16, i32, DateTime<Utc>, String, Option<String>);

/// Order of tenants.
#[derive(Clone, Copy, PartialEq)]
pub enum Pattern {
    One,
    /// Ten pages of one tenant, then another tenant: the requests of one screen.
    Bursts,
    Random,
}

impl Pattern {
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "one tenant",
            Self::Bursts => "bursts of 10",
            Self::Random => "random",
        }
    }

    /// Whether this call changes the tenant.
    fn turns(self, call: usize) -> bool {
        match self {
            Self::One => call == 0,
            Self::Bursts => call.is_multiple_of(10),
            Self::Random => true,
        }
    }
}

pub struct Load {
    pattern: Pattern,
    clients: usize,
    warm: Duration,
    time: Duration,
    backend_memory: Option<i64>,
    /// Interval between two calls of a caller; none for a closed loop.
    pub pace: Option<Duration>,
}

impl Load {
    pub fn new(bench: &Tenancies, pattern: Pattern) -> Self {
        Self {
            pattern,
            clients: bench.clients,
            warm: Duration::from_secs(bench.warm),
            time: Duration::from_secs(bench.seconds),
            backend_memory: bench.backend_memory.map(|megabytes| megabytes << 20),
            pace: None,
        }
    }

    pub async fn through_our_pool(
        &self,
        database: &Database,
        migrations: &MigrationSet,
    ) -> anyhow::Result<Figure> {
        let mut config = database.config(migrations);
        if let Some(limit) = self.backend_memory {
            config.backend_memory = limit;
        }
        let tenancy = Tenancy::connect(&config).await?;
        let tenants = match self.pattern {
            Pattern::One => tenancy.tenants().into_iter().take(1).collect(),
            _ => tenancy.tenants(),
        };
        let begun = Instant::now();
        let calls = tokio::spawn(call_all(self.shape(begun), tenancy.clone(), tenants));
        tokio::time::sleep(self.warm).await;
        let watch = Watch::start(database.owner().await?);
        let latencies = calls.await??;
        let (mut owner, cpu) = watch.stop().await?;
        let (memory, backends) = backends::memory(&mut owner).await?;
        let name = format!("our pool, {}", self.pattern.name());
        Ok(figure(name, latencies, cpu, self.time, memory, backends))
    }

    pub fn shape(&self, begun: Instant) -> Shape {
        Shape {
            pattern: self.pattern,
            clients: self.clients,
            counts_from: begun + self.warm,
            until: begun + self.warm + self.time,
            pace: self.pace,
        }
    }
}

#[derive(Clone)]
pub struct Shape {
    pattern: Pattern,
    clients: usize,
    counts_from: Instant,
    until: Instant,
    pace: Option<Duration>,
}

pub async fn call_all(
    shape: Shape,
    tenancy: Tenancy,
    tenants: Vec<Arc<Tenant>>,
) -> anyhow::Result<Vec<Duration>> {
    let mut callers = JoinSet::new();
    for _ in 0..shape.clients {
        callers.spawn(call(shape.clone(), tenancy.clone(), tenants.clone()));
    }
    let mut all = Vec::new();
    while let Some(caller) = callers.join_next().await {
        all.extend(caller??);
    }
    Ok(all)
}

async fn call(shape: Shape, tenancy: Tenancy, tenants: Vec<Arc<Tenant>>) -> anyhow::Result<Vec<Duration>> {
    let mut latencies = Vec::new();
    let mut tenant = Arc::clone(&tenants[0]);
    let mut due = Instant::now();
    for number in 0.. {
        if shape.pattern.turns(number) {
            tenant = Arc::clone(&tenants[rand::rng().random_range(0..tenants.len())]);
        }
        if let Some(pace) = shape.pace {
            due += pace;
            tokio::time::sleep_until(due.into()).await;
        }
        let asked = Instant::now();
        let mut tx = tenancy.begin(&tenant).await?;
        let page: Vec<Row> = sqlx::query_as(PAGE).fetch_all(&mut *tx).await?;
        tx.commit().await?;
        anyhow::ensure!(page.len() == 50, "a page of {} rows", page.len());
        if asked > shape.counts_from {
            latencies.push(asked.elapsed());
        }
        if Instant::now() > shape.until {
            break;
        }
    }
    Ok(latencies)
}

pub fn figure(
    name: String,
    mut latencies: Vec<Duration>,
    cpu_micros: f64,
    time: Duration,
    memory: (f64, f64),
    backends: usize,
) -> Figure {
    latencies.sort_unstable();
    let calls = latencies.len().max(1) as f64;
    Figure {
        name,
        tps: calls / time.as_secs_f64(),
        cpu_micros: cpu_micros / calls,
        p50: quantile(&latencies, 0.50),
        p99: quantile(&latencies, 0.99),
        memory,
        backends,
    }
}
