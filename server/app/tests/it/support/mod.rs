//! `TestApp`: the complete application with its own database, cloned from a template.

mod database;
pub mod dovecot;
pub mod file_host;
pub mod mail_server;
pub mod name_server;
mod person;
pub mod plain_record;
pub mod s3;
mod served;
pub mod servers;
pub mod sftp_server;
pub mod sources;

use std::sync::Arc;
use std::time::Duration;

use chrono::{NaiveDate, TimeDelta};
use chrono_tz::America::Sao_Paulo;
use clap::Parser;
use poem::Endpoint;
use policy::UserType;
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::settings;
use server_core::state::AppState;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection};
use tenancy::{Host, Tenant};

pub use person::{Answer, Person};
pub use served::Served;

use crate::process::until;

use database::Database;

pub const ATLANTICO: &str = "atlantico.localhost";
pub const PACIFIC: &str = "pacific.localhost";

type App = poem::endpoint::BoxEndpoint<'static, poem::Response>;

/// The application with the tenants `atlantico` and `pacific` and their demo users. Its database is dropped
/// later.
pub struct TestApp {
    pub state: AppState,
    app: Arc<App>,
    pub files: tempfile::TempDir,
    database: Database,
}

/// The last value of a repeated option wins.
#[derive(Parser)]
#[command(args_override_self = true)]
struct Arguments {
    #[command(flatten)]
    config: ServerConfig,
}

impl TestApp {
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// With more options of `remessa serve`.
    pub async fn with(options: &[String]) -> Self {
        Self::built_on(Database::cloned().await, options).await
    }

    /// With the test's own Postgres, which the test can stop.
    pub async fn on(admin_url: &str, options: &[String]) -> Self {
        Self::built_on(Database::made_on(admin_url).await, options).await
    }

    async fn built_on(database: Database, options: &[String]) -> Self {
        let files = tempfile::tempdir().unwrap();
        let config = config(&database, files.path(), options);
        let state = app::connect(config, Clock::default()).await.unwrap();
        let app =
            Arc::new(poem::EndpointExt::boxed(poem::EndpointExt::map_to_response(app::app(state.clone()))));
        Self { state, app, files, database }
    }

    pub fn tenant(&self, host: &str) -> Arc<Tenant> {
        self.state.tenancy.resolve(&Host::parse(host).unwrap()).unwrap()
    }

    /// A browser without a session, on a host.
    pub fn visitor(&self, host: &str) -> Person {
        Person::new(self.app.clone(), host)
    }

    pub async fn admin(&self, host: &str) -> Person {
        self.signed_in(host, "admin").await
    }

    pub async fn staff(&self, host: &str) -> Person {
        self.signed_in(host, "staff").await
    }

    pub async fn client(&self, host: &str) -> Person {
        self.signed_in(host, "client").await
    }

    /// An administrator, one of the staff and a client, with their types.
    pub async fn list_people(&self, host: &str) -> [(UserType, Person); 3] {
        [
            (UserType::Admin, self.admin(host).await),
            (UserType::User, self.staff(host).await),
            (UserType::Client, self.client(host).await),
        ]
    }

    /// `account` is the part before the @: admin, dev, staff, client, client2.
    pub async fn signed_in(&self, host: &str, account: &str) -> Person {
        self.visitor(host).signed_in(account).await
    }

    /// Number of sessions of the database that wait for a lock in a statement with these words. Others may wait too:
    /// a server always has work of its own.
    pub async fn waiting_in(&self, statement: &str) -> i64 {
        const WAITING: &str = "
            select count(*) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and strpos(query, $1) > 0";
        let mut owner = PgConnection::connect(self.admin_url()).await.unwrap();
        sqlx::query_scalar(WAITING).bind(statement).fetch_one(&mut owner).await.unwrap()
    }

    /// Runs all ready background processes, and those that they enqueue.
    pub async fn run_processes(&self) {
        Worker::new(self.state.clone(), app::kinds(), WorkerOptions::new(4)).drain().await;
    }

    /// Runs the processes that are ready after some time, as if the queue's delays were over as well.
    pub async fn run_processes_after(&self, time: TimeDelta) {
        self.make_processes_ready(time).await;
        self.run_processes().await;
    }

    /// Sends what is due to webhooks.
    pub async fn run_webhooks(&self) {
        Worker::new(self.state.clone(), app::webhook_kinds(), WorkerOptions::new(8)).drain().await;
    }

