//! Companies on the machines of a Citus cluster: their schemas are created on the coordinator, as on plain Postgres, and
//! placed on a worker as the last step. Without the extension nothing here does anything.

use sqlx::PgConnection;

use super::workers::{self, Away};
use super::{Admin, AdminError, hardening, in_transaction, run};
use crate::citus::{IS_CITUS, statements};
use crate::tenant::TenantId;

/// Lookups that are not on every worker yet.
const LOCAL_LOOKUPS: &str = "
    select quote_ident(nspname) || '.' || quote_ident(relname) from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where nspname = 'ref' and relkind = 'r' and relname <> 'schema_migrations'
        and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
    order by c.oid";

const REFUSED_BY_WORKERS: &str = "
    select nodename || ':' || nodeport || ': ' || result from run_command_on_workers($1)
    where not success and nodename || ':' || nodeport <> all ($2)";

/// Functions that the extension lets everybody call: with them a statement could reach a worker past the tenant's role.
const REMOTE_COMMANDS: &str = "
    select format('revoke execute on function %s from public', oid::regprocedure) from pg_proc
    where proname like 'run\\_command\\_on\\_%' order by oid";

const UNKNOWN_ROLES: &str = "
    select r.rolname::text from pg_roles r where r.rolname = any($1)
        and not exists (select from pg_dist_object o where o.classid = 'pg_authid'::regclass and o.objid = r.oid)
    order by 1";

/// Workers learn of a role that exists with a function that is granted to it; the grant of a schema does not tell them.
const TELL_ROLES: [&str; 5] = [
    "create schema if not exists remessa_roles",
    "create or replace function remessa_roles.known() returns integer language sql as 'select 1'",
    "grant execute on function remessa_roles.known() to {roles}",
    "drop function remessa_roles.known()",
    "drop schema remessa_roles",
];

/// The coordinator counts as a worker until it is told otherwise: it keeps the registry, and no company while there are others.
const KEEP_COORDINATOR_FREE: &str = "
    select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false) from pg_dist_node
    where groupid = 0 and shouldhaveshards and exists (select from pg_dist_node w where w.groupid <> 0)";

const WORKERS: &str = "
    select nodename, nodeport from pg_dist_node
    where noderole = 'primary' and isactive and shouldhaveshards and ($1::text is null or $1 in (nodename, nodename || ':' || nodeport))
        and citus_check_connection_to_node(nodename, nodeport)
    order by nodename, nodeport";

/// By the coordinator's own catalogue: the views of Citus ask every worker.
const SELECT_NODE_OF_TENANT: &str = "
    select distinct d.nodename, d.nodeport from pg_dist_schema s
    join pg_dist_partition p on p.colocationid = s.colocationid
    join pg_dist_shard h on h.logicalrelid = p.logicalrelid
    join pg_dist_placement l on l.shardid = h.shardid
    join pg_dist_node d on d.groupid = l.groupid and d.noderole = 'primary'
    where s.schemaid = $1::regnamespace";

/// Settings of our own connections that the coordinator does not pass on.
const WORKER_SETTINGS: [&str; 3] =
    ["alter system set jit to off", "alter system set random_page_cost to 1.1", "select pg_reload_conf()"];

/// Whether the database is the coordinator of a Citus cluster.
pub(super) async fn is_citus(conn: &mut PgConnection) -> Result<bool, AdminError> {
    Ok(sqlx::query_scalar(IS_CITUS).fetch_one(conn).await?)
}

/// Lets workers sign in the owner's role. The role has no password, so nobody can sign in with it over the network.
pub(super) async fn prepare_owner(conn: &mut PgConnection) -> Result<(), AdminError> {
    if is_citus(conn).await? {
        run(conn, "alter role remessa_owner login").await?;
    }
    Ok(())
}

/// Makes roles known to the workers. A role that is older than this database, or than its workers, is not known there by itself.
pub(super) async fn tell_roles(conn: &mut PgConnection, roles: &[String]) -> Result<(), AdminError> {
    if !is_citus(conn).await? {
        return Ok(());
    }
    let unknown: Vec<String> = sqlx::query_scalar(UNKNOWN_ROLES).bind(roles).fetch_all(&mut *conn).await?;
    if unknown.is_empty() {
        return Ok(());
    }
    for statement in TELL_ROLES {
        run(conn, &statement.replace("{roles}", &unknown.join(", "))).await?;
    }
    Ok(())
}

