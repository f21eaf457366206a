//! Errors of a process.

use std::time::Duration;

use tenancy::TenancyError;

use crate::http::error::ApiError;
use crate::http::messages::{MessageCode, Params};
use crate::mail::MailError;

/// Created by [`ProcessError::retry`] and [`ProcessError::fail`], or by `?` from errors of the database and file
/// storage.
#[derive(Debug)]
pub struct ProcessError(pub(super) Ending);

#[derive(Debug)]
pub(super) enum Ending {
    /// Try again later, up to the limit of retries.
    Retry(anyhow::Error),
    /// It is too early; not counted as a failure.
    Later(Duration),
    /// A retry would not help; the owner sees the reason.
    Fail(MessageCode, Params),
    /// Not a fault of the process; not counted as a failure.
    Interrupted(Interruption),
}

/// Why a running process must stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// The owner cancelled.
    Cancelled,
    /// Another worker has the job.
    LeaseLost,
    /// The worker shuts down.
    Stopping,
    /// The tenant is suspended, being migrated, or deleted.
    TenantAway,
    /// The database does not respond.
    DatabaseAway,
}

/// Classes of Postgres error codes for an unavailable database: connection lost or refused, shutdown, out of resources.
/// An error of a single statement (deadlock, timeout) counts as a failure.
const AWAY: &[&str] = &["08", "57P", "53"];

impl ProcessError {
    /// A temporary problem: another service does not respond, a file does not exist yet.
    pub fn retry(cause: impl Into<anyhow::Error>) -> Self {
        Self(Ending::Retry(cause.into()))
    }

    /// It is too early for the work: run the process again after this time.
    pub fn later(pause: Duration) -> Self {
        Self(Ending::Later(pause))
    }

    /// A permanent problem.
    pub fn fail(code: MessageCode) -> Self {
        Self::fail_with(code, Params::new())
    }

    pub fn fail_with(code: MessageCode, params: Params) -> Self {
        Self(Ending::Fail(code, params))
    }

    pub(super) fn unreadable(error: &serde_json::Error) -> Self {
        tracing::error!(%error, "a task's arguments do not fit its process");
        Self::fail(MessageCode::ProcessFailed)
    }
}

impl From<Interruption> for ProcessError {
    fn from(reason: Interruption) -> Self {
        Self(Ending::Interrupted(reason))
    }
}

impl From<TenancyError> for ProcessError {
    fn from(error: TenancyError) -> Self {
        match error {
            TenancyError::Unknown | TenancyError::Suspended | TenancyError::Behind => {
                Interruption::TenantAway.into()
            }
            TenancyError::Busy | TenancyError::Unavailable(_) | TenancyError::OutcomeUnknown => {
                Interruption::DatabaseAway.into()
            }
            TenancyError::Sql(error) => error.into(),
            other => Self::retry(other),
        }
    }
}

impl From<sqlx::Error> for ProcessError {
    fn from(error: sqlx::Error) -> Self {
        if is_away(&error) { Interruption::DatabaseAway.into() } else { Self::retry(error) }
    }
}

fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
        sqlx::Error::Database(refusal) => {
            refusal.code().is_some_and(|code| AWAY.iter().any(|class| code.starts_with(class)))
        }
        _ => false,
    }
}

impl From<crate::files::FileError> for ProcessError {
    fn from(error: crate::files::FileError) -> Self {
        Self::retry(error)
    }
}

impl From<MailError> for ProcessError {
    fn from(error: MailError) -> Self {
        if error.is_passing() {
            return Self::retry(error);
        }
        tracing::error!(%error, "an e-mail cannot be sent");
        Self::fail(MessageCode::ProcessFailed)
    }
}

impl From<std::io::Error> for ProcessError {
    fn from(error: std::io::Error) -> Self {
        Self::retry(error)
    }
}

/// Refusals are shown to the owner; internal errors are retried.
impl From<ApiError> for ProcessError {
    fn from(error: ApiError) -> Self {
        if error.status().is_client_error() {
            return Self::fail_with(error.code(), error.params().clone());
        }
        Self::retry(error)
    }
}

/// The delay before the next attempt: 1, 2, 4 … seconds, at most five minutes.
pub(super) fn pause_before(retry: i16) -> Duration {
    let doublings = u32::try_from(retry.clamp(1, 9) - 1).unwrap_or_default();
    Duration::from_secs(2_u64.pow(doublings).min(300))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_limit() {
        let pauses: Vec<_> =
            [1, 2, 3, 9, 30].into_iter().map(|retry| pause_before(retry).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 256, 256]);
    }
}
