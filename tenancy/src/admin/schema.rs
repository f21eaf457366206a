//! Migrations of one schema: applied ones, next ones, and whether a step changed anything.

use futures_util::TryStreamExt;
use sqlx::{AssertSqlSafe, Either, Executor, PgConnection};

use super::{AdminError, grants, in_transaction, placement, run};
use crate::migrations::{Migration, MigrationSet};
use crate::tenant::TenantId;

const LEDGER: &str = "
    create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
    )";

const APPLIED: &str = "select version, checksum from schema_migrations order by version";

const RECORD: &str = "insert into schema_migrations (version, name, checksum) values ($1, $2, $3)";

/// The number of objects in the schema, and whether the running transaction wrote one. A step that changes
/// neither these nor a row was skipped by its own condition.
///
/// Found through dependencies on the schema: no catalogue index starts with the schema, and reading the
/// objects of all tenants once per tenant would be quadratic.
const OBJECTS: &str = "
    with member as materialized (
        select classid, objid from pg_depend
        where refclassid = 'pg_namespace'::regclass and refobjid = $1::regnamespace
    ), relation as materialized (
        select objid as oid from member where classid = 'pg_class'::regclass
        union all select i.indexrelid from pg_index i join member on i.indrelid = objid and classid = 'pg_class'::regclass
    ), seen as (
        select c.xmin from pg_class c join relation on c.oid = relation.oid
        union all select a.xmin from pg_attribute a join relation on a.attrelid = relation.oid
        union all select c.xmin from pg_constraint c join relation on c.conrelid = relation.oid
        union all select p.xmin from pg_proc p join member on p.oid = objid and classid = 'pg_proc'::regclass
        union all select t.xmin from pg_trigger t join relation on t.tgrelid = relation.oid
        union all select d.xmin from pg_attrdef d join relation on d.adrelid = relation.oid
    )
    select count(*), coalesce(bool_or(age(xmin) <= age(pg_current_xact_id_if_assigned()::xid)), false) from seen";

/// Migrates a shared schema (`control`, `ref`), one transaction per step.
pub(super) async fn migrate_shared(
    conn: &mut PgConnection,
    schema: &str,
    set: &MigrationSet,
) -> Result<(), AdminError> {
    let begin = format!("begin; set local role remessa_owner; set local search_path to {schema}, ref");
    in_transaction!(conn, &begin, { Ok(run(conn, LEDGER).await?) })?;
    run(conn, &format!("set search_path to {schema}, ref")).await?;
    let applied = check_applied(conn, set).await?;
    for migration in set.after(applied) {
        in_transaction!(conn, &begin, { step(conn, schema, migration).await })?;
    }
    Ok(())
}

/// Creates a tenant's schema inside the caller's transaction.
pub(super) async fn build(
    conn: &mut PgConnection,
    tenant: TenantId,
    set: &MigrationSet,
) -> Result<(), AdminError> {
    run(conn, &format!("set local search_path to {tenant}, ref; set local role remessa_owner; {LEDGER}"))
        .await?;
    for migration in set.after(-1) {
        run(conn, &migration.sql).await.map_err(|error| to_migration_error(migration, error))?;
        record(conn, migration).await?;
    }
    grants::settle(conn, tenant, &set.append_only(set.latest())).await?;
    run(conn, "set local role none; set local search_path to control").await?;
    Ok(())
}

/// The version of the schema in the search path. A changed file that was already applied is refused.
pub(super) async fn check_applied(conn: &mut PgConnection, set: &MigrationSet) -> Result<i32, AdminError> {
    let applied: Vec<(i32, String)> = sqlx::query_as(APPLIED).fetch_all(conn).await?;
    for (version, checksum) in &applied {
        if let Some(migration) = set.get(*version)
            && migration.checksum != *checksum
        {
            return Err(refuse_migration(migration, "the file was changed after it was applied"));
        }
    }
    Ok(applied.last().map_or(-1, |(version, _)| *version))
}

/// One migration inside the caller's transaction, with its ledger row.
pub(super) async fn step(
    conn: &mut PgConnection,
    schema: &str,
    migration: &Migration,
) -> Result<(), AdminError> {
    let (before, _) = sqlx::query_as::<_, (i64, bool)>(OBJECTS).bind(schema).fetch_one(&mut *conn).await?;
    let mut rows = 0;
    for message in placement::split_for_citus(conn, &migration.sql).await? {
        rows += count_affected(conn, &message).await.map_err(|error| to_migration_error(migration, error))?;
    }
    let (after, wrote) = sqlx::query_as::<_, (i64, bool)>(OBJECTS).bind(schema).fetch_one(&mut *conn).await?;
    if rows == 0 && before == after && !wrote {
        return Err(refuse_migration(migration, "it changed nothing"));
    }
    record(conn, migration).await
}

async fn record(conn: &mut PgConnection, migration: &Migration) -> Result<(), AdminError> {
    sqlx::query(RECORD)
        .bind(migration.version)
        .bind(&migration.name)
        .bind(&migration.checksum)
        .execute(conn)
        .await?;
    Ok(())
}

async fn count_affected(conn: &mut PgConnection, text: &str) -> Result<u64, sqlx::Error> {
    let mut rows = 0;
    let mut answers = conn.fetch_many(AssertSqlSafe(text));
    while let Some(answer) = answers.try_next().await? {
        if let Either::Left(done) = answer {
            rows += done.rows_affected();
        }
    }
    Ok(rows)
}

fn refuse_migration(migration: &Migration, reason: &str) -> AdminError {
    AdminError::Migration { migration: migration.label(), reason: reason.to_owned(), code: None }
}

fn to_migration_error(migration: &Migration, error: sqlx::Error) -> AdminError {
    let error = AdminError::Sql(error);
    let code = error.code().map(str::to_owned);
    AdminError::Migration { migration: migration.label(), reason: error.to_string(), code }
}
