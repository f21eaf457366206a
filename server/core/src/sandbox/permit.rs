//! Two files are read at a time, one of them for each company; the others wait a little. Work that nobody waits for has a place
//! of its own, in which the companies take turns.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};
use std::time::Duration;

use poem::http::StatusCode;
use tenancy::TenantId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::error::{ApiError, ApiResult};
use crate::http::limit::{EVERYBODY, FILES_PER_COMPANY, FILES_PER_USER, RateLimits};
use crate::http::messages::MessageCode;

const AT_ONCE: usize = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(15);

static PERMITS: LazyLock<Permits<TenantId>> = LazyLock::new(|| Permits::new(AT_ONCE));
static IN_BACKGROUND: LazyLock<Permits<TenantId>> = LazyLock::new(|| Permits::new(1));

/// The right to read one file. It moves into the work that it protects.
pub struct Permit {
    _of_all: OwnedSemaphorePermit,
    _of_company: OwnedSemaphorePermit,
}

/// Waits for a permit. 429 when the user or the company sends too many files, 503 when others take too long.
pub async fn take(limits: &RateLimits, company: &TenantId, user: &str) -> ApiResult<Permit> {
    limits.check(company, FILES_PER_USER, user).await?;
    limits.check(company, FILES_PER_COMPANY, EVERYBODY).await?;
    timeout(LONGEST_WAIT, PERMITS.free(company)).await.map_err(|_| busy())?
}

/// Waits for the place of the work in the background. A company with many files has one of them in the queue.
pub async fn take_in_background(company: &TenantId) -> ApiResult<Permit> {
    IN_BACKGROUND.free(company).await
}

fn busy() -> ApiError {
    ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 5)
}

struct Permits<K> {
    all: Arc<Semaphore>,
    of_companies: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Copy + Eq + Hash> Permits<K> {
    fn new(at_once: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(at_once)), of_companies: Mutex::new(HashMap::new()) }
    }

    async fn free(&self, company: &K) -> ApiResult<Permit> {
        let of_company = self.of(company).acquire_owned().await.map_err(ApiError::internal)?;
        let of_all = self.all.clone().acquire_owned().await.map_err(ApiError::internal)?;
        Ok(Permit { _of_all: of_all, _of_company: of_company })
    }

    /// The one permit of a company. Companies without a file leave the map.
    fn of(&self, company: &K) -> Arc<Semaphore> {
        let mut permits = self.of_companies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = permits.get(company).and_then(Weak::upgrade) {
            return known;
        }
        permits.retain(|_, permit| permit.strong_count() > 0);
        let permit = Arc::new(Semaphore::new(1));
        permits.insert(*company, Arc::downgrade(&permit));
        permit
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn two_files_are_read_at_a_time_and_one_of_each_company() {
        let permits = Permits::new(AT_ONCE);
        let now = |company: usize| permits.free(&company).now_or_never().map(Result::unwrap);
        let first = now(1).unwrap();
        assert!(now(1).is_none());
        let _second = now(2).unwrap();
        assert!(now(3).is_none());
        drop(first);
        assert!(now(3).is_some());
        assert!(now(1).is_some());
    }

    #[tokio::test]
    async fn a_company_with_many_files_lets_the_others_have_their_turn() {
        let permits = Permits::new(1);
        let first = permits.free(&1).await.unwrap();
        let mut of_first: Vec<_> = (0..3).map(|_| Box::pin(permits.free(&1))).collect();
        for one in &mut of_first {
            assert!(one.as_mut().now_or_never().is_none());
        }
        let mut other = Box::pin(permits.free(&2));
        assert!(other.as_mut().now_or_never().is_none());
        drop(first);
        // The next one of the first company joins the queue behind the other company.
        assert!(of_first[0].as_mut().now_or_never().is_none());
        assert!(other.as_mut().now_or_never().is_some());
    }
}
