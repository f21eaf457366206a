//! One connection and what must be known about it to lend it to a tenant again.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use rand::RngExt;
use sqlx::postgres::{PgConnectOptions, PgRow};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Either, Executor, PgConnection, Row};
use tokio::time::timeout;

use crate::TenancyError;
use crate::error::timed_out;
use crate::tenant::{Tenant, TenantId};

/// What opens a transaction: one message, so that there is no moment between `begin` and the tenant's role.
pub(crate) struct Entry {
    pub tenant: Option<TenantId>,
    version: i32,
    text: String,
}

impl Entry {
    pub fn tenant(tenant: &Tenant) -> Self {
        let id = tenant.id;
        Self {
            tenant: Some(id),
            version: tenant.schema_version,
            text: format!("begin; set local search_path to {id}, ref; set local role {id}"),
        }
    }

    pub fn control() -> Self {
        Self { tenant: None, version: 0, text: "begin; set local search_path to control".to_owned() }
    }

    /// What `show role` answers inside.
    pub fn role(&self) -> &str {
        self.tenant.as_ref().map_or(OUTSIDE, TenantId::as_str)
    }
}

/// What `show role` answers on a connection that has left its tenant.
const OUTSIDE: &str = "none";

pub(crate) struct Link {
    pub conn: PgConnection,
    /// The tenant whose plans are warm.
    pub last: Option<TenantId>,
    pub touched: HashSet<TenantId>,
    version: i32,
    expires: Instant,
}

/// How far a leaving message came.
pub(crate) struct Left {
    /// Statements of it that the server finished.
    pub finished: usize,
    /// What each `show role` in it said.
    pub roles: Vec<String>,
    pub error: Option<sqlx::Error>,
}

impl Left {
    /// Whether the connection has given up the tenant and may be lent again.
    pub fn is_outside(&self) -> bool {
        self.error.is_none() && self.roles.last().is_some_and(|role| role == OUTSIDE)
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
        Ok(Self { conn, last: None, touched: HashSet::new(), version: 0, expires: Instant::now() + life })
    }

    /// Sends the entry. Whatever error it gives, the connection must not be lent afterwards.
    pub async fn enter(&mut self, entry: &Entry, deadline: Duration) -> Result<(), sqlx::Error> {
        timeout(deadline, async {
            if entry.tenant.is_some() && self.version != entry.version {
                // Prepared statements belong to one version of the schema: a column may have another type now.
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
        }
        Ok(())
    }

    /// Commits, asking before and after it under which role the connection stands.
    pub async fn commit(&mut self) -> Left {
        self.leave("show role; commit; show role").await
    }

    pub async fn rollback(&mut self) -> Left {
        self.leave("rollback; show role").await
    }

    async fn leave(&mut self, text: &'static str) -> Left {
        let mut left = Left { finished: 0, roles: Vec::new(), error: None };
        let mut answers = self.conn.fetch_many(text);
        loop {
            match answers.try_next().await {
                Ok(Some(Either::Left(_))) => left.finished += 1,
                Ok(Some(Either::Right(row))) => left.roles.push(first_column(&row)),
                Ok(None) => return left,
                Err(error) => {
                    left.error = Some(error);
                    return left;
                }
            }
        }
    }

    pub fn is_spent(&self, tenants: usize) -> bool {
        self.touched.len() > tenants || Instant::now() >= self.expires
    }

    /// Says goodbye without making anybody wait for it.
    pub fn close(self) {
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(timeout(Duration::from_secs(1), self.conn.close()));
        }
    }
}

fn first_column(row: &PgRow) -> String {
    row.try_get(0).unwrap_or_default()
}
