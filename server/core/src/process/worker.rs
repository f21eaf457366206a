//! The worker: takes jobs and runs several at a time, fairly between tenants.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;

use super::Kinds;
use super::attempt::Attempt;
use super::error::Interruption;
use super::progress::Stop;
use super::queue::{self, Job, Queue, Room};
use crate::state::AppState;

/// How often a worker polls without a notification. Delays and leases end without one.
const POLL: Duration = Duration::from_secs(1);

/// How often leases are renewed; a lease survives several missed renewals.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// Time after which a worker that shuts down abandons jobs that do not end.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(3);

/// Limits of a worker, and its shutdown.
#[derive(Clone, Copy, Debug)]
pub struct WorkerOptions {
    /// Maximum number of running jobs.
    pub slots: usize,
    /// Maximum number of running jobs per tenant, on all workers of these kinds together.
    pub per_tenant: usize,
    /// How long running jobs may continue at shutdown; then they are released.
    pub drain: Duration,
}

impl WorkerOptions {
    /// Reserves half of the slots for other tenants.
    pub fn new(slots: usize) -> Self {
        Self { slots: slots.max(1), per_tenant: (slots / 2).max(1), drain: Duration::from_secs(10) }
    }
}

/// Runs background processes until shutdown.
pub struct Worker {
    app: AppState,
    kinds: Kinds,
    queue: Queue,
    options: WorkerOptions,
    held: HeldLeases,
}

impl Worker {
    pub fn new(app: AppState, kinds: Kinds, options: WorkerOptions) -> Self {
        let queue = Queue::new(app.tenancy.clone());
        Self { app, kinds, queue, options, held: HeldLeases::default() }
    }

    /// Runs jobs until `shutdown`; then waits for running jobs, or releases them for another worker.
    pub async fn run(self, shutdown: CancellationToken) {
        let _heartbeat = self.heartbeat();
        let mut notices = self.app.tenancy.listen(queue::CHANNEL);
        let mut running = JoinSet::new();
        while !shutdown.is_cancelled() {
            self.fill(&mut running).await;
            tokio::select! {
                () = shutdown.cancelled() => {}
                _ = running.join_next(), if !running.is_empty() => {}
                _ = timeout(POLL, notices.changed()), if running.len() < self.options.slots => {}
            }
        }
        if timeout(self.options.drain, all(&mut running)).await.is_err() {
            self.held.tell_all(Interruption::Stopping);
            let _ = timeout(SHUTDOWN_LIMIT, all(&mut running)).await;
        }
    }

    /// Runs all ready jobs, and the jobs they create. For tests and for commands that wait.
    pub async fn drain(&self) {
        let _heartbeat = self.heartbeat();
        let mut running = JoinSet::new();
        loop {
            self.fill(&mut running).await;
            if running.join_next().await.is_none() {
                return;
            }
        }
    }

    /// Takes jobs while there are free slots.
    async fn fill(&self, running: &mut JoinSet<()>) {
        while running.len() < self.options.slots {
            let room = Room {
                kinds: &self.kinds.names(),
                slots: self.options.slots - running.len(),
                per_tenant: self.options.per_tenant,
            };
            match self.queue.take(&room).await {
                Ok(jobs) if jobs.is_empty() => return,
                Ok(jobs) => {
                    for job in jobs {
                        running.spawn(self.attempt(job));
                    }
                }
                Err(error) => return tracing::warn!(%error, "the queue could not be read"),
            }
        }
    }

    fn attempt(&self, job: Job) -> impl Future<Output = ()> + Send + use<> {
        let held = self.held.clone();
        let stop = held.add(&job);
        let (app, kinds, queue) = (self.app.clone(), self.kinds.clone(), self.queue.clone());
        let (id, attempt) = (job.id, job.attempt);
        async move {
            Attempt { app, kinds, queue, job, stop }.run().await;
            held.remove(id, attempt);
        }
    }

    fn heartbeat(&self) -> AbortOnDropHandle<()> {
        AbortOnDropHandle::new(tokio::spawn(keep_leases(self.queue.clone(), self.held.clone())))
    }
}

async fn all(running: &mut JoinSet<()>) {
    while running.join_next().await.is_some() {}
}

async fn keep_leases(queue: Queue, held: HeldLeases) {
    let mut beat = interval(HEARTBEAT);
    let mut kept_at = Instant::now();
    loop {
        beat.tick().await;
        let jobs = held.list();
        if jobs.is_empty() {
            kept_at = Instant::now();
            continue;
        }
        match timeout(queue::LEASE, queue.renew(&jobs)).await {
            Ok(Ok(kept)) => {
                kept_at = Instant::now();
                let lost = jobs.iter().filter(|(id, _)| !kept.contains(id));
                lost.for_each(|(id, attempt)| held.tell(*id, *attempt, Interruption::LeaseLost));
            }
            Ok(Err(error)) => tracing::warn!(%error, "the leases could not be renewed"),
            Err(_) => tracing::warn!("renewing the leases took too long"),
        }
        if kept_at.elapsed() > queue::LEASE * 3 {
            // The lease expired long ago: another worker may run the job, and this one cannot write any more.
            held.tell_all(Interruption::LeaseLost);
        }
    }
}

/// The jobs this worker has taken.
#[derive(Clone, Default)]
struct HeldLeases(Arc<Mutex<HashMap<i64, (i32, Stop)>>>);

impl HeldLeases {
    fn jobs(&self) -> std::sync::MutexGuard<'_, HashMap<i64, (i32, Stop)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, job: &Job) -> Stop {
        let stop = Stop::default();
        self.jobs().insert(job.id, (job.attempt, stop.clone()));
        stop
    }

    /// Does nothing when the job was released and taken again in the meantime.
    fn remove(&self, id: i64, attempt: i32) {
        let mut jobs = self.jobs();
        if jobs.get(&id).is_some_and(|(held, _)| *held == attempt) {
            jobs.remove(&id);
        }
    }

    fn list(&self) -> Vec<(i64, i32)> {
        self.jobs().iter().map(|(id, (attempt, _))| (*id, *attempt)).collect()
    }

    fn tell(&self, id: i64, attempt: i32, reason: Interruption) {
        if let Some((_, stop)) = self.jobs().get(&id).filter(|(held, _)| *held == attempt) {
            stop.send(reason);
        }
    }

    fn tell_all(&self, reason: Interruption) {
        self.jobs().values().for_each(|(_, stop)| stop.send(reason));
    }
}
