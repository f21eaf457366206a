//! One database per test, cloned in a quarter of a second from a template with both demo tenants.
//!
//! A test does not drop its own database: Postgres would wait for connections that the test is opening, and
//! the test for Postgres. The next test drops databases of finished tests.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use access::social::providers::Keyring;
use sha2::{Digest, Sha256};
use sqlx::{ConnectOptions, PgConnection, Row};
use tenancy::admin::{Admin, Cluster, clone_database, drop_database};
use tenancy::{Host, Tenancy, TenancyConfig};

const LOCK: i64 = 0x7265_6d65_7373;
/// Prefix of the names of clones, followed by the id of the process.
const CLONE: &str = "remessa_it_";
/// The demo users' password by the cheapest argon2id. Most tests sign in twice, and a hash of the product's strength takes
/// longer than all else they compute.
const CHEAP_HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$scgClG94POqOf9ghnvhuQQ$4CBVVTeqC6uPt/eAqDxNVgpLj1A3KKF3q/75oy9sEs8";
/// Clones of finished tests of this process: `cargo test` runs all tests in one.
static OVER: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub struct Database {
    /// URL of the clone as its owner.
    pub admin_url: String,
    /// URL of the clone without a user, as in the server's configuration.
    pub url: String,
    /// Name of the clone, unique per test.
    pub name: String,
}

impl Database {
    pub async fn cloned() -> Self {
        let maintenance_url = std::env::var("REMESSA_ADMIN_URL")
            .expect("REMESSA_ADMIN_URL names the private Postgres: run the tests through ./dev test, or eval ./dev db");
        let name = format!("{CLONE}{}_{}", std::process::id(), uuid::Uuid::now_v7().simple());
        let mut server = locked(&maintenance_url).await;
        let template = template(&maintenance_url, &mut server).await;
        drop_left(&mut server).await;
        clone_database(&mut server, &template, &name).await.unwrap();
        for url in worker_urls() {
            let mut worker = connect(&url).await;
            drop_left(&mut worker).await;
            clone_database(&mut worker, &template, &name).await.unwrap();
        }
        unlock(&mut server).await;
        let admin_url = with_database(&maintenance_url, &name);
        Self { url: without_user(&admin_url), admin_url, name }
    }

    /// Creates a database on another server, without a template.
    pub async fn made_on(maintenance_url: &str) -> Self {
        let name = "remessa_own".to_owned();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        make(maintenance_url, &name, &root).await;
        let admin_url = with_database(maintenance_url, &name);
        Self { url: without_user(&admin_url), admin_url, name }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        OVER.lock().unwrap().push(std::mem::take(&mut self.name));
    }
}

/// Drops the clones of finished tests and processes.
async fn drop_left(server: &mut PgConnection) {
    let names: Vec<String> =
        sqlx::query_scalar("select datname from pg_database where starts_with(datname, $1)")
            .bind(CLONE)
            .fetch_all(&mut *server)
            .await
            .unwrap();
    let over = std::mem::take(&mut *OVER.lock().unwrap());
    for name in names.iter().filter(|name| !runs(name) || over.contains(name)) {
        let drop = format!("drop database if exists \"{name}\" with (force)");
        sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&mut *server).await.unwrap();
    }
}

/// Whether the process in the name of a clone still runs.
fn runs(name: &str) -> bool {
    let process = name.strip_prefix(CLONE).and_then(|rest| rest.split('_').next()).unwrap();
    Path::new("/proc").join(process).exists()
}

/// The login roles belong to the whole server, so all tests and the demo use one password.
pub fn password() -> String {
    std::env::var("REMESSA_DATABASE_PASSWORD").unwrap_or_default()
}

/// Name of the template, a hash of what its inputs look like on the disk, so that a change gives a new template. Each
/// test asks for it: reading the files would be a sixth of the work of a small test.
async fn template(maintenance_url: &str, server: &mut PgConnection) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut hash = Sha256::new();
    for folder in ["migrations", "tenants", "server/app/src/cli", "server/site/src"] {
        hash_folder(&root.join(folder), &mut hash);
    }
    let name = format!("remessa_template_{}", hex(&hash.finalize()[..8]));
    let exists = sqlx::query("select 1 from pg_database where datname = $1")
        .bind(&name)
        .fetch_optional(&mut *server)
        .await
        .unwrap()
        .is_some();
    if !exists {
        make(maintenance_url, &name, &root).await;
    }
    name
}

