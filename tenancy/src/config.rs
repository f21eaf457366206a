use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

use crate::TenancyError;
use crate::migrations::MigrationSet;

/// The database, and the resources one process uses of it. [`TenancyConfig::new`] gives the defaults.
#[derive(Clone)]
pub struct TenancyConfig {
    /// Host, port and database; a user is ignored, because the crate has its own login roles.
    pub database_url: String,
    /// Password of the login roles; empty if the server does not ask for one.
    pub password: String,
    /// Shown in `pg_stat_activity`.
    pub application_name: String,
    /// Connections per shard. The cluster has one shard per login role.
    pub connections_per_shard: usize,
    /// Maximum connections one tenant can hold.
    pub connections_per_tenant: usize,
    /// Connections to the registry.
    pub control_connections: usize,
    /// Maximum wait of `begin` for a free connection before it returns `Busy`.
    pub queue_deadline: Duration,
    /// Maximum time to open a new connection.
    pub connect_deadline: Duration,
    /// Maximum time to enter a tenant on an open connection, before the connection counts as dead.
    pub entry_deadline: Duration,
    /// Maximum time of a commit, before its outcome counts as unknown.
    pub commit_deadline: Duration,
    /// Maximum time of a rollback, before the connection is closed instead.
    pub rollback_deadline: Duration,
    /// Maximum time of one statement; a longer job sets its own inside the transaction.
    pub statement_timeout: Duration,
    /// Maximum idle time of an open transaction.
    pub idle_in_transaction_timeout: Duration,
    /// Maximum age of a connection (up to a fifth less, so that they are not all replaced at once).
    pub connection_lifetime: Duration,
    /// Maximum memory of a connection's backend in bytes, before it is replaced. Each tenant adds up to 1 MB:
    /// Postgres caches the definitions of used tables.
    pub backend_memory: i64,
    /// Number of new tenants on a connection between two queries of its memory, which also follow many new statements and
    /// many transactions. Such a query costs as much as some calls.
    pub tenants_between_weighings: usize,
    /// Maximum number of tenants that a connection serves on Citus, before it is replaced. There the coordinator keeps one
    /// connection to a worker for each tenant of each connection, so this times all connections must stay below the
    /// workers' `max_connections`. Plain Postgres has no such limit.
    pub tenants_per_connection: usize,
    /// Prepared statements kept per connection.
    pub statement_cache: usize,
    /// Interval between reads of the registry when no notice arrives.
    pub registry_poll: Duration,
    /// Schema versions this binary can serve; tenants with others are `Behind`.
    pub schema: RangeInclusive<i32>,
}

impl TenancyConfig {
    /// The defaults, for four cores or less: four shards of four connections.
    #[must_use]
    pub fn new(database_url: &str, password: &str) -> Self {
        let version = MigrationSet::tenant().latest();
        Self {
            database_url: database_url.to_owned(),
            password: password.to_owned(),
            application_name: "remessa".to_owned(),
            connections_per_shard: 4,
            connections_per_tenant: 2,
            control_connections: 2,
            queue_deadline: Duration::from_secs(2),
            connect_deadline: Duration::from_secs(2),
            entry_deadline: Duration::from_secs(2),
            commit_deadline: Duration::from_secs(15),
            rollback_deadline: Duration::from_secs(1),
            statement_timeout: Duration::from_secs(30),
            idle_in_transaction_timeout: Duration::from_secs(60),
            connection_lifetime: Duration::from_secs(45 * 60),
            backend_memory: 32 << 20,
            tenants_between_weighings: 8,
            tenants_per_connection: 4,
            statement_cache: 1000,
            registry_poll: Duration::from_secs(5),
            schema: version..=version,
        }
    }

    /// Connection options of a login role. The limits are start-up options, so that entering a tenant need
    /// not repeat them. A search path is omitted on purpose.
    pub(crate) fn login(&self, role: &str) -> Result<PgConnectOptions, TenancyError> {
        let millis = |limit: Duration| limit.as_millis().to_string();
        Ok(PgConnectOptions::from_str(&self.database_url)
            .map_err(TenancyError::Unavailable)?
            .username(role)
            .password(&self.password)
            .application_name(&self.application_name)
            .statement_cache_capacity(self.statement_cache)
            .options([
                ("search_path", String::new()),
                ("statement_timeout", millis(self.statement_timeout)),
                ("idle_in_transaction_session_timeout", millis(self.idle_in_transaction_timeout)),
                // Requests are many and short: parallel workers and compiled plans would cost more than they
                // save.
                ("max_parallel_workers_per_gather", "0".to_owned()),
                ("jit", "off".to_owned()),
                // Rows are in memory or on an SSD.
                ("random_page_cost", "1.1".to_owned()),
                // A backend whose client has disconnected stops its work.
                ("client_connection_check_interval", "2000".to_owned()),
            ]))
    }
}
