//! Why nothing was fetched.

use russh_sftp::client::error::Error as SftpError;
use russh_sftp::protocol::StatusCode;
use server_core::outgoing::{FailedCall, HostFailure, OutgoingError};
use server_core::process::ProcessError;
use tokio::time::error::Elapsed;

use super::state::LeftFileReason;

/// A place that does not give its messages. People read the kind of the failure; the cause is for the log.
#[derive(Debug)]
pub struct FetchFailure {
    pub call: FailedCall,
    pub cause: anyhow::Error,
}

impl FetchFailure {
    pub fn of(failure: HostFailure, cause: impl Into<anyhow::Error>) -> Self {
        Self { call: FailedCall { failure, status: None }, cause: cause.into() }
    }

    pub fn with_status(mut self, status: u16) -> Self {
        self.call.status = i16::try_from(status).ok();
        self
    }

    /// Why the place does not give one file; none when the place itself fails. The others can be read.
    pub fn find_file_reason(&self) -> Option<LeftFileReason> {
        if let Some(status) = self.call.status {
            return judge_status(status);
        }
        // Its name leads nowhere.
        if self.call.failure == HostFailure::Unreadable {
            return Some(LeftFileReason::Failed);
        }
        if self.cause.downcast_ref::<Elapsed>().is_some() {
            return Some(LeftFileReason::Silent);
        }
        if let Some(error) = self.cause.downcast_ref::<SftpError>() {
            return judge_sftp(error);
        }
        match self.cause.downcast_ref::<OutgoingError>()? {
            OutgoingError::Http(error) if error.is_connect() => None,
            OutgoingError::Http(error) if error.is_timeout() => Some(LeftFileReason::Silent),
            OutgoingError::Http(_) => Some(LeftFileReason::Failed),
            _ => None,
        }
    }
}

const fn judge_status(status: i16) -> Option<LeftFileReason> {
    match status {
        // It lets nobody in, or asks for a rest.
        401 | 407 | 429 | 503 => None,
        403 => Some(LeftFileReason::NotAllowed),
        404 | 410 => Some(LeftFileReason::Missing),
        _ => Some(LeftFileReason::Failed),
    }
}

const fn judge_sftp(error: &SftpError) -> Option<LeftFileReason> {
    match error {
        SftpError::Status(status) => Some(match status.status_code {
            StatusCode::NoSuchFile => LeftFileReason::Missing,
            StatusCode::PermissionDenied => LeftFileReason::NotAllowed,
            _ => LeftFileReason::Failed,
        }),
        SftpError::Timeout => Some(LeftFileReason::Silent),
        // The connection is lost.
        _ => None,
    }
}

/// The place fails, or the server itself.
#[derive(Debug)]
pub enum FetchError {
    Place(FetchFailure),
    Process(ProcessError),
}

impl From<FetchFailure> for FetchError {
    fn from(failure: FetchFailure) -> Self {
        Self::Place(failure)
    }
}

impl From<ProcessError> for FetchError {
    fn from(error: ProcessError) -> Self {
        Self::Process(error)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use anyhow::{Context, anyhow};

    use super::*;

    fn answer(status: u16) -> FetchFailure {
        FetchFailure::of(HostFailure::Failed, anyhow!("no file")).with_status(status)
    }

    #[test]
    fn a_file_that_is_kept_back_is_told_from_a_place_that_fails() {
        use LeftFileReason::{Failed, Missing, NotAllowed, Silent};
        let expected =
            [(403, NotAllowed), (404, Missing), (410, Missing), (400, Failed), (423, Failed), (500, Failed)];
        for (status, reason) in expected {
            assert_eq!(answer(status).find_file_reason(), Some(reason), "{status}");
        }
        for status in [401, 407, 429, 503] {
            assert_eq!(answer(status).find_file_reason(), None, "{status}");
        }
        let of = |cause: SftpError| FetchFailure::of(HostFailure::Failed, cause).find_file_reason();
        assert_eq!(of(SftpError::Timeout), Some(Silent));
        assert_eq!(of(SftpError::UnexpectedBehavior("session closed".into())), None);
    }

    #[tokio::test]
    async fn a_file_that_does_not_come_in_time_is_left() {
        let waited = tokio::time::timeout(Duration::ZERO, std::future::pending::<()>()).await;
        let cause = waited.context("the server does not answer in time").unwrap_err();
        let failure = FetchFailure::of(HostFailure::NotReached, cause);
        assert_eq!(failure.find_file_reason(), Some(LeftFileReason::Silent));
    }
}
