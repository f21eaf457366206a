//! The roles of the cluster and the shared schemas of the database.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, PgConnection};

use super::{Admin, AdminError, hardening, placement, reference, run, schema, workers};
use crate::MigrationSet;

/// Parameters of the cluster.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Number of login roles for the tenants. It can be increased later, not decreased.
    pub shards: u16,
    /// Password of the login roles; empty if the server does not ask for one.
    pub password: String,
    /// Creates the extension Citus, which must be installed. A database that has it is used that way without this.
    pub citus: bool,
}

impl Default for Cluster {
    fn default() -> Self {
        Self { shards: 4, password: String::new(), citus: false }
    }
}

/// Only one preparation of a database at a time.
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
    /// Creates or updates roles, schemas, protections, registry and lookups for this release. Repeating it
    /// has no effect.
    ///
    /// # Errors
    /// When the connection cannot create roles, or a migration of the registry or the lookups fails. Workers that do not answer are
    /// prepared by the next run, unless they need new lookups.
    pub async fn prepare_cluster(&self, cluster: &Cluster) -> Result<(), AdminError> {
        let mut conn = self.options.connect().await?;
        run(&mut conn, "set client_min_messages to warning").await?;
        run(&mut conn, LOCK).await?;
        if cluster.citus {
            run(&mut conn, "create extension if not exists citus").await?;
        }
        let away = workers::find_away(&mut conn).await?;
        if !away.is_nobody() {
            // Repeated for all of them by the next run.
            run(&mut conn, workers::STAY_HERE).await?;
        }
        let roles = roles(cluster);
        for (role, kind) in &roles {
            create_role(&mut conn, role, kind).await?;
            if *kind == LOGIN {
                self.ensure_login(&mut conn, role, &cluster.password).await?;
                run(&mut conn, &WEIGH.replace("{role}", role)).await?;
            }
        }
        if away.is_nobody() {
            let names: Vec<String> = roles.into_iter().map(|(role, _)| role).collect();
            placement::tell_roles(&mut conn, &names).await?;
        }
        hardening::harden(&mut conn).await?;
        placement::prepare_owner(&mut conn).await?;
        run(&mut conn, SCHEMAS).await?;
        if !away.is_nobody() {
            // A change of the lookups reaches every machine, or is refused.
            run(&mut conn, workers::GO_EVERYWHERE).await?;
        }
        schema::migrate_shared(&mut conn, "control", &MigrationSet::control()).await?;
        schema::migrate_shared(&mut conn, "ref", &MigrationSet::reference()).await?;
        reference::load(&mut conn).await?;
        if !away.is_nobody() {
            run(&mut conn, workers::STAY_HERE).await?;
        }
        run(&mut conn, REF_GRANTS).await?;
        placement::prepare_workers(&mut conn, &away).await?;
        conn.close().await?;
        Ok(())
    }

    /// Sets the password only if the given one does not work, so that repeating has no effect.
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

/// Connections are replaced by the memory of their backend, which the login role reads outside of any tenant.
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
        // Another database of the cluster was prepared at the same moment.
        Err(sqlx::Error::Database(refusal))
            if matches!(refusal.code().as_deref(), Some("42710" | "23505")) =>
        {
            Ok(())
        }
        outcome => Ok(outcome?),
    }
}
