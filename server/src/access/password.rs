//! Passwords, hashed with argon2id in a bounded pool: a flood of logins waits in its own line.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use poem::http::StatusCode;
use tokio::sync::Semaphore;

use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;

/// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const MAX_WAITING: usize = 50;

#[derive(Clone)]
pub struct Passwords {
    slots: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    computed: Arc<AtomicUsize>,
    /// Verified when there is no such user, so that the answer takes as long.
    dummy: Arc<str>,
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

impl Passwords {
    /// Half of the cores hash at a time: pages always find another.
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let dummy = hash("no user has this password").unwrap_or_default();
        Self {
            slots: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: Arc::default(),
            computed: Arc::default(),
            dummy: dummy.into(),
        }
    }

    pub async fn hash(&self, password: String) -> ApiResult<String> {
        self.in_turn(move || hash(&password)).await?.map_err(ApiError::internal)
    }

    /// True when the password is right. Takes the same time for an unknown user (`stored` none).
    pub async fn verify(&self, password: String, stored: Option<String>) -> ApiResult<bool> {
        let known = stored.is_some();
        let stored = stored.unwrap_or_else(|| self.dummy.to_string());
        let fits = self
            .in_turn(move || {
                let parsed = PasswordHash::new(&stored);
                parsed.is_ok_and(|parsed| argon2().verify_password(password.as_bytes(), &parsed).is_ok())
            })
            .await?;
        Ok(known && fits)
    }

    /// How many hashes were computed so far.
    pub fn computed(&self) -> usize {
        self.computed.load(Ordering::Relaxed)
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        let _place = Place::take(&self.waiting)?;
        let permit = self.slots.clone().acquire_owned().await.map_err(ApiError::internal)?;
        self.computed.fetch_add(1, Ordering::Relaxed);
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
    }
}

/// A place in the line; given back even when the request goes away.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>) -> ApiResult<Self> {
        let place = Self(waiting.clone());
        if waiting.fetch_add(1, Ordering::Relaxed) < MAX_WAITING {
            return Ok(place);
        }
        Err(ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 2))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_a_known_user_fits() {
        let passwords = Passwords::new();
        let stored = passwords.hash("remessa".into()).await.unwrap();
        assert!(passwords.verify("remessa".into(), Some(stored.clone())).await.unwrap());
        assert!(!passwords.verify("Remessa".into(), Some(stored)).await.unwrap());
        assert!(!passwords.verify("no user has this password".into(), None).await.unwrap());
    }
}
