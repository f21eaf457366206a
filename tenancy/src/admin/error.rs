/// Errors of the owner's commands.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// No tenant with this slug or id.
    #[error("there is no tenant `{0}`")]
    NotFound(String),
    /// Another tenant has this slug.
    #[error("there is a tenant `{0}` already")]
    SlugTaken(String),
    /// The host belongs to a tenant already.
    #[error("the host `{0}` belongs to a tenant already")]
    HostTaken(String),
    /// Invalid input.
    #[error("{0}")]
    Invalid(String),
    /// The current state does not allow it.
    #[error("{0}")]
    Refused(String),
    /// A migration failed.
    #[error("migration {migration}: {reason}")]
    Migration { migration: String, reason: String, code: Option<String> },
    /// The name server did not answer.
    #[error(transparent)]
    Dns(#[from] crate::dns::DnsError),
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The database refused a statement or does not answer.
    #[error(transparent)]
    Sql(#[from] sqlx::Error),
}

impl AdminError {
    /// SQLSTATE of the database error.
    pub(crate) fn code(&self) -> Option<&str> {
        match self {
            Self::Migration { code, .. } => code.as_deref(),
            Self::Sql(sqlx::Error::Database(refusal)) => refusal
                .try_downcast_ref::<sqlx::postgres::PgDatabaseError>()
                .map(sqlx::postgres::PgDatabaseError::code),
            _ => None,
        }
    }

    /// Whether the error is a violation of this constraint.
    pub(crate) fn is_of(error: &sqlx::Error, constraint: &str) -> bool {
        error.as_database_error().is_some_and(|refusal| refusal.constraint() == Some(constraint))
    }
}
