//! Protections that a database needs before tenants can share it.

use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};

use super::{AdminError, run};

/// Default rights of PUBLIC with which something could outlive or leave a tenant's transaction. They are
/// stored in the database's own catalogue, so clones have the change too.
///
/// `set_config` is the only function with which an injected expression could change the role. Session locks
/// and large objects outlive the transaction. `do` would run statements.
pub(super) const CATALOGUE: &str = "
    revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
    revoke execute on function
        pg_catalog.pg_advisory_lock(bigint), pg_catalog.pg_advisory_lock(integer, integer),
        pg_catalog.pg_advisory_lock_shared(bigint), pg_catalog.pg_advisory_lock_shared(integer, integer),
        pg_catalog.pg_try_advisory_lock(bigint), pg_catalog.pg_try_advisory_lock(integer, integer),
        pg_catalog.pg_try_advisory_lock_shared(bigint), pg_catalog.pg_try_advisory_lock_shared(integer, integer),
        pg_catalog.lo_creat(integer), pg_catalog.lo_create(oid), pg_catalog.lo_from_bytea(oid, bytea)
    from public;
    revoke usage on language plpgsql from public;
    grant usage on language plpgsql to remessa_owner;
    revoke all on schema public from public;
    alter default privileges for role remessa_owner revoke execute on functions from public";

/// Rights on the database itself, which `create database … template …` does not copy.
const DATABASE: &str = "
    revoke temporary on database {database} from public;
    grant create on database {database} to remessa_owner";

pub(super) async fn harden(conn: &mut PgConnection) -> Result<(), AdminError> {
    run(conn, CATALOGUE).await?;
    let database: String =
        sqlx::query_scalar("select quote_ident(current_database())").fetch_one(&mut *conn).await?;
    harden_database(conn, &database).await
}

async fn harden_database(conn: &mut PgConnection, quoted_name: &str) -> Result<(), AdminError> {
    Ok(run(conn, &DATABASE.replace("{database}", quoted_name)).await?)
}

/// Clones a prepared database with its tenants, and adds the protections that a clone does not inherit. No
/// connection to the template may be open. The roles belong to the cluster and serve both. `server` is a connection as
/// superuser to any other database of it.
///
/// # Errors
/// When the template is in use or the name is taken.
pub async fn clone_database(server: &mut PgConnection, template: &str, name: &str) -> Result<(), AdminError> {
    let name = quote_name(name)?;
    // The files are copied as they are: writing them to the log as well takes twice the time.
    let create = format!("create database {name} template {} strategy file_copy", quote_name(template)?);
    run(server, &create).await?;
    harden_database(server, &name).await
}

/// Drops a database even if it is in use; a missing database is no error.
///
/// # Errors
/// When the database refuses.
pub async fn drop_database(admin_url: &str, name: &str) -> Result<(), AdminError> {
    let mut conn = PgConnectOptions::from_str(admin_url)?.connect().await?;
    run(&mut conn, &format!("drop database if exists {} with (force)", quote_name(name)?)).await?;
    Ok(())
}

fn quote_name(database: &str) -> Result<String, AdminError> {
    let plain =
        !database.is_empty() && database.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if !plain {
        return Err(AdminError::Invalid(format!("`{database}` is no name for a database")));
    }
    Ok(format!("\"{database}\""))
}
