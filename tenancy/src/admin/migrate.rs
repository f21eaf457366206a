//! Migrates every tenant's schema to this release's version.
//!
//! The ledger in the tenant's own schema is authoritative and is written in the transaction of the step. The
//! registry's `schema_version` is written in the same transaction and finds the tenants to migrate. A killed
//! run is simply started again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::PgConnection;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::{Admin, AdminError, grants, in_transaction, run, schema, workers};
use crate::tenant::TenantId;

/// Spares last, because nobody waits for them.
const BEHIND: &str = "
    select id from control.tenants
    where state in ('active', 'suspended', 'spare') and schema_version < $1
    order by state = 'spare', created_at, id";

const RECORD: &str = "
    update control.tenants set schema_version = $2, migration_error = null, updated_at = now() where id = $1";

const RECORD_ERROR: &str =
    "update control.tenants set migration_error = $2, updated_at = now() where id = $1";

/// Who waited for a lock for long has not worked that long.
const LONGEST_REST: Duration = Duration::from_secs(1);

/// Options of a run.
#[derive(Clone, Debug)]
pub struct MigrateOptions {
    /// Tenants migrated at the same time.
    pub workers: usize,
    /// How long a step waits for a lock held by a tenant's request before it gives up for now.
    pub lock_timeout: Duration,
    /// Attempts to get that lock; the pause doubles each time.
    pub attempts: u32,
    /// How many times as long as a tenant took its worker rests afterwards, up to a second: the database then serves the pages of
    /// all tenants.
    pub rest: u32,
}

impl Default for MigrateOptions {
    fn default() -> Self {
        Self { workers: 4, lock_timeout: Duration::from_secs(2), attempts: 5, rest: 3 }
    }
}

/// Result of a run.
#[derive(Clone, Debug, Default)]
pub struct MigrateReport {
    /// Number of tenants and spares migrated to the current version.
    pub migrated: usize,
    /// Failed tenants with the reason; each keeps its previous version completely.
    pub failed: Vec<(TenantId, String)>,
    /// Number of tenants not tried, because the first one or too many others failed.
    pub skipped: usize,
    /// Workers of a cluster that do not answer.
    pub away: Vec<String>,
    /// Number of tenants that these workers have. Nobody could look at them.
    pub out_of_reach: usize,
    /// Number of those of an earlier version, by the registry. They wait for these workers.
    pub waiting: usize,
}

impl MigrateReport {
    /// A sentence about workers that do not answer; none when all do.
    pub fn describe_away(&self) -> Option<String> {
        let (workers, all, old) = (self.away.join(", "), self.out_of_reach, self.waiting);
        let told =
            format!("no answer from {workers}: {all} tenants out of reach, {old} of an earlier version");
        (!self.away.is_empty()).then_some(told)
    }

    /// Whether every tenant has the current version.
    pub fn is_whole(&self) -> bool {
        self.failed.is_empty() && self.skipped == 0 && self.waiting == 0
    }

    /// A single failure does not stop the run; more than one in two hundred means that the migration itself
    /// is wrong.
    fn is_hopeless(&self, total: usize) -> bool {
        self.failed.len() > 1 && self.failed.len() * 200 > total
    }
}

impl Admin {
    /// Migrates all tenants and spares: first one, then one in a hundred, then the rest. `progress` gets the
    /// number done and the total.
    ///
    /// Tenants of workers that do not answer wait for a later run; it takes back workers that were left out.
    ///
    /// # Errors
    /// When the registry cannot be read. Failures of tenants are in the report.
    pub async fn migrate_tenants(
        &self,
        options: &MigrateOptions,
        progress: impl Fn(usize, usize) + Send + Sync + 'static,
    ) -> Result<MigrateReport, AdminError> {
        let mut conn = self.connection().await?;
        let behind: Vec<String> =
            sqlx::query_scalar(BEHIND).bind(self.tenant_migrations.latest()).fetch_all(&mut conn).await?;
        let away = workers::find_away(&mut conn).await?;
        workers::take_back(&mut conn, &away).await?;
        let (waiting, behind) = behind.into_iter().partition::<Vec<_>, _>(|id| away.tenants.contains(id));
        if !behind.is_empty() {
            workers::leave_out(&mut conn, &away).await?;
        }
        let behind: Vec<TenantId> = behind.iter().filter_map(|id| TenantId::parse(id)).collect();
        let total = behind.len();
        let mut rest = VecDeque::from(behind);
        let progress: Arc<dyn Fn(usize, usize) + Send + Sync> = Arc::new(progress);
        let mut report = MigrateReport {
            out_of_reach: away.tenants.len(),
            away: away.workers,
            waiting: waiting.len(),
            ..MigrateReport::default()
        };
        for wave in [1, total.div_ceil(100), total] {
            let wave: VecDeque<_> = rest.drain(..wave.min(rest.len())).collect();
            let run = Run { report, wave, total, progress: Arc::clone(&progress) };
            report = self.migrate_wave(options, run).await;
            let canary_died = report.migrated == 0 && !report.failed.is_empty();
            if canary_died || report.is_hopeless(total) {
                break;
            }
        }
        report.skipped += rest.len();
        Ok(report)
    }

