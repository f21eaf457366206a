//! A private database of the bench on the server of `REMESSA_ADMIN_URL`.

use ::tenancy::admin::{self, Admin, Cluster};
use ::tenancy::{MigrationSet, TenancyConfig};
use anyhow::Context;
use clap::Args;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};

#[derive(Args, Clone)]
pub struct Server {
    /// URL of Postgres as superuser.
    #[arg(long, env = "REMESSA_ADMIN_URL", hide_env_values = true)]
    admin_url: String,
    /// Password of the login roles.
    #[arg(long, env = "REMESSA_DATABASE_PASSWORD", hide_env_values = true, default_value = "")]
    password: String,
}

pub struct Database {
    server: Server,
    pub name: String,
    pub url: String,
}

impl Server {
    fn url_of(&self, database: &str) -> anyhow::Result<String> {
        let (address, query) = self.admin_url.split_once('?').unwrap_or((&self.admin_url, ""));
        let (server, _) = address.rsplit_once('/').context("REMESSA_ADMIN_URL names no database")?;
        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        Ok(format!("{server}/{database}{query}"))
    }

    /// Opens the database, or creates and prepares it. Also returns whether it already existed.
    pub async fn database(&self, name: &str) -> anyhow::Result<(Database, bool)> {
        let options: PgConnectOptions = self.url_of("postgres")?.parse()?;
        let mut conn = options.connect().await.context("Postgres does not answer")?;
        let exists: bool = sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
            .bind(name)
            .fetch_one(&mut conn)
            .await?;
        if !exists {
            conn.execute(AssertSqlSafe(format!("create database {name}"))).await?;
        }
        conn.close().await?;
        let database = Database { server: self.clone(), name: name.to_owned(), url: self.url_of(name)? };
        database.prepare().await?;
        Ok((database, exists))
    }

    /// The database without what an interrupted run has left in it.
    pub async fn new_database(&self, name: &str) -> anyhow::Result<Database> {
        let (database, is_left) = self.database(name).await?;
        if !is_left {
            return Ok(database);
        }
        database.drop().await?;
        Ok(self.database(name).await?.0)
    }
}

impl Database {
    /// The first part of `remessa migrate`: everything but the tenants.
    pub async fn prepare(&self) -> anyhow::Result<()> {
        let cluster = Cluster { password: self.server.password.clone(), ..Cluster::default() };
        Ok(Admin::connect(&self.url).await?.prepare_cluster(&cluster).await?)
    }

    pub async fn admin(&self, migrations: &MigrationSet) -> anyhow::Result<Admin> {
        Ok(Admin::connect(&self.url).await?.with_tenant_migrations(migrations.clone()))
    }

    pub fn config(&self, migrations: &MigrationSet) -> TenancyConfig {
        let mut config = TenancyConfig::new(&self.url, &self.server.password);
        config.schema = 1..=migrations.latest();
        config
    }

    pub async fn owner(&self) -> anyhow::Result<PgConnection> {
        Ok(self.url.parse::<PgConnectOptions>()?.application_name("bench").connect().await?)
    }

    /// Drops the database, and then its tenants' roles, which belong to the whole server.
    pub async fn drop(self) -> anyhow::Result<()> {
        let roles: Vec<String> =
            sqlx::query_scalar("select id from control.tenants where state <> 'deleted'")
                .fetch_all(&mut self.owner().await?)
                .await?;
        admin::drop_database(&self.server.url_of("postgres")?, &self.name).await?;
        let mut conn = self.server.url_of("postgres")?.parse::<PgConnectOptions>()?.connect().await?;
        for role in roles {
            conn.execute(AssertSqlSafe(format!("drop role if exists {role}"))).await?;
        }
        Ok(())
    }
}
