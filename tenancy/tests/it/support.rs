//! One database per test; its tenants' roles are dropped at the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tenancy::admin::{self, Admin, Cluster};
use tenancy::{Migration, MigrationSet, Tenancy, TenancyConfig, Tenant, TenantTx};

/// A small tenant schema for the tests, without the product's tables.
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
        let server = swap_database(&server, "postgres");
        let name = format!("tenancy_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        clone_template(&server, &name).await;
        let admin_url = swap_database(&server, &name);
        let admin = Admin::connect(&admin_url).await.unwrap().with_tenant_migrations(migrations.clone());
        Self { name, admin_url, admin, migrations }
    }

    pub fn config(&self) -> TenancyConfig {
        let mut config = TenancyConfig::new(&self.admin_url, &password());
        let latest = self.migrations.latest();
        config.schema = latest..=latest;
        config.registry_poll = Duration::from_millis(500);
        config
    }

    pub async fn tenancy(&self) -> Tenancy {
        Tenancy::connect(&self.config()).await.unwrap()
    }

    /// URL of the database server, with its first database.
    pub fn server_url(&self) -> String {
        swap_database(&self.admin_url, "postgres")
    }

    pub async fn owner(&self) -> PgConnection {
        self.admin_url.parse::<PgConnectOptions>().unwrap().connect().await.unwrap()
    }

    /// Drops the database, and then its tenants' roles, which belong to the whole cluster.
    pub async fn stop(self) {
        const ROLES: &str =
            "select string_agg(format('drop role if exists %I', id), ';') from control.tenants";
        let server_url = self.server_url();
        let mut conn = self.owner().await;
        let roles: Option<String> = sqlx::query_scalar(ROLES).fetch_one(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        admin::drop_database(&server_url, &self.name).await.unwrap();
        let server: PgConnectOptions = server_url.parse().unwrap();
        let mut conn = server.connect().await.unwrap();
        conn.execute(AssertSqlSafe(roles.unwrap_or_default())).await.unwrap();
    }
}

/// Two tenants with one login role; each row contains its owner.
pub struct Pair {
    pub db: TestDb,
    pub tenancy: Tenancy,
    pub a: Arc<Tenant>,
    pub b: Arc<Tenant>,
}

/// Rows of each tenant of a pair.
pub const ROWS: i64 = 20;

impl Pair {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// A pair with changed limits.
    pub async fn with(change: impl FnOnce(&mut TenancyConfig)) -> Self {
        let db = TestDb::start().await;
        let (a, b) = (db.tenant("a").await, db.tenant("b").await);
        let mut config = db.config();
        change(&mut config);
        let tenancy = Tenancy::connect(&config).await.unwrap();
        let [a, b] = [a, b].map(|id| tenancy.tenant(&id).unwrap());
        Self { db, tenancy, a, b }
    }

    pub async fn stop(self) {
        drop(self.tenancy);
        self.db.stop().await;
    }
}

impl TestDb {
    /// A tenant in the first shard, with its own rows.
    pub async fn tenant(&self, slug: &str) -> String {
        let id = self.admin.provision(slug, &format!("{slug}.example")).await.unwrap().id.to_string();
        let mut owner = self.owner().await;
        let shard: i16 = sqlx::query_scalar("select shard from control.tenants where id = $1")
            .bind(&id)
            .fetch_one(&mut owner)
            .await
            .unwrap();
        owner
            .execute(AssertSqlSafe(format!(
                "revoke {id} from remessa_app_{shard}; grant {id} to remessa_app_0;
                 update control.tenants set shard = 0 where id = '{id}';
                 insert into {id}.notes select n, 'body of {id}', '{id}' from generate_series(1, {ROWS}) n"
            )))
            .await
            .unwrap();
        id
    }
}

/// Rows of other tenants visible in this transaction; must always be zero.
pub async fn foreign_rows(tx: &mut TenantTx) -> Result<i64, sqlx::Error> {
    let id = tx.tenant().id.to_string();
    let (rows, own, role): (i64, i64, String) =
        sqlx::query_as("select count(*), count(*) filter (where owner = $1), current_user::text from notes")
            .bind(&id)
            .fetch_one(&mut **tx)
            .await?;
    assert_eq!(role, id);
    Ok(rows - own)
}

/// The next transactions of both tenants must be in their own schema.
pub async fn next_borrowers_are_at_home(pair: &Pair) {
    for tenant in [&pair.b, &pair.a, &pair.b] {
        let mut tx = pair.tenancy.begin(tenant).await.unwrap();
        assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
        tx.commit().await.unwrap();
    }
}

/// Preparing a database loads all lookups, so it is done once per build of these tests and then cloned.
async fn clone_template(server: &str, name: &str) {
    let built = std::env::current_exe().unwrap().metadata().unwrap().modified().unwrap();
    let built = built.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    let template = format!("tenancy_template_{built}");
    let mut conn = server.parse::<PgConnectOptions>().unwrap().connect().await.unwrap();
    conn.execute("select pg_advisory_lock(hashtext('tenancy template'))").await.unwrap();
    let templates: Vec<String> = sqlx::query_scalar(
        "select datname::text from pg_database where datname like 'tenancy\\_template\\_%'",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    if !templates.contains(&template) {
        for old in templates {
            admin::drop_database(server, &old).await.unwrap();
        }
        conn.execute("create database tenancy_template_unfinished").await.unwrap();
        let admin = Admin::connect(&swap_database(server, "tenancy_template_unfinished")).await.unwrap();
        admin.prepare_cluster(&cluster()).await.unwrap();
        let rename = format!("alter database tenancy_template_unfinished rename to {template}");
        conn.execute(AssertSqlSafe(rename)).await.unwrap();
    }
    admin::clone_database(&mut conn, &template, name).await.unwrap();
    conn.close().await.unwrap();
}

/// The login roles belong to the whole server, so all tests and the demo use one password.
pub fn password() -> String {
    std::env::var("REMESSA_DATABASE_PASSWORD").unwrap_or_default()
}

pub fn cluster() -> Cluster {
    Cluster { password: password(), ..Cluster::default() }
}

fn swap_database(url: &str, name: &str) -> String {
    let (address, query) = url.split_once('?').map_or((url, String::new()), |(a, q)| (a, format!("?{q}")));
    let (server, _) = address.rsplit_once('/').unwrap();
    format!("{server}/{name}{query}")
}
