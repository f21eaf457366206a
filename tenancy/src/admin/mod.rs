//! What the owner of an installation does: prepare the cluster, provision, migrate, suspend, move data in and out.
//!
//! It works over an owner's connection, one per task, and never through the connections that serve requests.

mod cluster;
mod error;
mod grants;
mod hardening;
mod provision;
mod reference;
mod schema;

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, PgConnection};

use crate::MigrationSet;

pub use cluster::Cluster;
pub use error::AdminError;
pub use hardening::{clone_database, drop_database};
pub use provision::Provisioned;

/// The owner's hand on one database. Cheap to clone; each task opens its own connection.
#[derive(Clone)]
pub struct Admin {
    options: PgConnectOptions,
    tenant_migrations: MigrationSet,
}

impl Admin {
    /// Connects as a superuser, or as whoever may create roles and schemas here.
    ///
    /// # Errors
    /// When the address cannot be read or the database does not answer.
    pub async fn connect(admin_url: &str) -> Result<Self, AdminError> {
        let options = PgConnectOptions::from_str(admin_url)?.application_name("remessa-admin");
        options.connect().await?;
        Ok(Self { options, tenant_migrations: MigrationSet::tenant() })
    }

    /// Takes other tenant migrations than the shipped ones: for tests and for releases that are not the newest.
    #[must_use]
    pub fn with_tenant_migrations(mut self, migrations: MigrationSet) -> Self {
        self.tenant_migrations = migrations;
        self
    }

    async fn connection(&self) -> Result<PgConnection, AdminError> {
        let mut conn = self.options.connect().await?;
        conn.execute("set search_path to control; set client_min_messages to warning").await?;
        Ok(conn)
    }
}

/// Runs text of our own making, several statements in one message.
async fn run(conn: &mut PgConnection, text: &str) -> Result<(), sqlx::Error> {
    conn.execute(AssertSqlSafe(text)).await.map(|_| ())
}

/// Runs `work` in a transaction; sqlx's own would do, were it not for the text that must come with `begin`.
macro_rules! in_transaction {
    ($conn:expr, $begin:expr, $work:block) => {{
        crate::admin::run($conn, $begin).await?;
        let outcome = async { $work }.await;
        match outcome {
            Ok(value) => {
                crate::admin::run($conn, "commit").await?;
                Ok(value)
            }
            Err(error) => {
                // The first error is the one to tell; a connection that cannot roll back is dropped by the caller.
                let _ = crate::admin::run($conn, "rollback").await;
                Err(error)
            }
        }
    }};
}
use in_transaction;
