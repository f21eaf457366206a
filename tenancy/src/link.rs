//! One connection, and the state needed to lend it to a tenant again.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use rand::RngExt;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Either, Executor, PgConnection, Row};
use tokio::time::timeout;

use crate::TenancyError;
use crate::error::timed_out;
use crate::tenant::{Tenant, TenantId};

/// The message that opens a transaction. A single message, so that no moment exists between `begin` and the
/// tenant's role.
pub(crate) struct Entry {
    pub tenant: Option<TenantId>,
    /// It reads everything as of one moment.
    pub is_snapshot: bool,
    version: i32,
    text: String,
}

impl Entry {
    pub fn tenant(tenant: &Tenant) -> Self {
        Self::with(tenant, "begin", false)
    }

    /// One that reads everything as of one moment, and writes nothing.
    pub fn snapshot(tenant: &Tenant) -> Self {
        Self::with(tenant, "begin isolation level repeatable read read only", true)
    }

    fn with(tenant: &Tenant, begin: &str, is_snapshot: bool) -> Self {
        let id = tenant.id;
        Self {
            tenant: Some(id),
            is_snapshot,
            version: tenant.schema_version,
            text: format!("{begin}; set local search_path to {id}, ref; set local role {id}"),
        }
    }

    pub fn control() -> Self {
        let text = "begin; set local search_path to control".to_owned();
        Self { tenant: None, is_snapshot: false, version: 0, text }
    }

    /// The commit message, which fails before the commit if the transaction no longer has its role.
    pub fn commit(&self) -> String {
        let role = self.tenant.as_ref().map_or(CONTROL, TenantId::as_str);
        format!("select 1 / (current_user = '{role}')::int; commit; show role")
    }
}

/// The login role of the schema `control`, the registry of tenants.
pub(crate) const CONTROL: &str = "remessa_control";

/// The answer of `show role` outside of any tenant.
const OUTSIDE: &str = "none";

const DIVISION_BY_ZERO: &str = "22012";

/// Memory of the backend, in bytes.
const HELD: &str = "select sum(total_bytes)::bigint from pg_catalog.pg_get_backend_memory_contexts()";

/// New statements of a connection between two queries of its memory. Each takes up to a quarter of a megabyte.
const STATEMENTS_BETWEEN_WEIGHINGS: usize = 64;
/// Transactions of a connection between two queries of its memory: a full cache of statements does not grow, but a new one
/// can be larger than the one that it replaces.
const USES_BETWEEN_WEIGHINGS: usize = 1_000;

pub(crate) struct Link {
    pub conn: PgConnection,
    /// The tenant whose plans are cached.
    pub last: Option<TenantId>,
    pub touched: HashSet<TenantId>,
    /// Memory of the backend in bytes, at the last query.
    held: i64,
    /// Number of tenants that it knew at that query.
    tenants_when_weighed: usize,
    /// Number of its cached statements at that query.
    statements: usize,
    /// Number of its transactions since that query.
    uses: usize,
    /// Version of the schema of tenants for which statements are cached.
    version: i32,
    expires: Instant,
}

/// Progress of a leaving message.
#[derive(Default)]
pub(crate) struct LeaveOutcome {
    /// Number of its statements that the server finished.
    finished: usize,
    /// The answer of the final `show role`.
    role: String,
    pub error: Option<sqlx::Error>,
}

impl LeaveOutcome {
    /// Whether the connection has left the tenant and can be lent again.
    pub fn is_outside(&self) -> bool {
        self.error.is_none() && self.role == OUTSIDE
    }

    /// Whether the commit succeeded, independent of later statements.
    pub fn is_committed(&self) -> bool {
        self.finished >= 2
    }

    /// Whether the transaction had lost its role, so that the commit was not tried.
    pub fn had_ended(&self) -> bool {
        let code = self.error.as_ref().and_then(|error| error.as_database_error()?.code());
        self.finished == 0 && code.is_some_and(|code| code == DIVISION_BY_ZERO)
    }
}

impl Link {
    pub async fn open(
        options: &PgConnectOptions,
        deadline: Duration,
        life: Duration,
    ) -> Result<Self, TenancyError> {
        let conn = timeout(deadline, options.connect())
            .await
            .map_err(|_| TenancyError::timed_out())?
            .map_err(TenancyError::Unavailable)?;
        let life = life.mul_f64(rand::rng().random_range(0.8..=1.0));
        let expires = Instant::now() + life;
        let touched = HashSet::new();
        Ok(Self {
            conn,
            last: None,
            touched,
            held: 0,
            tenants_when_weighed: 0,
            statements: 0,
            uses: 0,
            version: 0,
            expires,
        })
    }

    /// Sends the entry. After any error the connection must not be lent.
    pub async fn enter(&mut self, entry: &Entry, deadline: Duration) -> Result<(), sqlx::Error> {
        timeout(deadline, async {
            if entry.tenant.is_some() && self.version != entry.version {
                // Prepared statements belong to one version of the schema: a column can have another type
                // now.
                self.conn.clear_cached_statements().await?;
                self.version = entry.version;
            }
            self.conn.execute(AssertSqlSafe(entry.text.as_str())).await
        })
        .await
        .map_err(|_| timed_out())??;
        if let Some(tenant) = entry.tenant {
            self.last = Some(tenant);
            self.touched.insert(tenant);
            self.uses += 1;
        }
        Ok(())
    }

    pub async fn commit(&mut self, text: &str) -> LeaveOutcome {
        self.leave(text).await
    }

    pub async fn rollback(&mut self) -> LeaveOutcome {
        self.leave("rollback; show role").await
    }

    async fn leave(&mut self, text: &str) -> LeaveOutcome {
        let mut left = LeaveOutcome::default();
        let mut answers = self.conn.fetch_many(AssertSqlSafe(text));
        loop {
            match answers.try_next().await {
                Ok(Some(Either::Left(_))) => left.finished += 1,
                Ok(Some(Either::Right(row))) => left.role = row.try_get(0).unwrap_or_default(),
                Ok(None) => return left,
                Err(error) => {
                    left.error = Some(error);
                    return left;
                }
            }
        }
    }

    /// Whether it must be replaced: it has too much memory or too many tenants, or is too old.
    pub fn is_spent(&self, max_memory: i64, max_tenants: usize) -> bool {
        self.held > max_memory || self.touched.len() >= max_tenants || Instant::now() >= self.expires
    }

    pub fn is_to_be_weighed(&self, tenants: usize) -> bool {
        self.touched.len() >= self.tenants_when_weighed + tenants
            || self.uses >= USES_BETWEEN_WEIGHINGS
            || (self.last.is_some()
                && self.conn.cached_statements_size() >= self.statements + STATEMENTS_BETWEEN_WEIGHINGS)
    }

    /// Queries the memory of the backend. Only outside of a tenant, which has no right to it. After any error
    /// the connection must not be lent.
    pub async fn weigh(&mut self, deadline: Duration) -> Result<(), sqlx::Error> {
        let held = sqlx::query_scalar(HELD).fetch_one(&mut self.conn);
        self.held = timeout(deadline, held).await.map_err(|_| timed_out())??;
        self.tenants_when_weighed = self.touched.len();
        self.statements = self.conn.cached_statements_size();
        self.uses = 0;
        Ok(())
    }

    /// Closes the connection in the background.
    pub fn close(self) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(timeout(Duration::from_secs(1), self.conn.close()));
        }
    }
}
