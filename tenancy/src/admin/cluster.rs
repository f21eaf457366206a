//! The roles of the cluster and the shared schemas of the database.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};

use super::{Admin, AdminError, hardening, reference, run, schema};
use crate::MigrationSet;

/// What the cluster is prepared with.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Login roles the tenants are spread over; more can be added later, none taken away.
    pub shards: u16,
    /// Password of the login roles; empty where the server asks for none.
    pub password: String,
}

impl Default for Cluster {
    fn default() -> Self {
        Self { shards: 4, password: String::new() }
    }
}

/// One preparation of a database at a time.
const LOCK: &str = "select pg_advisory_lock(hashtext('remessa prepare'))";

const SCHEMAS: &str = "
    create schema if not exists control authorization remessa_owner;
    create schema if not exists ref authorization remessa_owner;
    create extension if not exists pg_trgm with schema ref;
    grant usage on schema control to remessa_control;
    grant usage on schema ref to remessa_tenant, remessa_control";

const REF_GRANTS: &str = "
    grant select on all tables in schema ref to remessa_tenant, remessa_control;
    grant execute on all functions in schema ref to remessa_tenant, remessa_control";

impl Admin {
    /// Makes roles, schemas, protections, registry and lookups stand as this release wants them. Doing it again
    /// changes nothing.
    ///
    /// # Errors
    /// When the connection may not create roles, or a migration of the registry or the lookups fails.
    pub async fn prepare_cluster(&self, cluster: &Cluster) -> Result<(), AdminError> {
        let mut conn = self.options.connect().await?;
        run(&mut conn, "set client_min_messages to warning").await?;
        run(&mut conn, LOCK).await?;
        for (role, kind) in roles(cluster) {
            create_role(&mut conn, &role, kind).await?;
            if kind == LOGIN {
                self.ensure_login(&mut conn, &role, &cluster.password).await?;
                run(&mut conn, &WEIGH.replace("{role}", &role)).await?;
            }
        }
        hardening::harden(&mut conn).await?;
        run(&mut conn, SCHEMAS).await?;
        schema::migrate_shared(&mut conn, "control", &MigrationSet::control()).await?;
        schema::migrate_shared(&mut conn, "ref", &MigrationSet::reference()).await?;
        reference::load(&mut conn).await?;
        run(&mut conn, REF_GRANTS).await?;
        conn.close().await?;
        Ok(())
    }

    /// A password is set only where the given one does not open the door, so that repeating changes nothing.
    async fn ensure_login(
        &self,
        conn: &mut PgConnection,
        role: &str,
        password: &str,
    ) -> Result<(), AdminError> {
        let login: PgConnectOptions = self.options.clone().username(role).password(password);
        if let Ok(works) = login.connect().await {
            works.close().await?;
        } else {
            let password = password.replace('\'', "''");
            run(conn, &format!("alter role {role} password '{password}'")).await?;
        }
        Ok(())
    }
}

const LOGIN: &str = "login noinherit";

/// A connection is replaced by how much its backend holds, which its login may ask, outside of any tenant.
const WEIGH: &str = "grant execute on function pg_catalog.pg_get_backend_memory_contexts() to {role}";

fn roles(cluster: &Cluster) -> Vec<(String, &'static str)> {
    let fixed = [("remessa_owner", "nologin"), ("remessa_tenant", "nologin"), ("remessa_control", LOGIN)];
    let fixed = fixed.into_iter().map(|(role, kind)| (role.to_owned(), kind));
    fixed.chain((0..cluster.shards).map(|shard| (format!("remessa_app_{shard}"), LOGIN))).collect()
}

async fn create_role(conn: &mut PgConnection, role: &str, kind: &str) -> Result<(), AdminError> {
    let exists: bool = sqlx::query_scalar("select exists (select from pg_roles where rolname = $1)")
        .bind(role)
        .fetch_one(&mut *conn)
        .await?;
    if exists {
        return Ok(());
    }
    match run(conn, &format!("create role {role} {kind}")).await {
        // Another database of the cluster was being prepared at the same moment.
        Err(sqlx::Error::Database(refusal))
            if matches!(refusal.code().as_deref(), Some("42710" | "23505")) =>
        {
            Ok(())
        }
        outcome => Ok(outcome?),
    }
}
