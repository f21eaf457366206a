//! Why nothing was fetched.

use russh_sftp::client::error::Error as SftpError;
use server_core::outgoing::{FailedCall, HostFailure};
use server_core::process::ProcessError;

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

    /// Whether the place only keeps one file back, which is gone, locked or not for us. The others can be read.
    pub fn is_of_file(&self) -> bool {
        let is_answer = matches!(self.cause.downcast_ref::<SftpError>(), Some(SftpError::Status(_)));
        is_answer || matches!(self.call.status, Some(403 | 404 | 410 | 423))
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
    use anyhow::anyhow;

    use super::*;

    fn answer(status: u16) -> FetchFailure {
        FetchFailure::of(HostFailure::Failed, anyhow!("no file")).with_status(status)
    }

    #[test]
    fn a_file_that_is_kept_back_is_told_from_a_place_that_fails() {
        for status in [403, 404, 410, 423] {
            assert!(answer(status).is_of_file(), "{status}");
        }
        for status in [401, 429, 500, 503] {
            assert!(!answer(status).is_of_file(), "{status}");
        }
        let silent = FetchFailure::of(HostFailure::Failed, SftpError::Timeout);
        assert!(!silent.is_of_file());
    }
}