/// Copies the lookups to every worker, and protects the workers as the coordinator is protected. Those that are away get their
/// protection by the next run.
pub(super) async fn prepare_workers(conn: &mut PgConnection, away: &Away) -> Result<(), AdminError> {
    if !is_citus(conn).await? {
        return Ok(());
    }
    let local: Vec<String> = sqlx::query_scalar(LOCAL_LOOKUPS).fetch_all(&mut *conn).await?;
    if !local.is_empty() {
        away.refuse("a new lookup")?;
    }
    for table in local {
        run(conn, &format!("select create_reference_table('{table}')")).await?;
        run(conn, &format!("select truncate_local_data_after_distributing_table('{table}')")).await?;
    }
    if away.is_nobody() {
        run(conn, KEEP_COORDINATOR_FREE).await?;
    }
    let revokes: Vec<String> = sqlx::query_scalar(REMOTE_COMMANDS).fetch_all(&mut *conn).await?;
    run(conn, &revokes.join("; ")).await?;
    let settings = WORKER_SETTINGS.map(str::to_owned);
    for statement in split(hardening::CATALOGUE)?.into_iter().chain(settings).chain(revokes) {
        let refused: Vec<String> = sqlx::query_scalar(REFUSED_BY_WORKERS)
            .bind(&statement)
            .bind(&away.workers)
            .fetch_all(&mut *conn)
            .await?;
        if !refused.is_empty() {
            return Err(AdminError::Refused(format!("not every worker is prepared: {}", refused.join("; "))));
        }
    }
    Ok(())
}

/// Moves a schema that was created on the coordinator to the worker with the fewest schemas, inside the caller's transaction.
pub(super) async fn place_schema(conn: &mut PgConnection, tenant: TenantId) -> Result<(), AdminError> {
    if is_citus(conn).await? {
        run(conn, &format!("alter role {tenant} login; select citus_schema_distribute('{tenant}')")).await?;
    }
    Ok(())
}

/// Splits a migration into the messages that the database gets: Citus must get its statements one by one, plain Postgres all of them
/// in one message.
pub(super) async fn split_for_citus(conn: &mut PgConnection, sql: &str) -> Result<Vec<String>, AdminError> {
    if is_citus(conn).await? { split(sql) } else { Ok(vec![sql.to_owned()]) }
}

fn split(sql: &str) -> Result<Vec<String>, AdminError> {
    let found = statements(sql).map_err(|error| AdminError::Invalid(error.to_string()))?;
    Ok(found.into_iter().map(str::to_owned).collect())
}

/// A machine of the cluster.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Node {
    pub nodename: String,
    pub nodeport: i32,
}

impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.nodename, self.nodeport)
    }
}

impl Admin {
    /// Places a tenant on a worker, while it is in use; without `node` on the first other worker. Returns the worker that has the
    /// tenant.
    ///
    /// # Errors
    /// `NotFound` for the tenant; `Refused` when the database is no Citus cluster or no such worker answers, and for a first
    /// placement while any worker is away.
    pub async fn place_tenant(&self, tenant: &str, node: Option<&str>) -> Result<Node, AdminError> {
        let id = self.find(tenant).await?.id;
        let mut conn = self.connection().await?;
        if !is_citus(&mut conn).await? {
            return Err(AdminError::Refused(
                "this database is no Citus cluster: all tenants stand on its one machine".to_owned(),
            ));
        }
        let targets: Vec<Node> = sqlx::query_as(WORKERS).bind(node).fetch_all(&mut conn).await?;
        if targets.is_empty() {
            let named = node.map(|node| format!(" `{node}`")).unwrap_or_default();
            return Err(AdminError::Refused(format!("no active worker{named} of the cluster answers")));
        }
        let current: Option<Node> =
            sqlx::query_as(SELECT_NODE_OF_TENANT).bind(id.as_str()).fetch_optional(&mut conn).await?;
        let (current, is_new) = match current {
            Some(current) => (current, false),
            None => {
                workers::find_away(&mut conn).await?.refuse("a first placement")?;
                in_transaction!(&mut conn, "begin", { place_schema(&mut conn, id).await })?;
                (sqlx::query_as(SELECT_NODE_OF_TENANT).bind(id.as_str()).fetch_one(&mut conn).await?, true)
            }
        };
        // `targets` has only the named node. Without a name, Citus has just chosen the worker of a new schema.
        let is_placed_as_requested = if node.is_some() { targets.contains(&current) } else { is_new };
        if is_placed_as_requested {
            return Ok(current);
        }
        let Some(target) = targets.iter().find(|worker| **worker != current) else {
            return Err(AdminError::Refused("no other active worker of the cluster answers".to_owned()));
        };
        sqlx::query("select citus_schema_move($1::regnamespace, $2, $3)")
            .bind(id.as_str())
            .bind(&target.nodename)
            .bind(target.nodeport)
            .execute(&mut conn)
            .await?;
        Ok(target.clone())
    }
}
