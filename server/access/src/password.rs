//! Passwords, hashed with argon2id on dedicated threads, so that a flood of sign-ins does not block other requests.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use core_affinity::CoreId;
use crossbeam_channel::{Receiver, Sender};
use poem::http::StatusCode;
use tenancy::TenantId;
use tokio::sync::oneshot;

use super::fair_queue::FairQueue;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Verified when the user does not exist, so that the answer takes equally long: a hash at these costs that fits nobody.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$QyqksmnVdXVipTWCuT4BBQ$4WuHi/gpJBzqU2OjeHox0VllTbN/lrx0E1KAFXNvliI";
/// The hashing of one tenant.
const MAX_WAITING: usize = 50;

type Job = Box<dyn FnOnce() + Send>;

#[derive(Clone)]
pub struct Passwords {
    /// By tenant, so that a flood of sign-ins at one does not delay the others.
    queue: Arc<FairQueue<TenantId, Job>>,
    /// One message for each job in the queue.
    calls: Sender<()>,
    computed: Arc<AtomicUsize>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

impl Passwords {
    /// Uses half of the cores.
    pub fn new() -> Self {
        let queue: Arc<FairQueue<TenantId, Job>> = Arc::new(FairQueue::new(MAX_WAITING));
        let (calls, called) = crossbeam_channel::unbounded();
        let cores = core_affinity::get_core_ids().unwrap_or_default();
        for at in 0..(cores.len() / 2).max(1) {
            let (queue, called) = (queue.clone(), called.clone());
            let core = cores.iter().rev().nth(at).copied();
            std::thread::spawn(move || run_jobs(&queue, &called, core));
        }
        Self { queue, calls, computed: Arc::default() }
    }

    pub async fn hash(&self, tenant: &TenantId, password: String) -> ApiResult<String> {
        self.run_in_turn(tenant, move || hash(&password)).await?.map_err(ApiError::internal)
    }

    /// True when the password is correct. Takes equally long for an unknown user (`stored` is none).
    pub async fn verify(
        &self,
        tenant: &TenantId,
        password: String,
        stored: Option<String>,
    ) -> ApiResult<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| NOBODY.to_owned());
        let fits = self.run_in_turn(tenant, move || fits(&password, &stored)).await?;
        Ok(known && fits)
    }

    /// Number of hashes computed so far.
    pub fn count_computed(&self) -> usize {
        self.computed.load(Ordering::Relaxed)
    }

    async fn run_in_turn<T: Send + 'static>(
        &self,
        tenant: &TenantId,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let (answer, answered) = oneshot::channel();
        let computed = self.computed.clone();
        let job: Job = Box::new(move || {
            // Skips the job when its request was dropped.
            if !answer.is_closed() {
                computed.fetch_add(1, Ordering::Relaxed);
                let _ = answer.send(work());
            }
        });
        if !self.queue.push(tenant, job) {
            return Err(ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 2));
        }
        self.calls.send(()).map_err(ApiError::internal)?;
        answered.await.map_err(ApiError::internal)
    }
}

/// Runs jobs until the channel closes. The thread is pinned to a core, so that hashing does not delay requests on the
/// others.
fn run_jobs(queue: &FairQueue<TenantId, Job>, called: &Receiver<()>, core: Option<CoreId>) {
    core.map(core_affinity::set_for_current);
    for job in called.iter().filter_map(|()| queue.pop()) {
        // A panic in a job does not end the thread; the caller gets an error.
        let _ = catch_unwind(AssertUnwindSafe(job));
    }
}

fn argon2() -> Argon2<'static> {
    let params =
        Params::new(MEMORY_KIB, PASSES, LANES, None).expect("the constants are within argon2's limits");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

fn hash(password: &str) -> anyhow::Result<String> {
    argon2()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| anyhow::anyhow!("hashing failed: {error}"))
}

fn fits(password: &str, stored: &str) -> bool {
    let parsed = PasswordHash::new(stored);
    parsed.is_ok_and(|parsed| argon2().verify_password(password.as_bytes(), &parsed).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_user_costs_what_a_known_one_does() {
        let costs = |stored: &str| Params::try_from(&PasswordHash::new(stored).unwrap()).unwrap();
        assert_eq!(costs(NOBODY), costs(&hash("remessa").unwrap()));
    }

    #[test]
    fn only_the_right_password_fits() {
        let stored = hash("remessa").unwrap();
        assert!(fits("remessa", &stored));
        assert!(!fits("Remessa", &stored));
        assert!(!fits("remessa", "no hash"));
    }
}
