//! A company of the demo in a database of a bench, without records of its own.

use std::path::Path;
use std::sync::Arc;

use ::tenancy::admin::Admin;
use ::tenancy::{Host, MigrationSet, Tenancy, Tenant};
use access::social::providers::Keyring;
use anyhow::Context;
use sqlx::{AssertSqlSafe, Executor, PgConnection};

use crate::database::Database;

pub const SLUG: &str = "atlantico";

pub struct Company {
    pub tenant: Arc<Tenant>,
    /// The owner of the database, who works in the schema of the company.
    pub owner: PgConnection,
}

impl Company {
    pub async fn make(database: &Database) -> anyhow::Result<Self> {
        let admin = Admin::connect(&database.url).await?;
        let tenancy = Tenancy::connect(&database.config(&MigrationSet::tenant())).await?;
        let folder = Path::new("tenants").join(SLUG);
        app::cli::tenant::apply(&admin, &tenancy, &folder, &Keyring::default()).await?;
        let host = Host::parse(&format!("{SLUG}.localhost")).context("the demo's host")?;
        let tenant = tenancy.resolve(&host).context("the tenant was not made")?;
        let mut owner = database.owner().await?;
        owner.execute(AssertSqlSafe(format!("set search_path to {}, ref", tenant.id))).await?;
        Ok(Self { tenant, owner })
    }
}
