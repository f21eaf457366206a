//! Rights of the tenant's role in its schema: all rows, no structure.
//!
//! Tables belong to `remessa_owner`. The rule is explicit and verified: tables can be read and written,
//! append-only ones read and added to, the ledger only read. No other role has any right.

use sqlx::PgConnection;

use super::{AdminError, run};
use crate::tenant::TenantId;

/// Relations whose rights differ from the rule, with the correct rights. Found through dependencies on the
/// schema, because no catalogue index starts with the schema.
const UNSETTLED: &str = "
    with member as materialized (
        select objid from pg_depend
        where refclassid = 'pg_namespace'::regclass and refobjid = $1::regnamespace and classid = 'pg_class'::regclass
    ), relation as (
        select c.relname, c.relkind = 'S' as is_sequence, c.relowner, c.relacl as acl,
            case
                when c.relkind = 'S' then '{SELECT,USAGE}'
                when c.relname = 'schema_migrations' then '{SELECT}'
                when c.relname = any ($2) then '{INSERT,SELECT}'
                else '{DELETE,INSERT,SELECT,UPDATE}'
            end::text[] as rights
        from pg_class c join member on c.oid = objid
        where c.relkind in ('r', 'p', 'v', 'm', 'S')
    )
    select relname, is_sequence, array_to_string(rights, ', ') from relation
    where rights <> array(
            select privilege_type from aclexplode(acl) where grantee = $1::regrole order by privilege_type)
        or exists (select from aclexplode(acl) where grantee not in ($1::regrole, relowner))";

const FUNCTIONS: &str = "
    select p.oid::regprocedure::text from pg_depend d join pg_proc p on p.oid = d.objid
    where d.refclassid = 'pg_namespace'::regclass and d.refobjid = $1::regnamespace and d.classid = 'pg_proc'::regclass
      and not has_function_privilege($1, p.oid, 'execute')";

const MISSING: &str =
    "select name from unnest($2) name where to_regclass($1 || '.' || quote_ident(name)) is null";

/// Grants missing rights and revokes extra ones, as `remessa_owner` inside the caller's transaction.
///
/// # Errors
/// When an append-only table does not exist, or the rights still differ afterwards.
pub(super) async fn settle(
    conn: &mut PgConnection,
    tenant: TenantId,
    append_only: &[String],
) -> Result<(), AdminError> {
    let missing: Vec<String> =
        sqlx::query_scalar(MISSING).bind(tenant.as_str()).bind(append_only).fetch_all(&mut *conn).await?;
    if !missing.is_empty() {
        return Err(AdminError::Invalid(format!("append-only, but no table: {}", missing.join(", "))));
    }
    let statements = list_unsettled(conn, tenant, append_only).await?;
    if statements.is_empty() {
        return Ok(());
    }
    run(conn, &statements.join(";")).await?;
    let left = list_unsettled(conn, tenant, append_only).await?;
    if left.is_empty() {
        Ok(())
    } else {
        Err(AdminError::Invalid(format!("rights not settled: {}", left.join("; "))))
    }
}

async fn list_unsettled(
    conn: &mut PgConnection,
    tenant: TenantId,
    append_only: &[String],
) -> Result<Vec<String>, AdminError> {
    let relations: Vec<(String, bool, String)> =
        sqlx::query_as(UNSETTLED).bind(tenant.as_str()).bind(append_only).fetch_all(&mut *conn).await?;
    let functions: Vec<String> = sqlx::query_scalar(FUNCTIONS).bind(tenant.as_str()).fetch_all(conn).await?;
    let relations = relations.into_iter().map(|(name, is_sequence, rights)| {
        let kind = if is_sequence { "sequence" } else { "table" };
        let name = format!("{kind} {tenant}.\"{name}\"");
        format!("revoke all on {name} from public, {tenant}; grant {rights} on {name} to {tenant}")
    });
    let functions = functions.into_iter().map(|name| format!("grant execute on function {name} to {tenant}"));
    Ok(relations.chain(functions).collect())
}
