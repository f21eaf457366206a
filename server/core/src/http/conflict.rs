//! Transactions that wait for each other: Postgres ends one of them, and nothing of it stands.

use std::future::Future;

use super::error::ApiResult;

/// Runs a piece of work, and once more when Postgres has ended its transaction for the sake of another one. The work begins and
/// commits one transaction, and changes nothing besides.
pub async fn retry_conflict<T, F>(work: impl Fn() -> F) -> ApiResult<T>
where
    F: Future<Output = ApiResult<T>>,
{
    match work().await {
        Err(error) if error.is_conflict() => {
            tracing::info!("a transaction that another one has ended is tried again");
            metrics::counter!("transactions_retried").increment(1);
            work().await
        }
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::cell::Cell;

    use sqlx::error::{DatabaseError, ErrorKind};

    use super::*;
    use crate::http::error::ApiError;
    use crate::http::messages::MessageCode;

    /// A refusal of the database with this code.
    #[derive(Debug, thiserror::Error)]
    #[error("refused")]
    struct Refusal(&'static str);

    impl DatabaseError for Refusal {
        fn message(&self) -> &'static str {
            "refused"
        }

        fn code(&self) -> Option<Cow<'_, str>> {
            Some(self.0.into())
        }

        fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
            self
        }

        fn kind(&self) -> ErrorKind {
            ErrorKind::Other
        }
    }

    fn refuse(code: &'static str) -> ApiError {
        sqlx::Error::Database(Box::new(Refusal(code))).into()
    }

    /// How often work ran that was refused so many times, and its result.
    async fn count_runs(code: &'static str, refusals: u32) -> (u32, ApiResult<()>) {
        let runs = Cell::new(0);
        let result = retry_conflict(|| {
            runs.set(runs.get() + 1);
            let run = runs.get();
            async move { if run <= refusals { Err(refuse(code)) } else { Ok(()) } }
        });
        let result = result.await;
        (runs.get(), result)
    }

    #[tokio::test]
    async fn a_deadlock_and_a_failed_serialization_are_tried_once_more() {
        for code in ["40P01", "40001"] {
            let (runs, result) = count_runs(code, 1).await;
            assert_eq!((runs, result.is_ok()), (2, true), "{code}");
        }
    }

    #[tokio::test]
    async fn the_second_conflict_asks_the_caller_to_come_back() {
        let (runs, result) = count_runs("40P01", 9).await;
        let error = result.unwrap_err();
        assert_eq!((runs, error.code(), error.retry_after_s()), (2, MessageCode::Busy, Some(1)));
        assert_eq!(error.status().as_u16(), 503);
    }

    #[tokio::test]
    async fn no_other_error_is_tried_again() {
        // A broken connection, a timeout, a violated check.
        for code in ["08006", "57014", "23514"] {
            assert_eq!(count_runs(code, 1).await.0, 1, "{code}");
        }
    }
}
