//! A database of one's own for each test, with its tenants' roles dropped at the end.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tenancy::admin::{self, Admin, Cluster};
use tenancy::{Migration, MigrationSet, Tenancy, TenancyConfig};

/// A small tenant schema: what the cases need and nothing of the product.
pub const BASE: &str = "-- append-only: audit_entries
create table notes (id bigint primary key, body text not null, owner text not null);
create table audit_entries (id bigint primary key, action text not null);
create sequence numbers;
create function shout(value text) returns text language sql immutable as $$ select upper(value) $$;
";

pub fn base() -> MigrationSet {
    set(&[("0001_base.sql", BASE)])
}

pub fn set(files: &[(&str, &str)]) -> MigrationSet {
    MigrationSet::new(files.iter().map(|(name, sql)| Migration::from_file(name, sql).unwrap()))
}

pub struct TestDb {
    pub name: String,
    pub admin_url: String,
    pub admin: Admin,
    pub migrations: MigrationSet,
}

static COUNTER: AtomicU32 = AtomicU32::new(0);

impl TestDb {
    pub async fn start() -> Self {
        Self::with(base()).await
    }

    pub async fn with(migrations: MigrationSet) -> Self {
        let server = std::env::var("REMESSA_ADMIN_URL")
            .expect("REMESSA_ADMIN_URL names the database server to test on");
        let name = format!("tenancy_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let options: PgConnectOptions = server.parse().unwrap();
        let mut conn = options.connect().await.unwrap();
        conn.execute(AssertSqlSafe(format!("create database {name}"))).await.unwrap();
        let admin_url = swap_database(&server, &name);
        let admin = Admin::connect(&admin_url).await.unwrap().with_tenant_migrations(migrations.clone());
        admin.prepare_cluster(&Cluster::default()).await.unwrap();
        Self { name, admin_url, admin, migrations }
    }

    pub fn config(&self) -> TenancyConfig {
        let mut config = TenancyConfig::new(&self.admin_url, "");
        let latest = self.migrations.latest();
        config.schema = latest..=latest;
        config.registry_poll = Duration::from_millis(500);
        config
    }

    pub async fn tenancy(&self) -> Tenancy {
        Tenancy::connect(&self.config()).await.unwrap()
    }

    pub async fn owner(&self) -> PgConnection {
        self.admin_url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap()
    }

    /// Drops the database, and then the roles of its tenants, which belong to the whole cluster.
    pub async fn stop(self) {
        const ROLES: &str =
            "select string_agg(format('drop role if exists %I', id), ';') from control.tenants";
        let mut conn = self.owner().await;
        let roles: Option<String> = sqlx::query_scalar(ROLES).fetch_one(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        admin::drop_database(&swap_database(&self.admin_url, "postgres"), &self.name).await.unwrap();
        let server: PgConnectOptions = swap_database(&self.admin_url, "postgres").parse().unwrap();
        let mut conn = server.connect().await.unwrap();
        conn.execute(AssertSqlSafe(roles.unwrap_or_default())).await.unwrap();
    }
}

fn swap_database(url: &str, name: &str) -> String {
    let (address, query) = url.split_once('?').map_or((url, String::new()), |(a, q)| (a, format!("?{q}")));
    let (server, _) = address.rsplit_once('/').unwrap();
    format!("{server}/{name}{query}")
}