    /// The same by one worker, so that the order of the jobs is that of what is sent.
    pub async fn run_webhooks_one_by_one(&self) {
        Worker::new(self.state.clone(), app::webhook_kinds(), WorkerOptions::new(1)).drain().await;
    }

    /// The same after some time.
    pub async fn run_webhooks_after(&self, time: TimeDelta) {
        self.make_processes_ready(time).await;
        self.run_webhooks().await;
    }

    /// The day that it is for [`ATLANTICO`], which is not that of UTC late in the evening.
    pub fn today(&self) -> NaiveDate {
        self.state.clock.now().with_timezone(&Sao_Paulo).date_naive()
    }

    async fn make_processes_ready(&self, time: TimeDelta) {
        const READY: &str = "update control.jobs set ready_at = now() where worker is null";
        self.state.clock.advance(time);
        let owner: PgConnectOptions = self.admin_url().parse().unwrap();
        sqlx::query(READY).execute(&mut owner.connect().await.unwrap()).await.unwrap();
    }

    /// Vacuums a table of a tenant until an index alone answers for all its pages. A page that some work of the server
    /// reads meanwhile is left out, and the plans of the test would read it.
    pub async fn vacuum(&self, host: &str, table: &str) {
        const LEFT: &str = "select relpages - relallvisible from pg_class where oid = $1::regclass";
        let table = format!("{}.{table}", self.tenant(host).id);
        let mut owner = PgConnection::connect(self.admin_url()).await.unwrap();
        until(Duration::from_secs(30), async || {
            owner.execute(AssertSqlSafe(format!("vacuum (analyze) {table}"))).await.unwrap();
            let left: i32 = sqlx::query_scalar(LEFT).bind(&table).fetch_one(&mut owner).await.unwrap();
            left == 0
        })
        .await;
    }

    /// Sets a tenant's flag. The node caches the old value for two more seconds.
    pub async fn switch(&self, host: &str, flag: &str, on: bool) {
        let mut tx = self.state.tenancy.begin(&self.tenant(host)).await.unwrap();
        let mut settings = settings::load(&mut tx).await.unwrap();
        settings.flags.insert(flag.to_owned(), on);
        settings::save(&mut tx, &settings).await.unwrap();
        tx.commit().await.unwrap();
        self.state.settings.forget(&self.tenant(host)).await;
    }

    pub fn admin_url(&self) -> &str {
        &self.database.admin_url
    }

    /// The environment of another process that works with this one.
    pub fn environment(&self) -> [(&'static str, String); 9] {
        let config = &self.state.config;
        [
            ("REMESSA_DATABASE_URL", config.database.database_url.clone()),
            ("REMESSA_DATABASE_PASSWORD", config.database.database_password.clone()),
            ("REMESSA_REDIS_PREFIX", config.redis_prefix.clone()),
            ("REMESSA_FILES_URL", config.files_url.clone()),
            ("REMESSA_MAIL_URL", config.mail_url.clone()),
            ("REMESSA_PUBLIC_ORIGIN", "https://*".to_owned()),
            ("REMESSA_WEB_DIR", "/nonexistent".to_owned()),
            ("REMESSA_REQUEST_LIMIT", config.request_limit.to_string()),
            ("REMESSA_SECRET", config.secret.clone()),
        ]
    }
}

/// The configuration of a process that a test starts, read from its environment.
pub fn config_from_environment() -> ServerConfig {
    Arguments::parse_from(["remessa"]).config
}

fn config(database: &Database, files: &std::path::Path, options: &[String]) -> ServerConfig {
    let folder = |name: &str| format!("file://{}", files.join(name).display());
    let mut arguments = vec![
        "remessa".to_owned(),
        format!("--database-url={}", database.url),
        format!("--database-password={}", database::password()),
        format!("--files-url={}", folder("files")),
        format!("--mail-url={}", folder("mail")),
        // Tests share a Redis, and their tenants have the same ids.
        format!("--redis-prefix={}", database.name),
        "--web-dir=/nonexistent".to_owned(),
        "--public-origin=https://*".to_owned(),
        // Tests call faster than people.
        "--request-limit=1000000".to_owned(),
        // No server listens there: tests never use the real DNS.
        "--dns=127.0.0.1:1".to_owned(),
        "--secret=a secret of at least thirty-two characters".to_owned(),
    ];
    arguments.extend_from_slice(options);
    Arguments::parse_from(arguments).config
}

pub async fn call(app: &App, request: poem::Request) -> poem::Response {
    app.get_response(request).await
}