/// Superusers at further Postgres servers, with spaces between them, when the companies of the tests are to stand on the
/// workers of a Citus cluster. All machines then have a template and clones of it, of the same names.
fn worker_urls() -> Vec<String> {
    let urls = std::env::var("REMESSA_TESTS_CITUS_WORKERS").unwrap_or_default();
    urls.split_whitespace().map(str::to_owned).collect()
}

/// All machines; the first has the registry.
fn machines(maintenance_url: &str) -> Vec<String> {
    [maintenance_url.to_owned()].into_iter().chain(worker_urls()).collect()
}

/// The place of a machine as the other one reaches it.
fn address(url: &str) -> String {
    let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
    format!("'{}', {}", options.get_host(), options.get_port())
}

/// An empty database, of a cluster when there are workers.
async fn create(maintenance_url: &str, draft: &str) {
    let machines = machines(maintenance_url);
    for url in &machines {
        drop_database(url, draft).await.unwrap();
        execute(url, &format!("create database {draft}")).await;
    }
    if machines.len() == 1 {
        return;
    }
    for url in &machines {
        execute(&with_database(url, draft), "create extension citus").await;
    }
    let coordinator = with_database(maintenance_url, draft);
    let itself = format!("select citus_set_coordinator_host({})", address(maintenance_url));
    execute(&coordinator, &itself).await;
    for worker in worker_urls() {
        execute(&coordinator, &format!("select citus_add_node({})", address(&worker))).await;
    }
}

/// Created under another name and renamed at the end, so that an incomplete template is never used.
async fn make(maintenance_url: &str, name: &str, root: &Path) {
    let draft = format!("{name}_draft");
    create(maintenance_url, &draft).await;
    let admin_url = with_database(maintenance_url, &draft);
    let admin = Admin::connect(&admin_url).await.unwrap();
    admin.prepare_cluster(&Cluster { password: password(), ..Cluster::default() }).await.unwrap();
    let tenancy =
        Tenancy::connect(&TenancyConfig::new(&without_user(&admin_url), &password())).await.unwrap();
    for slug in ["atlantico", "pacific"] {
        let folder = root.join("tenants").join(slug);
        app::cli::tenant::apply(&admin, &tenancy, &folder, &Keyring::default()).await.unwrap();
        app::cli::seed::seed(&tenancy, &folder).await.unwrap();
        let host = Host::parse(&format!("{slug}.localhost")).unwrap();
        let tenant = tenancy.resolve(&host).unwrap();
        execute(&admin_url, &format!("update {}.users set password_hash = '{CHEAP_HASH}'", tenant.id)).await;
    }
    drop(tenancy);
    let disconnect =
        format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{draft}'");
    for url in machines(maintenance_url) {
        execute(&url, &disconnect).await;
        execute(&url, &format!("alter database {draft} rename to {name}")).await;
        if !worker_urls().is_empty() {
            // Citus looks after each database that it may enter, and what is in use cannot be copied.
            execute(&url, &format!("alter database {name} allow_connections false")).await;
            execute(&url, &disconnect.replace(&draft, name)).await;
        }
    }
}

async fn execute(url: &str, sql: &str) {
    let mut connection = connect(url).await;
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
}

async fn connect(url: &str) -> PgConnection {
    url.parse::<sqlx::postgres::PgConnectOptions>().unwrap().connect().await.unwrap()
}

/// One template or clone at a time, for all test processes.
async fn locked(url: &str) -> PgConnection {
    let mut connection = connect(url).await;
    sqlx::query("select pg_advisory_lock($1)").bind(LOCK).execute(&mut connection).await.unwrap();
    connection
}

async fn unlock(connection: &mut PgConnection) {
    let row =
        sqlx::query("select pg_advisory_unlock($1)").bind(LOCK).fetch_one(&mut *connection).await.unwrap();
    assert!(row.get::<bool, _>(0));
}

fn with_database(url: &str, name: &str) -> String {
    let (base, query) = url.split_once('?').map_or((url, ""), |(base, query)| (base, query));
    let (server, _) = base.rsplit_once('/').unwrap();
    if query.is_empty() { format!("{server}/{name}") } else { format!("{server}/{name}?{query}") }
}

fn without_user(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap();
    let host = rest.split_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

fn hash_folder(folder: &Path, hash: &mut Sha256) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            hash_folder(&path, hash);
        } else {
            let file = path.metadata().unwrap();
            let changed_at = file.modified().unwrap().duration_since(std::time::UNIX_EPOCH).unwrap();
            hash.update(path.file_name().unwrap().as_encoded_bytes());
            hash.update(file.len().to_le_bytes());
            hash.update(changed_at.as_nanos().to_le_bytes());
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
