//! How a process ends when it does not end well.

use std::time::Duration;

use tenancy::TenancyError;

use crate::http::error::ApiError;
use crate::http::messages::{MessageCode, Params};
use crate::mail::MailError;

/// Made by [`ProcessError::retry`] and [`ProcessError::fail`], or by `?` from the errors of database and files.
#[derive(Debug)]
pub struct ProcessError(pub(super) Ending);

#[derive(Debug)]
pub(super) enum Ending {
    /// Try again later, so many times.
    Retry(anyhow::Error),
    /// Trying again would not help; the owner is told why.
    Fail(MessageCode, Params),
    /// Not the work's fault: nothing is counted against it.
    Interrupted(Interruption),
}

/// Why a running process had to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption {
    /// Its owner wants it no more.
    Cancelled,
    /// Another worker has the job now.
    LeaseLost,
    /// This worker is going down.
    Stopping,
    /// The tenant is suspended, being migrated, or gone.
    TenantAway,
    /// The database does not answer.
    DatabaseAway,
}

/// Classes of codes by which Postgres says that it is not there for anybody: connection lost or refused, going down,
/// out of resources. What concerns one statement (a deadlock, a time-out) counts as a try.
const AWAY: &[&str] = &["08", "57P", "53"];

impl ProcessError {
    /// Something that may be better next time: another service does not answer, a file is not there yet.
    pub fn retry(cause: impl Into<anyhow::Error>) -> Self {
        Self(Ending::Retry(cause.into()))
    }

    /// Something that will be the same next time.
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
        tracing::error!(%error, "a letter cannot be sent");
        Self::fail(MessageCode::ProcessFailed)
    }
}

impl From<std::io::Error> for ProcessError {
    fn from(error: std::io::Error) -> Self {
        Self::retry(error)
    }
}

/// What other areas refuse with is told to the owner; what went wrong inside is tried again.
impl From<ApiError> for ProcessError {
    fn from(error: ApiError) -> Self {
        if error.status().is_client_error() {
            return Self::fail_with(error.code(), error.params().clone());
        }
        Self::retry(error)
    }
}

/// The pause before the next try: 1, 2, 4 … seconds, at most five minutes.
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
