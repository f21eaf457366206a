//! Commands of the owner of an installation: prepare the cluster, provision, migrate, suspend, export and
//! import.
//!
//! Each task has its own connection as the owner. The connections that serve requests are never used.

mod archive;
mod cluster;
mod domains;
mod error;
mod grants;
mod hardening;
mod life;
mod migrate;
mod placement;
mod platform;
mod provision;
mod reference;
mod schema;
mod streets;
mod workers;

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
pub use placement::Node;
pub use platform::{Intent, NewToken, PlatformChange, PlatformToken, UsedToken};
pub use provision::{ProvisionedTenant, is_slug};

/// The owner's commands on one database. Cheap to clone; each task opens its own connection.
#[derive(Clone)]
pub struct Admin {
    options: PgConnectOptions,
    tenant_migrations: MigrationSet,
}

impl Admin {
    /// Connects as a superuser, or as a role that can create roles and schemas here.
    ///
    /// # Errors
    /// When the URL is invalid or the database does not answer.
    pub async fn connect(admin_url: &str) -> Result<Self, AdminError> {
        let options = PgConnectOptions::from_str(admin_url)?.application_name("remessa-admin");
        options.connect().await?.close().await?;
        Ok(Self { options, tenant_migrations: MigrationSet::tenant() })
    }

    /// Uses other tenant migrations than the shipped ones: for tests and for older releases.
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

/// Runs our own text, several statements in one message.
async fn run(conn: &mut PgConnection, text: &str) -> Result<(), sqlx::Error> {
    conn.execute(AssertSqlSafe(text)).await.map(|_| ())
}

/// Runs a block in a transaction. `begin` is text, because the same message takes locks and roles. If that
/// message fails half-way, the transaction is open and must be rolled back.
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
            // The first error is returned; the caller drops a connection that cannot roll back.
            let _ = crate::admin::run($conn, "rollback").await;
        }
        outcome
    }};
}
use in_transaction;
