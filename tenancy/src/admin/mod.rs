//! What the owner of an installation does: prepare the cluster, provision, migrate, suspend, move data in and out.
//!
//! It works over an owner's connection, one per task, and never through the connections that serve requests.

mod archive;
mod cluster;
mod domains;
mod error;
mod grants;
mod hardening;
mod life;
mod migrate;
mod platform;
mod provision;
mod reference;
mod schema;

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};

use crate::MigrationSet;

pub use archive::{ArchiveSequence, ArchiveTable, FileKeeper, Manifest, Pieces};
pub use cluster::Cluster;
pub use domains::{Claim, Domain};
pub use error::AdminError;
pub use hardening::{clone_database, drop_database};
pub use life::TenantRecord;
pub use migrate::{MigrateOptions, MigrateReport};
pub use platform::{Intent, PlatformChange, PlatformToken};
pub use provision::{Provisioned, is_slug};

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
        options.connect().await?.close().await?;
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

/// Runs a block in a transaction. `begin` is text, because locks and roles are taken in the same message; when that
/// message fails half-way, the transaction is open and must be undone like any other.
macro_rules! in_transaction {
    ($conn:expr, $begin:expr, $work:block) => {{
        let outcome = async {
            crate::admin::run($conn, $begin).await?;
            let value: Result<_, crate::admin::AdminError> = async { $work }.await;
            let value = value?;
            crate::admin::run($conn, "commit").await?;
            Ok::<_, crate::admin::AdminError>(value)
        }
        .await;
        if outcome.is_err() {
            // The first error is the one to tell; a connection that cannot roll back is dropped by the caller.
            let _ = crate::admin::run($conn, "rollback").await;
        }
        outcome
    }};
}
use in_transaction;