    async fn migrate_wave(&self, options: &MigrateOptions, run: Run) -> MigrateReport {
        let run = Arc::new(Mutex::new(run));
        let mut workers = JoinSet::new();
        for _ in 0..options.workers.max(1) {
            workers.spawn(work(self.clone(), options.clone(), Arc::clone(&run)));
        }
        workers.join_all().await;
        let mut run = lock(&run);
        run.report.skipped += run.wave.len();
        std::mem::take(&mut run.report)
    }

    /// Migrates one tenant; waits for locks.
    ///
    /// # Errors
    /// `Migration` with the step and the reason; earlier steps are kept.
    pub async fn migrate_tenant(
        &self,
        tenant: TenantId,
        options: &MigrateOptions,
    ) -> Result<bool, AdminError> {
        let mut conn = self.connection().await?;
        self.migrate_patiently(&mut conn, tenant, options).await
    }

    async fn migrate_patiently(
        &self,
        conn: &mut PgConnection,
        tenant: TenantId,
        options: &MigrateOptions,
    ) -> Result<bool, AdminError> {
        let mut pause = Duration::from_millis(200);
        let mut attempt = 1;
        loop {
            match self.migrate_steps(conn, tenant, options).await {
                Err(error) if is_locked(&error) && attempt < options.attempts => {
                    sleep(pause).await;
                    pause *= 2;
                    attempt += 1;
                }
                Err(error) => {
                    sqlx::query(RECORD_ERROR)
                        .bind(tenant.as_str())
                        .bind(error.to_string())
                        .execute(conn)
                        .await?;
                    return Err(error);
                }
                done => return done,
            }
        }
    }

    /// Runs each step in its own transaction, so that finished steps are not repeated. Returns whether there
    /// was a step.
    async fn migrate_steps(
        &self,
        conn: &mut PgConnection,
        tenant: TenantId,
        options: &MigrateOptions,
    ) -> Result<bool, AdminError> {
        let begin = format!(
            "begin; set local lock_timeout to {}; select pg_advisory_xact_lock(hashtext('migrate {tenant}'));
             set local search_path to {tenant}, ref; set local role remessa_owner",
            options.lock_timeout.as_millis()
        );
        let mut moved = false;
        loop {
            let stepped = in_transaction!(conn, &begin, { self.migrate_step(conn, tenant).await })?;
            if !stepped {
                return Ok(moved);
            }
            moved = true;
        }
    }

    async fn migrate_step(&self, conn: &mut PgConnection, tenant: TenantId) -> Result<bool, AdminError> {
        let set = &self.tenant_migrations;
        let applied = schema::check_applied(conn, set).await?;
        let next = set.after(applied).next();
        if let Some(migration) = next {
            schema::step(conn, tenant.as_str(), migration).await?;
            grants::settle(conn, tenant, &set.append_only(migration.version)).await?;
        }
        run(conn, "set local role none; set local search_path to control").await?;
        let version = next.map_or(applied, |migration| migration.version);
        sqlx::query(RECORD).bind(tenant.as_str()).bind(version).execute(&mut *conn).await?;
        Ok(next.is_some())
    }
}

/// Shared data of the workers of one wave.
struct Run {
    report: MigrateReport,
    wave: VecDeque<TenantId>,
    total: usize,
    progress: Arc<dyn Fn(usize, usize) + Send + Sync>,
}

async fn work(admin: Admin, options: MigrateOptions, run: Arc<Mutex<Run>>) {
    let mut conn = None;
    while let Some(tenant) = next(&run) {
        let begun = Instant::now();
        let outcome = match &mut conn {
            Some(open) => admin.migrate_patiently(open, tenant, &options).await,
            None => match admin.connection().await {
                Ok(open) => admin.migrate_patiently(conn.insert(open), tenant, &options).await,
                Err(error) => Err(error),
            },
        };
        if outcome.is_err() {
            // The connection can be in any state, so the next tenant gets a new one.
            conn = None;
        }
        note_outcome(&run, tenant, outcome);
        sleep((begun.elapsed() * options.rest).min(LONGEST_REST)).await;
    }
}

fn note_outcome(run: &Mutex<Run>, tenant: TenantId, outcome: Result<bool, AdminError>) {
    let mut run = lock(run);
    match outcome {
        Ok(_) => run.report.migrated += 1,
        Err(error) => run.report.failed.push((tenant, error.to_string())),
    }
    (run.progress)(run.report.migrated + run.report.failed.len(), run.total);
}

fn next(run: &Mutex<Run>) -> Option<TenantId> {
    let mut run = lock(run);
    let total = run.total;
    if run.report.is_hopeless(total) { None } else { run.wave.pop_front() }
}

fn lock(run: &Mutex<Run>) -> std::sync::MutexGuard<'_, Run> {
    run.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_locked(error: &AdminError) -> bool {
    matches!(error.code(), Some("55P03" | "40P01"))
}
