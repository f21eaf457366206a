use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;

use crate::TenancyError;
use crate::migrations::MigrationSet;

/// Where the database is and how much of it one process takes. [`TenancyConfig::new`] gives the defaults.
#[derive(Clone)]
pub struct TenancyConfig {
    /// Host, port and database; a user in it is ignored, the login roles are ours.
    pub database_url: String,
    /// Password of the login roles; empty where the server asks for none.
    pub password: String,
    /// Seen in `pg_stat_activity`.
    pub application_name: String,
    /// Connections of one shard. There is a shard for each login role the cluster was prepared with.
    pub connections_per_shard: usize,
    /// Connections one tenant may hold at a time.
    pub connections_per_tenant: usize,
    /// Connections to the registry.
    pub control_connections: usize,
    /// How long `begin` waits for a free connection before it answers `Busy`.
    pub queue_deadline: Duration,
    /// How long a new connection may take to come up.
    pub connect_deadline: Duration,
    /// How long entering a tenant may take on an open connection before it counts as dead.
    pub entry_deadline: Duration,
    /// How long a commit may take before its outcome is called unknown.
    pub commit_deadline: Duration,
    /// How long a rollback may take before the connection is closed instead.
    pub rollback_deadline: Duration,
    /// Limit of one statement; a job that needs longer sets its own inside the transaction.
    pub statement_timeout: Duration,
    /// Limit of an open transaction in which nothing happens.
    pub idle_in_transaction_timeout: Duration,
    /// Age at which a connection is replaced (up to a fifth sooner, so that they do not all go at once).
    pub connection_lifetime: Duration,
    /// Bytes a connection's backend may hold before it is replaced: each tenant leaves up to 1 MB in it, which is what
    /// Postgres knows of the tables that were touched.
    pub backend_memory: i64,
    /// After so many tenants more a backend is asked what it holds, which costs as much as some calls.
    pub tenants_between_weighings: usize,
    /// Prepared statements kept per connection.
    pub statement_cache: usize,
    /// How often the registry is read again when no notice came.
    pub registry_poll: Duration,
    /// Schema versions this binary can serve; a tenant outside is answered `Behind`.
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
            backend_memory: 48 << 20,
            tenants_between_weighings: 16,
            statement_cache: 1000,
            registry_poll: Duration::from_secs(5),
            schema: version..=version,
        }
    }

    /// How a login role connects. The limits travel as start-up options, so that entering a tenant need not repeat
    /// them; a search path is missing on purpose.
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
                // Requests are many and short: helpers and compiled plans would cost the others more than they save.
                ("max_parallel_workers_per_gather", "0".to_owned()),
                ("jit", "off".to_owned()),
                // Rows lie in memory or on a disk that does not turn.
                ("random_page_cost", "1.1".to_owned()),
                // A backend whose client was dropped stops working for it.
                ("client_connection_check_interval", "2000".to_owned()),
            ]))
    }
}
