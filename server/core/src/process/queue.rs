//! The queue as a worker sees it: take, hold, release, remove. Its rows contain only the tenant and the task. This SQL
//! runs on the registry, not in a tenant.

use std::time::Duration;

use sqlx::FromRow;
use tenancy::{Tenancy, TenancyError};
use uuid::Uuid;

/// The notification channel for new work. Anybody may send a notification, so the receiver reads the table.
pub const CHANNEL: &str = "remessa_queue";

/// How long a job belongs to a worker that does not renew its lease.
pub const LEASE: Duration = Duration::from_secs(10);

/// Workers take jobs one after another, so that turns and limits are exact. It is not an advisory lock: a tenant's role
/// could take one and block all workers.
pub const LOCK_TAKES: &str = "lock table job_turns in share row exclusive mode";

/// The next job of each tenant, and of these kinds: workers of other kinds do not count. Tenants with the fewest running jobs first, then the longest wait for a turn.
pub const TAKE: &str = "
    with recursive waiting (tenant) as (
        (select min(tenant) from jobs)
        union all
        select (select min(j.tenant) from jobs j where j.tenant > w.tenant)
        from waiting w where w.tenant is not null
    ), held as (
        select tenant, count(*) as jobs from jobs
        where worker is not null and ready_at > now() and kind = any($2) group by tenant
    ), next as (
        select j.id, w.tenant, j.ready_at
        from waiting w
        left join held h on h.tenant = w.tenant
        left join job_turns t on t.tenant = w.tenant
        cross join lateral (
            select id, ready_at from jobs
            where tenant = w.tenant and ready_at <= now() and kind = any($2)
            order by priority, id limit 1
        ) j
        where coalesce(h.jobs, 0) < $3
        order by coalesce(h.jobs, 0), t.taken_at nulls first
        limit $4
    ), turn as (
        insert into job_turns (tenant, taken_at) select tenant, clock_timestamp() from next
        on conflict (tenant) do update set taken_at = excluded.taken_at
    )
    update jobs j
    set worker = $1, attempt = attempt + 1, crashes = crashes + (worker is not null)::int,
        ready_at = now() + make_interval(secs => $5)
    from next where j.id = next.id and j.ready_at <= now()
    returning j.id, j.tenant, j.task, j.kind, j.attempt, j.crashes,
              extract(epoch from now() - next.ready_at)::float8 as waited_s";

pub const RENEW: &str = "
    update jobs j set ready_at = now() + make_interval(secs => $4)
    from unnest($2::bigint[], $3::int[]) held (id, attempt)
    where j.id = held.id and j.attempt = held.attempt and j.worker = $1
    returning j.id";

pub const RELEASE: &str = "
    update jobs set worker = null, ready_at = now() + make_interval(secs => $4)
    where id = $2 and attempt = $3 and worker = $1";

pub const REMOVE: &str = "delete from jobs where id = $2 and attempt = $3 and worker = $1";

/// Delays all jobs of a tenant that is suspended or being migrated.
pub const HOLD_BACK: &str = "
    update jobs set ready_at = now() + make_interval(secs => $2)
    where tenant = $1 and worker is null and ready_at < now() + make_interval(secs => $2)";

/// Deletes the jobs of a deleted tenant.
pub const REMOVE_ORPHANS: &str = "
    delete from jobs j where j.tenant = $1
    and not exists (select from tenants t where t.id = j.tenant and t.state in ('active', 'suspended'))";

/// A job that a worker has taken.
#[derive(Clone, Debug, FromRow)]
pub struct Job {
    pub id: i64,
    /// Set by the database when the job was enqueued: the only record of its tenant.
    pub tenant: String,
    pub task: Uuid,
    pub kind: String,
    pub attempt: i32,
    pub crashes: i16,
    /// How long it was ready before a worker had a slot for it.
    pub waited_s: f64,
}

/// A worker's access to the queue.
#[derive(Clone)]
pub struct Queue {
    tenancy: Tenancy,
    worker: Uuid,
}

/// The jobs a worker can take.
pub struct Room<'a> {
    /// Kinds of this release; jobs of other kinds wait for a newer worker.
    pub kinds: &'a [&'static str],
    pub slots: usize,
    pub per_tenant: usize,
}

impl Queue {
    pub fn new(tenancy: Tenancy) -> Self {
        Self { tenancy, worker: Uuid::new_v4() }
    }

    /// Takes at most one job per tenant; call again while there is room.
    pub async fn take(&self, room: &Room<'_>) -> Result<Vec<Job>, TenancyError> {
        let mut tx = self.tenancy.control().await?;
        sqlx::query(LOCK_TAKES).execute(&mut *tx).await?;
        let jobs = sqlx::query_as(TAKE)
            .bind(self.worker)
            .bind(room.kinds)
            .bind(to_i64(room.per_tenant))
            .bind(to_i64(room.slots))
            .bind(LEASE.as_secs_f64())
            .fetch_all(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(jobs)
    }

    /// Renews the leases; returns the ids that this worker still holds.
    pub async fn renew(&self, held: &[(i64, i32)]) -> Result<Vec<i64>, TenancyError> {
        let (ids, attempts) = held.iter().copied().unzip::<_, _, Vec<_>, Vec<_>>();
        let mut tx = self.tenancy.control().await?;
        let kept = sqlx::query_scalar(RENEW)
            .bind(self.worker)
            .bind(ids)
            .bind(attempts)
            .bind(LEASE.as_secs_f64())
            .fetch_all(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(kept)
    }

    /// Releases a job, to be taken again after a delay.
    pub async fn release(&self, job: &Job, pause: Duration) -> Result<(), TenancyError> {
        let mut tx = self.tenancy.control().await?;
        sqlx::query(RELEASE)
            .bind(self.worker)
            .bind(job.id)
            .bind(job.attempt)
            .bind(pause.as_secs_f64())
            .execute(&mut *tx)
            .await?;
        if pause.is_zero() {
            sqlx::query("notify remessa_queue").execute(&mut *tx).await?;
        }
        tx.commit().await
    }

    /// Removes a job that has ended.
    pub async fn remove(&self, job: &Job) -> Result<(), TenancyError> {
        let mut tx = self.tenancy.control().await?;
        sqlx::query(REMOVE).bind(self.worker).bind(job.id).bind(job.attempt).execute(&mut *tx).await?;
        tx.commit().await
    }

    /// Releases a job and delays all jobs of its tenant.
    pub async fn hold_back(&self, job: &Job, pause: Duration) -> Result<(), TenancyError> {
        self.release(job, pause).await?;
        let mut tx = self.tenancy.control().await?;
        sqlx::query(HOLD_BACK).bind(&job.tenant).bind(pause.as_secs_f64()).execute(&mut *tx).await?;
        tx.commit().await
    }

    /// Deletes the jobs of a tenant, if the tenant is deleted.
    pub async fn remove_orphans(&self, tenant: &str) -> Result<u64, TenancyError> {
        let mut tx = self.tenancy.control().await?;
        let removed = sqlx::query(REMOVE_ORPHANS).bind(tenant).execute(&mut *tx).await?.rows_affected();
        tx.commit().await?;
        Ok(removed)
    }
}

fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
