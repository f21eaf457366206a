use std::io;

/// Why a transaction could not be opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum TenancyError {
    /// The tenant does not exist, or was deleted.
    #[error("there is no such tenant")]
    Unknown,
    /// The tenant is suspended: its users get a page with the reason.
    #[error("the tenant is suspended")]
    Suspended,
    /// This binary does not serve the version of the tenant's schema.
    #[error("the tenant's schema is not of a version this binary serves")]
    Behind,
    /// No connection was free in time; try again later.
    #[error("no connection came free in time")]
    Busy,
    /// The database does not answer; try again later.
    #[error("the database does not answer")]
    Unavailable(#[source] sqlx::Error),
    /// The connection was lost during the commit: the work may be committed or not.
    #[error("the connection was lost during commit; whether the work stands is unknown")]
    OutcomeUnknown,
    /// A statement inside ended the transaction or changed its role; no result of it can be trusted.
    #[error("the transaction was ended or left its role from inside")]
    Ended,
    /// The database lacks a protection that separates tenants.
    #[error("refusing the database: {0}")]
    Unsafe(String),
    /// The database refused a statement.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
}

impl TenancyError {
    pub(crate) fn timed_out() -> Self {
        Self::Unavailable(timed_out())
    }
}

pub(crate) fn timed_out() -> sqlx::Error {
    sqlx::Error::Io(io::ErrorKind::TimedOut.into())
}

/// Whether the connection is lost, instead of a statement refused.
pub(crate) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Database(refusal) => {
            refusal.code().is_some_and(|code| code.starts_with("57P") || code.starts_with("08"))
        }
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) | sqlx::Error::Tls(_) => true,
        _ => false,
    }
}
