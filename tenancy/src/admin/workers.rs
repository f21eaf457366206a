//! Workers of a Citus cluster that do not answer. What needs only the others goes on without them, and is made up for when they are
//! back. On plain Postgres nothing here does anything.

use sqlx::PgConnection;

use super::placement::is_citus;
use super::{AdminError, run};

const AWAY: &str = "
    select nodename || ':' || nodeport from pg_dist_node
    where noderole = 'primary' and isactive and groupid <> 0 and not citus_check_connection_to_node(nodename, nodeport)
    order by 1";

/// By the coordinator's own catalogue: the views of Citus ask every worker.
const TENANTS_ON: &str = "
    select distinct n.nspname::text from pg_dist_schema s
    join pg_namespace n on n.oid = s.schemaid
    join pg_dist_partition p on p.colocationid = s.colocationid
    join pg_dist_shard h on h.logicalrelid = p.logicalrelid
    join pg_dist_placement l on l.shardid = h.shardid
    join pg_dist_node d on d.groupid = l.groupid and d.noderole = 'primary'
    where d.nodename || ':' || d.nodeport = any ($1)";

/// Every worker knows the tables of all tenants, so that a change of one tenant's tables is sent to all workers.
const LEAVE_OUT: &str = "
    select format('select stop_metadata_sync_to_node(%L, %s, false)', nodename, nodeport) from pg_dist_node
    where hasmetadata and groupid <> 0 and nodename || ':' || nodeport = any ($1)";

const TAKE_BACK: &str = "
    select format('select start_metadata_sync_to_node(%L, %s)', nodename, nodeport) from pg_dist_node
    where not hasmetadata and isactive and noderole = 'primary' and groupid <> 0 and nodename || ':' || nodeport <> all ($1)";

/// Statements of this session that would go to every worker stay on the coordinator. Tables that are copied to the workers must not
/// be changed meanwhile.
pub(super) const STAY_HERE: &str = "set citus.enable_ddl_propagation to off";
pub(super) const GO_EVERYWHERE: &str = "set citus.enable_ddl_propagation to on";
/// The same for a transaction that builds a tenant.
pub(super) const BEGIN_HERE: &str = "begin; set local citus.enable_ddl_propagation to off";

/// Workers and tenants that cannot be reached.
#[derive(Default)]
pub(super) struct Away {
    /// Workers as `host:port`.
    pub workers: Vec<String>,
    /// The tenants that they have, spares too.
    pub tenants: Vec<String>,
}

impl Away {
    pub fn is_nobody(&self) -> bool {
        self.workers.is_empty()
    }

    /// Refuses what needs every worker.
    pub fn refuse(&self, what: &str) -> Result<(), AdminError> {
        if self.is_nobody() {
            return Ok(());
        }
        Err(AdminError::Refused(format!(
            "{what} needs every worker, and there is no answer from {}",
            self.workers.join(", ")
        )))
    }
}

pub(super) async fn find_away(conn: &mut PgConnection) -> Result<Away, AdminError> {
    if !is_citus(conn).await? {
        return Ok(Away::default());
    }
    let workers: Vec<String> = sqlx::query_scalar(AWAY).fetch_all(&mut *conn).await?;
    if workers.is_empty() {
        return Ok(Away::default());
    }
    let tenants = sqlx::query_scalar(TENANTS_ON).bind(&workers).fetch_all(&mut *conn).await?;
    Ok(Away { workers, tenants })
}

/// Changes of tenants' tables go to the other workers alone, until [`take_back`].
pub(super) async fn leave_out(conn: &mut PgConnection, away: &Away) -> Result<(), AdminError> {
    if away.is_nobody() { Ok(()) } else { run_each(conn, LEAVE_OUT, away).await }
}

/// Workers that were left out and answer again learn what they missed.
pub(super) async fn take_back(conn: &mut PgConnection, away: &Away) -> Result<(), AdminError> {
    if is_citus(conn).await? { run_each(conn, TAKE_BACK, away).await } else { Ok(()) }
}

/// Runs the statements that the query writes.
async fn run_each(conn: &mut PgConnection, query: &'static str, away: &Away) -> Result<(), AdminError> {
    let statements: Vec<String> = sqlx::query_scalar(query).bind(&away.workers).fetch_all(&mut *conn).await?;
    for statement in statements {
        run(conn, &statement).await?;
    }
    Ok(())
}
