//! Why nothing was fetched.

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
